// The serial line: two rings of bytes, emptied and filled by interrupts. Nothing here ever waits.
#pragma once

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
// Send all of these bytes, or none of them where there is no room.
bool uart_send(const uint8_t *bytes, uint8_t length);
// Take one received byte; false when there is none.
bool uart_take(uint8_t *byte);
// Bytes that came too fast, or damaged on the line, since the last call.
uint8_t uart_take_errors(void);
