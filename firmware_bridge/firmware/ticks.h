// Time since the start in milliseconds, and sleep between the ticks.
#pragma once

#include <stdint.h>

void ticks_start(void);
uint32_t ticks_now(void);
// Sleep until the tick after `since`: at once back where it has come already.
void ticks_sleep(uint32_t since);
