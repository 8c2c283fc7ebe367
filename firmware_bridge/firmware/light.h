// The LED: a short flash every second when all is well, on and off by halves when the weighing chip is silent,
// flickering for five seconds when the host asks "which board are you?".
#pragma once

#include <stdbool.h>
#include <stdint.h>

void light_start(void);
void light_identify(uint32_t now);
void light_show(uint32_t now, bool trouble);
