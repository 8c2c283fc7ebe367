// The weighing chip: when a sample is ready it is read at once; when none comes the chip is switched off and on again.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t time_ms;
    int32_t raw; // 24 bits, signed
    uint8_t flags;
} sample_t;

void hx711_start(void);
// Samples a second (10 or 80) and gain of channel A (128 or 64). False, and nothing changed, for any other number.
bool hx711_configure(uint8_t rate, uint8_t gain);
// To be called every millisecond. True when there is a new sample.
bool hx711_poll(uint32_t now, sample_t *sample);

// Samples that came in the last whole second; 0 while that is not yet known.
uint8_t hx711_rate(void);
uint8_t hx711_gain(void);
// True from the moment the chip is found silent or talking nonsense until a sound sample comes.
bool hx711_not_answering(void);

extern uint32_t hx711_samples;
extern uint16_t hx711_late, hx711_power_cycles;
