// The emulated UART as a pseudo-terminal, with the faults that a real cable has.
#pragma once

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct {
    avr_t *avr;
    const char *link;  // a symbolic link to the present terminal, as udev makes them; NULL: none
    int host, board;   // the two ends; -1 while unplugged
    bool may_receive;
    uint64_t next_byte; // cycles
    unsigned garble;   // flip a bit in one of so many bytes sent; 0: never
    unsigned lose;     // lose one of so many bytes sent; 0: never
    FILE *journal;     // the frames that were sent while the line was bad, a line each: milliseconds, hex digits, "sent"
    uint64_t now;      // cycles since the program began
    uint8_t waiting[512]; // what came within this slice, on its way out
    size_t waits;
    uint8_t frame[64]; // what was sent since the last zero
    size_t in_frame;
    bool hurt;         // the line was bad since then
} serial_pty_t;

void serial_pty_attach(serial_pty_t *serial);
bool serial_pty_plug(serial_pty_t *serial);
void serial_pty_unplug(serial_pty_t *serial);
const char *serial_pty_name(const serial_pty_t *serial);
// Hand on what was sent, all at once.
void serial_pty_flush(serial_pty_t *serial);
// Hand on what the host wrote, no faster than the line would.
void serial_pty_pass(serial_pty_t *serial, uint64_t now);
