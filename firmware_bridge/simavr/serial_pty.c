#include "serial_pty.h"

#include <fcntl.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#define BITS_A_BYTE 10
#define BAUD 57600

static bool one_in(unsigned n) { return n && rand() % n == 0; }

// A damaged frame that passes every check is the line's doing, not the firmware's; this tells them apart.
static void write_journal(serial_pty_t *serial, uint8_t byte) {
    serial->hurt |= serial->garble || serial->lose;
    if (byte) {
        if (serial->in_frame < sizeof serial->frame) serial->frame[serial->in_frame++] = byte;
        return;
    }
    if (serial->journal && serial->in_frame && serial->hurt) {
        fprintf(serial->journal, "%llu ", (unsigned long long)(serial->now * 1000 / serial->avr->frequency));
        for (size_t i = 0; i < serial->in_frame; i++) fprintf(serial->journal, "%02x", serial->frame[i]);
        fputs(" sent\n", serial->journal);
    }
    serial->in_frame = 0;
    serial->hurt = false;
}

static void sent(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    serial_pty_t *serial = param;
    uint8_t byte = (uint8_t)value;
    write_journal(serial, byte);
    if (serial->host < 0 || one_in(serial->lose)) return;
    if (one_in(serial->garble)) byte ^= 1 << rand() % 8;
    if (serial->waits == sizeof serial->waiting) serial_pty_flush(serial);
    serial->waiting[serial->waits++] = byte;
}

void serial_pty_flush(serial_pty_t *serial) {
    // Nobody listens: what does not fit is gone, as on a real line.
    if (serial->host >= 0 && serial->waits && write(serial->host, serial->waiting, serial->waits) < 0) {}
    serial->waits = 0;
}

static void may_receive(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)value;
    ((serial_pty_t *)param)->may_receive = true;
}

static void may_not_receive(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)value;
    ((serial_pty_t *)param)->may_receive = false;
}

static void connect_irq(serial_pty_t *serial, int index, avr_irq_notify_t notify) {
    avr_irq_t *irq = avr_io_getirq(serial->avr, AVR_IOCTL_UART_GETIRQ('0'), index);
    avr_irq_unregister_notify(irq, notify, serial);
    avr_irq_register_notify(irq, notify, serial);
}

void serial_pty_attach(serial_pty_t *serial) {
    uint32_t flags = 0;
    avr_ioctl(serial->avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    connect_irq(serial, UART_IRQ_OUTPUT, sent);
    connect_irq(serial, UART_IRQ_OUT_XON, may_receive);
    connect_irq(serial, UART_IRQ_OUT_XOFF, may_not_receive);
    serial->may_receive = true;
    serial->next_byte = 0;
}

bool serial_pty_plug(serial_pty_t *serial) {
    // Our own end of the terminal stays open, so that a host may come and go.
    if (openpty(&serial->host, &serial->board, NULL, NULL, NULL) < 0) return false;
    struct termios raw;
    tcgetattr(serial->board, &raw);
    cfmakeraw(&raw);
    tcsetattr(serial->board, TCSANOW, &raw);
    fcntl(serial->host, F_SETFL, O_NONBLOCK);
    if (serial->link) {
        unlink(serial->link);
        return symlink(ptsname(serial->host), serial->link) == 0;
    }
    return true;
}

void serial_pty_unplug(serial_pty_t *serial) {
    if (serial->host < 0) return;
    serial_pty_flush(serial);
    if (serial->link) unlink(serial->link);
    close(serial->host);
    close(serial->board);
    serial->host = serial->board = -1;
}

const char *serial_pty_name(const serial_pty_t *serial) {
    if (serial->link) return serial->link;
    return serial->host < 0 ? "none" : ptsname(serial->host);
}

void serial_pty_pass(serial_pty_t *serial, uint64_t now) {
    uint8_t byte;
    serial->now = now;
    if (serial->host < 0 || !serial->may_receive || now < serial->next_byte) return;
    if (read(serial->host, &byte, 1) != 1) {
        serial->next_byte = now + serial->avr->frequency / 1000;
        return;
    }
    serial->next_byte = now + (uint64_t)serial->avr->frequency * BITS_A_BYTE / BAUD;
    avr_raise_irq(avr_io_getirq(serial->avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), byte);
}
