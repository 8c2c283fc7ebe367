// A model of the HX711 on two pins of an emulated AVR, after its data sheet.
#pragma once

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { LINE_FREE = -1, LINE_LOW = 0, LINE_HIGH = 1 } line_t;

typedef struct {
    avr_t *avr;
    // What the table does.
    int32_t input;    // raw counts at gain 128
    double noise;     // standard deviation of a conversion, raw counts
    bool numbered;    // the lower ten bits of each conversion are its number, so that no two near each other are alike
    int strapped;     // 10 or 80: RATE is strapped on the breakout board; 0: it follows the firmware's pin
    line_t stuck;     // DOUT held by a short circuit
    bool hung;        // no more conversions until it is switched off and on
    bool dead;        // no more conversions at all
    double jump;      // how far the zero may jump whenever the chip gets power or starts anew, raw counts
    unsigned interrupt_us;  // an interrupt of so many microseconds waits within each read; it comes if it may. 0: none
    unsigned extra_pulses;  // so many reads to come have a spark on the clock: the chip counts a pulse more
    unsigned short_circuits; // so many reads to come have the data line torn high half way, until their end
    uint64_t spark_ends;    // until this cycle of the AVR the data line is low where no sample is ready; 0: not so
    unsigned spark_pulses;  // likewise, until so many clock pulses have come
    bool spark_meets;       // a sample is ready when they have
    FILE *journal;          // what was converted, a line each: milliseconds, value, "true", "jump" or "unsettled"; and what
                            // the firmware saw of it instead, "masked", where the data line was held within the read
    // What the chip is at.
    uint64_t now, next; // cycles since the model began, and when the next conversion ends
    uint32_t shift, seen; // what it shifts out, and what the line showed of it
    int pulses, gain;
    bool ready, off, clock, rate_pin, dout;
    uint64_t clock_rose;
    double zero;     // where the last jump has left it, raw counts
    int unsettled;   // so many conversions still show the power-up transient
    bool jumped, torn, masked;
    bool rose_open;  // the last rise of the clock is counted in `open_edges`
    int spark_at;    // the pulse of this read at which something happens
    // What was seen.
    uint64_t longest_high; // cycles, of a pulse within a read
    uint32_t conversions, reads, power_cycles, restarts;
    uint32_t open_edges; // clock edges within reads at which an interrupt could have come
    uint32_t interrupted; // reads into which one came
    uint64_t rate_shorts; // cycles for which the firmware drove RATE against the strap
} hx711_t;

void hx711_init(hx711_t *chip, avr_t *avr);
// Power comes back after it was gone, be it for a moment.
void hx711_power_on(hx711_t *chip);
// A spark holds the data line low for so many microseconds, where no sample is ready: it looks like one.
void hx711_spark(hx711_t *chip, unsigned microseconds);
// Connect again after the AVR was reset.
void hx711_attach(hx711_t *chip);
// Let the model's time pass.
void hx711_pass(hx711_t *chip, uint64_t cycles);
// The same until the firmware, which takes it for a sample, has given so many clock pulses.
void hx711_spark_within(hx711_t *chip, unsigned pulses);
// The same, and then a sample is ready, in the middle of that read. Nothing where none was due within a period.
void hx711_spark_meets(hx711_t *chip, unsigned pulses);
// DOUT held by a short circuit, or let go.
void hx711_stick(hx711_t *chip, line_t level);
