// Time since the start in milliseconds, and sleep between the ticks.
#pragma once

#include <stdint.h>

void ticks_start(void);
uint32_t ticks_now(void);
// Sleep until the next interrupt, which is a millisecond away at most.
void ticks_sleep(void);
