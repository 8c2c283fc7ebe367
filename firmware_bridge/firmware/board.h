// The pins of the Arduino Nano, and what may be changed about the build.
#pragma once

#include <avr/io.h>

// HX711 DOUT -> D2. Its pull-up is on, so that a loose wire reads as "no sample ready".
#define DOUT_BIT PD2
// HX711 PD_SCK -> D3.
#define SCK_BIT PD3
// HX711 RATE -> D4, where the breakout board leads it out; a board strapped to 10 or 80 samples a second works as well. For 80
// the pin only pulls up, with 20 to 50 kOhm, so that a jumper or a trace that ties RATE to ground wins and nothing is harmed.
#define RATE_BIT PD4
// The Nano's own LED, D13.
#define LED_BIT PB5

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 1
#define FIRMWARE_PATCH 5
