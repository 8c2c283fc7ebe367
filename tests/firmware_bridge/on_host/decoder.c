// The firmware's frame.c on the host: bytes are handed to it as from the serial line, and what it makes of them is written
// down as records of type, sequence number (2 bytes), length, payload.
#include <string.h>

#include "frame.h"
#include "uart.h"

static const uint8_t *coming;
static size_t left;
static uint8_t sent[256];
static size_t sent_length;

bool uart_take(uint8_t *byte) {
    if (!left) return false;
    left--;
    *byte = *coming++;
    return true;
}

bool uart_send(const uint8_t *bytes, uint8_t length) {
    memcpy(sent, bytes, length);
    sent_length = length;
    return true;
}

size_t host_feed(const uint8_t *bytes, size_t length, uint8_t *records) {
    uint8_t *at = records;
    command_t command;
    coming = bytes;
    left = length;
    while (frame_take(&command)) {
        *at++ = command.type;
        *at++ = (uint8_t)command.sequence;
        *at++ = command.sequence >> 8;
        *at++ = command.length;
        memcpy(at, command.payload, command.length);
        at += command.length;
    }
    return (size_t)(at - records);
}

// The next frame of this type and payload, as the firmware would send it; its sequence number goes on from call to call.
size_t host_encode(uint8_t type, const uint8_t *payload, uint8_t length, uint8_t *bytes) {
    frame_t frame;
    frame_begin(&frame, type);
    frame_add_bytes(&frame, payload, length);
    frame_send(&frame);
    memcpy(bytes, sent, sent_length);
    return sent_length;
}

uint16_t host_damaged(void) { return frames_damaged; }

#ifdef ALONE
#include <stdio.h>

// Reads bytes from standard input and writes the records; for the compiler's sanitizers.
int main(void) {
    static uint8_t bytes[1 << 20], records[1 << 22];
    size_t length = fread(bytes, 1, sizeof bytes, stdin);
    fwrite(records, 1, host_feed(bytes, length, records), stdout);
    return 0;
}
#endif
