// What the firmware needs of avr-libc's header of this name, on the host; the function as avr-libc's manual gives it in C.
#pragma once

#include <stdint.h>

static inline uint16_t _crc_ccitt_update(uint16_t crc, uint8_t data) {
    data ^= crc & 0xFF;
    data ^= data << 4;
    return (((uint16_t)data << 8) | (crc >> 8)) ^ (uint8_t)(data >> 4) ^ ((uint16_t)data << 3);
}
