#include "hx711.h"

#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"
#include "protocol.h"

#define SETTLING_SAMPLES 4 // after a start, a power cycle or a change of gain
#define SILENT_MS 600 // at 10 samples a second the chip needs 400 ms to settle, give or take its oscillator
#define POWER_DOWN_MS 2 // clock high for more than 60 us switches the chip off

uint32_t hx711_samples;
uint16_t hx711_late, hx711_power_cycles;

static uint8_t gain, pulses_after;
static uint8_t rate, counted; // samples in the last whole second, and in this one
static bool part_second; // since this second began, the chip was off or its rate was changed
static uint32_t second_ends = 1000, last_read, waiting_since, off_since;
static uint8_t settling;
static bool off, not_answering, reinitialised;
static bool was_busy; // DOUT has been high since the last read; a line stuck low is no sample

static bool is_ready(void) { return !(PIND & _BV(DOUT_BIT)); }
static void clock_high(void) { PORTD |= _BV(SCK_BIT); }
static void clock_low(void) { PORTD &= ~_BV(SCK_BIT); }

static void forget_rate(void) {
    rate = 0;
    part_second = true;
}

void hx711_start(void) {
    PORTD |= _BV(DOUT_BIT);
    DDRD |= _BV(SCK_BIT) | _BV(RATE_BIT);
    hx711_configure(80, 128);
    // The chip may have been left in the middle of a read; this puts it into a known state.
    clock_high();
    off = true;
}

bool hx711_configure(uint8_t wanted_rate, uint8_t wanted_gain) {
    if ((wanted_rate != 10 && wanted_rate != 80) || (wanted_gain != 64 && wanted_gain != 128)) return false;
    if (wanted_rate == 80) PORTD |= _BV(RATE_BIT);
    else PORTD &= ~_BV(RATE_BIT);
    gain = wanted_gain;
    pulses_after = wanted_gain == 128 ? 1 : 3;
    settling = SETTLING_SAMPLES + 1; // the next sample still has the old gain
    forget_rate();
    return true;
}

uint8_t hx711_rate(void) { return rate; }
uint8_t hx711_gain(void) { return gain; }
bool hx711_not_answering(void) { return not_answering; }

// One clock pulse of about 1 us; the bit that the chip shifted out.
static bool pulse(void) {
    clock_high();
    _delay_us(1);
    bool bit = PIND & _BV(DOUT_BIT);
    clock_low();
    _delay_us(0.5);
    return bit;
}

// 24 bits, then the pulses that choose the next gain. `after` tells what DOUT says then: high is right.
static int32_t clock_out(bool *after) {
    uint32_t bits = 0;
    // An interrupt in here could hold the clock high for too long, or make a bit be read twice.
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        for (uint8_t i = 0; i < 24; i++) bits = bits << 1 | pulse();
        for (uint8_t i = 0; i < pulses_after; i++) pulse();
        *after = PIND & _BV(DOUT_BIT);
    }
    if (bits & 0x800000) bits |= 0xFF000000;
    return (int32_t)bits;
}

static void switch_off(uint32_t now) {
    clock_high();
    off = true;
    off_since = now;
    not_answering = true;
    hx711_power_cycles++;
    forget_rate();
}

static void switch_on(uint32_t now) {
    clock_low();
    off = false;
    waiting_since = now;
    settling = SETTLING_SAMPLES;
    was_busy = false;
    reinitialised = true;
}

static bool is_late(uint32_t since_last) { return rate && since_last * rate > 1800; } // 1.8 periods of 1000 / rate

static uint8_t flags_of(int32_t raw, bool sound, bool late) {
    uint8_t flags = 0;
    if (raw == 0x7FFFFF || raw == -0x800000) flags |= FLAG_SATURATED;
    if (!sound) flags |= FLAG_DISTURBED;
    if (late) flags |= FLAG_LATE;
    if (reinitialised) flags |= FLAG_REINITIALISED;
    if (settling) flags |= FLAG_WARMING_UP;
    return flags;
}

static void read(uint32_t now, sample_t *sample) {
    bool sound;
    bool late = is_late(now - last_read);
    sample->time_ms = now;
    sample->raw = clock_out(&sound);
    sample->flags = flags_of(sample->raw, sound, late);
    last_read = waiting_since = now;
    hx711_samples++;
    hx711_late += late;
    counted++;
    was_busy = sound;
    if (!sound) return;
    not_answering = reinitialised = false;
    if (settling) settling--;
}

static void measure_rate(uint32_t now) {
    if ((int32_t)(now - second_ends) < 0) return;
    rate = part_second ? 0 : counted;
    part_second = false;
    counted = 0;
    second_ends = now + 1000;
}

bool hx711_poll(uint32_t now, sample_t *sample) {
    measure_rate(now);
    if (off) {
        if (now - off_since >= POWER_DOWN_MS) switch_on(now);
        return false;
    }
    if (!is_ready()) {
        was_busy = true;
    } else if (was_busy) {
        read(now, sample);
        return true;
    }
    if (now - waiting_since >= SILENT_MS) switch_off(now);
    return false;
}
