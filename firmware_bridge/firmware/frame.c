#include "frame.h"

#include <util/crc16.h>

#include "uart.h"

#define MAX_FRAME (MAX_BODY + 2) // COBS adds one byte to a body this short, then the zero

uint16_t frames_dropped, frames_damaged;

static uint16_t checksum(const uint8_t *bytes, uint8_t length) {
    uint16_t crc = 0xFFFF;
    while (length--) crc = _crc_ccitt_update(crc, *bytes++);
    return crc;
}

void frame_begin(frame_t *frame, uint8_t type) {
    static uint16_t sequence;
    frame->length = 0;
    frame_add(frame, type, 1);
    frame_add(frame, sequence++, 2);
}

void frame_add(frame_t *frame, uint32_t number, uint8_t count) {
    while (count--) {
        frame->bytes[frame->length++] = (uint8_t)number;
        number >>= 8;
    }
}

void frame_add_bytes(frame_t *frame, const uint8_t *bytes, uint8_t count) {
    while (count--) frame->bytes[frame->length++] = *bytes++;
}

void frame_send(frame_t *frame) {
    frame_add(frame, checksum(frame->bytes, frame->length), CRC_LENGTH);
    uint8_t encoded[MAX_FRAME];
    uint8_t code_at = 0, end = 1;
    for (uint8_t i = 0; i < frame->length; i++) {
        if (frame->bytes[i]) {
            encoded[end++] = frame->bytes[i];
        } else {
            encoded[code_at] = end - code_at;
            code_at = end++;
        }
    }
    encoded[code_at] = end - code_at;
    encoded[end++] = 0;
    if (!uart_send(encoded, end)) frames_dropped++;
}

// COBS in place; the body's length, or 0 where the frame cannot be one.
static uint8_t decode(uint8_t *frame, uint8_t length) {
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint16_t next = from + frame[from];
        if (next > length) return 0;
        for (from++; from < next; from++) frame[to++] = frame[from];
        if (next < length) frame[to++] = 0;
    }
    return to;
}

static bool is_whole(const uint8_t *body, uint8_t length) {
    // A CRC followed by its own value, lower byte first, comes out as zero.
    return length >= HEADER_LENGTH + CRC_LENGTH && checksum(body, length) == 0;
}

static bool understand(uint8_t *frame, uint8_t length, command_t *command) {
    uint8_t body = decode(frame, length);
    if (!is_whole(frame, body)) {
        frames_damaged++;
        return false;
    }
    command->type = frame[0];
    command->sequence = frame[1] | (uint16_t)frame[2] << 8;
    command->payload = frame + HEADER_LENGTH;
    command->length = body - HEADER_LENGTH - CRC_LENGTH;
    return true;
}

bool frame_take(command_t *command) {
    static uint8_t frame[MAX_FRAME];
    static uint8_t length; // beyond MAX_FRAME: too long to be a frame of ours, so all of it is skipped
    uint8_t byte;
    while (uart_take(&byte)) {
        if (byte) {
            if (length < MAX_FRAME) frame[length] = byte;
            if (length <= MAX_FRAME) length++;
            continue;
        }
        uint8_t received = length;
        length = 0;
        if (received == 0) continue;
        if (received > MAX_FRAME) frames_damaged++;
        else if (understand(frame, received, command)) return true;
    }
    return false;
}
