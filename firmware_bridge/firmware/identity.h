// Who this board is and how often it has started, kept in EEPROM; and why it started this time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

void identity_start(void);
// Eight bytes; all 0xFF until a host has given the board its id.
const uint8_t *identity_id(void);
// Take an id, once and for all. False when the board has one already; asking for the one it has is no harm.
bool identity_set_id(const uint8_t *id);
uint32_t identity_boots(void);
uint8_t identity_reset_cause(void);
// Start again at once, remembering why.
void identity_restart(uint8_t cause) __attribute__((noreturn));
