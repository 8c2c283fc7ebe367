#include "uart.h"

#include <avr/interrupt.h>
#include <util/atomic.h>

#include "protocol.h"

#define RING 128 // a power of two: what is due within a whole second of a slow host is not kept
#define NEXT(index) (((index) + 1) & (RING - 1))

static uint8_t outgoing[RING], incoming[RING];
static volatile uint8_t out_head, out_tail, in_head, in_tail, errors;

ISR(USART_UDRE_vect) {
    if (out_tail == out_head) {
        UCSR0B &= ~_BV(UDRIE0);
        return;
    }
    UDR0 = outgoing[out_tail];
    out_tail = NEXT(out_tail);
}

ISR(USART_RX_vect) {
    uint8_t state = UCSR0A;
    uint8_t byte = UDR0;
    if ((state & (_BV(FE0) | _BV(DOR0))) || NEXT(in_head) == in_tail) {
        if (errors < UINT8_MAX) errors++;
        return;
    }
    incoming[in_head] = byte;
    in_head = NEXT(in_head);
}

void uart_start(void) {
    UCSR0A = _BV(U2X0);
    UBRR0 = (F_CPU / 4 / BAUD - 1) / 2;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0) | _BV(TXEN0);
}

static uint8_t room(void) { return (uint8_t)(out_tail - out_head - 1) & (RING - 1); }

bool uart_send(const uint8_t *bytes, uint8_t length) {
    if (room() < length) return false;
    uint8_t head = out_head;
    while (length--) {
        outgoing[head] = *bytes++;
        head = NEXT(head);
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        out_head = head;
        UCSR0B |= _BV(UDRIE0);
    }
    return true;
}

bool uart_take(uint8_t *byte) {
    if (in_tail == in_head) return false;
    *byte = incoming[in_tail];
    in_tail = NEXT(in_tail);
    return true;
}

uint8_t uart_take_errors(void) {
    uint8_t taken;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        taken = errors;
        errors = 0;
    }
    return taken;
}
