// Messages to bytes and back: type, sequence number, payload, CRC-16/MCRF4XX; COBS; a zero byte ends the frame.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

// One message on its way out.
typedef struct {
    uint8_t length;
    uint8_t bytes[MAX_BODY];
} frame_t;

void frame_begin(frame_t *frame, uint8_t type);
// Append the lowest `count` bytes of a number.
void frame_add(frame_t *frame, uint32_t number, uint8_t count);
void frame_add_bytes(frame_t *frame, const uint8_t *bytes, uint8_t count);
// Frames that found no room are dropped whole and counted.
void frame_send(frame_t *frame);

// One command that came in undamaged.
typedef struct {
    uint8_t type;
    uint16_t sequence;
    uint8_t length;
    const uint8_t *payload;
} command_t;

// The next command among the received bytes; false when there is none yet. Damaged frames are skipped and counted.
bool frame_take(command_t *command);

extern uint16_t frames_dropped, frames_damaged;
