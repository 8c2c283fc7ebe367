#include "ticks.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <util/atomic.h>

static volatile uint32_t milliseconds;

ISR(TIMER0_COMPA_vect) { milliseconds++; }

void ticks_start(void) {
    TCCR0A = _BV(WGM01);
    OCR0A = F_CPU / 64 / 1000 - 1;
    TCNT0 = 0;
    TCCR0B = _BV(CS01) | _BV(CS00);
    TIMSK0 = _BV(OCIE0A);
    set_sleep_mode(SLEEP_MODE_IDLE);
}

uint32_t ticks_now(void) {
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = milliseconds; }
    return now;
}

void ticks_sleep(uint32_t since) {
    // Bytes that come or go wake the chip too; they are no reason to look at everything.
    while ((uint8_t)milliseconds == (uint8_t)since) sleep_mode();
}
