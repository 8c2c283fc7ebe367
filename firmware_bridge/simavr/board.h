// The emulated board as its verbs see it.
#pragma once

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

#include "hx711.h"
#include "serial_pty.h"

#define FREQUENCY 16000000
#define SLICES_A_SECOND 1000

extern avr_t *avr;
extern hx711_t chip;
extern serial_pty_t serial;
extern uint64_t now; // cycles since the program began; the AVR's own count begins again at a reset
extern uint64_t asleep; // of these, asleep
extern double pace; // times real time; 0: time stands still but for the verb "run"
extern bool frozen, running;
extern uint32_t led, led_flashes, resets;

// Start the firmware again for this cause.
void reset(avr_regbit_t why);
// A millisecond of the board's life.
void pass_slice(void);
// Obey whatever waits on standard input, one verb a line; wait for the first of it unless `at_once`.
void listen_to_verbs(bool at_once);
