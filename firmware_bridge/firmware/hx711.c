#include "hx711.h"

#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"
#include "protocol.h"

#define SETTLING_SAMPLES 4 // after a start, a power cycle or a change of gain
#define SILENT_MS 600 // at 10 samples a second the chip needs 400 ms to settle, give or take its oscillator
#define POWER_DOWN_MS 2 // clock high for more than 60 us switches the chip off
#define UNATTENDED_MS 5 // a sample that waited longer may be overwritten while it is read
#define TAIL_OF_ONES 0xFF // what a read ends in when the line went high within it

#define LATE 35 // so many tenths of a period after the sample before: a chip that starts anew is silent for four periods

// A period in ms, of a chip at 80 or 10 samples a second whose oscillator is off by half. Other spacings are no period: they
// come of gaps.
static bool is_period(uint32_t ms) { return (ms >= 8 && ms <= 20) || (ms >= 60 && ms <= 160); }

uint32_t hx711_samples;
uint16_t hx711_late, hx711_power_cycles;

static uint8_t gain, pulses_after;
static uint8_t rate, counted; // samples in the last whole second, and in this one
static bool spark; // the last read was that of a spark
static bool part_second; // since this second began, the chip was off or its rate was changed
static uint16_t spacing; // the shortest period since the start, in ms; 0: not known
static uint32_t second_ends = 1000, last_poll, waiting_since, off_since;
static uint32_t last_read; // the last that was no spark's; 0: there is none to measure from
static uint8_t settling;
static bool off, not_answering, reinitialised;
// A sample is handed out only when the next one has come in time, and is no spark. A read that went wrong, by a clock held high
// or a pulse too many, makes the chip start anew or choose another input, and so the next one is late.
static sample_t held;
static bool holding;
static uint16_t patience; // for so many ms it waits; 0: until the chip counts as silent
static bool was_busy; // DOUT has been high since the last read; a line stuck low is no sample

static bool is_ready(void) { return !(PIND & _BV(DOUT_BIT)); }
static void clock_high(void) { PORTD |= _BV(SCK_BIT); }
static void clock_low(void) { PORTD &= ~_BV(SCK_BIT); }

// In this order the pin is never driven high: what ties RATE to ground would make that a short circuit.
static void pull_rate_up(void) {
    DDRD &= ~_BV(RATE_BIT);
    PORTD |= _BV(RATE_BIT);
}

// Pulled by the board itself as well as by the pin it must be driven. Nothing does this unless the host asks for it.
static void drive_rate_down(void) {
    PORTD &= ~_BV(RATE_BIT);
    DDRD |= _BV(RATE_BIT);
}

static void settle(uint8_t samples) {
    settling = samples;
    spacing = 0;
}

static void forget_rate(void) {
    rate = 0;
    part_second = true;
}

void hx711_start(void) {
    PORTD |= _BV(DOUT_BIT);
    DDRD |= _BV(SCK_BIT);
    hx711_configure(80, 128);
    // The chip may have been left in the middle of a read; this puts it into a known state.
    clock_high();
    off = true;
}

bool hx711_configure(uint8_t wanted_rate, uint8_t wanted_gain) {
    if ((wanted_rate != 10 && wanted_rate != 80) || (wanted_gain != 64 && wanted_gain != 128)) return false;
    if (wanted_rate == 80) pull_rate_up();
    else drive_rate_down();
    gain = wanted_gain;
    pulses_after = wanted_gain == 128 ? 1 : 3;
    settle(SETTLING_SAMPLES + 1); // the next sample still has the old gain
    held.flags |= FLAG_WARMING_UP;
    last_read = 0;
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

// 24 bits, then the pulses that choose the next gain. `sound` tells whether DOUT was high after each of these, and after
// all of them: it is, where the chip has counted the same pulses.
static int32_t clock_out(bool *sound) {
    uint32_t bits = 0;
    bool high = true;
    // An interrupt in here could hold the clock high for too long, or make a bit be read twice.
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        for (uint8_t i = 0; i < 24; i++) bits = bits << 1 | pulse();
        for (uint8_t i = 0; i < pulses_after; i++) high &= pulse();
        high &= !is_ready();
    }
    *sound = high;
    if (bits & 0x800000) bits |= 0xFF000000;
    return (int32_t)bits;
}

static void note_restart(void) {
    settle(SETTLING_SAMPLES);
    reinitialised = true;
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
    last_read = 0;
    was_busy = false;
    note_restart();
}

static bool is_saturated(int32_t raw) { return raw == 0x7FFFFF || raw == -0x800000; }

// One good sample in 256 looks so too, and is done without: what passes is off by half of that tail at most.
static bool went_high_within(int32_t raw) { return (raw & TAIL_OF_ONES) == TAIL_OF_ONES && !is_saturated(raw); }

// Zeros and then only ones, or nothing but ones: what a spark shows, which holds the line low while no sample is ready. It
// settles nothing and tells no period. Hardly a true one looks so, and it is done without.
static bool looks_like_a_spark(int32_t raw) { return !(raw & (raw + 1)); }

static uint8_t flags_of(const sample_t *sample, bool late) {
    uint8_t flags = 0;
    if (is_saturated(sample->raw)) flags |= FLAG_SATURATED;
    else if (went_high_within(sample->raw) || looks_like_a_spark(sample->raw)) flags |= FLAG_DISTURBED;
    if (late) flags |= FLAG_LATE;
    if (reinitialised) flags |= FLAG_REINITIALISED;
    if (settling) flags |= FLAG_WARMING_UP;
    return flags;
}

// Whether the chip must be taken to have started anew since the last sample.
static bool is_late(uint32_t ms) {
    if (!last_read) return false;
    return spacing ? ms * 10 / spacing > LATE : !is_period(ms);
}

static void note_spacing(uint32_t ms) {
    if (last_read && is_period(ms) && (!spacing || ms < spacing)) spacing = ms;
}

static void note_sound(void) {
    if (settling == 1 && !spacing) return; // nothing can be told of a chip whose period is not known
    if (settling && --settling == 0) reinitialised = false;
}

// Hand out the sample that waited; it is disturbed where what came after it, or did not, says so.
static bool hand_out(sample_t *sample, bool disturbed) {
    if (!holding) return false;
    holding = false;
    *sample = held;
    if (disturbed) sample->flags |= FLAG_DISTURBED;
    return true;
}

static uint16_t patience_ms(void) { return settling ? 0 : spacing * LATE / 10; }

static bool read(uint32_t now, bool unattended, sample_t *sample) {
    bool sound;
    uint32_t passed = now - last_read;
    sample_t fresh = {.time_ms = now, .raw = clock_out(&sound)};
    bool after_spark = spark;
    spark = looks_like_a_spark(fresh.raw);
    bool late = !spark && is_late(passed);
    bool handed = hand_out(sample, spark || late);
    if (late) note_restart();
    fresh.flags = flags_of(&fresh, late);
    if (!sound || unattended) fresh.flags |= FLAG_DISTURBED;
    hx711_samples++;
    hx711_late += late;
    counted++;
    was_busy = sound;
    if (!spark) {
        if (!after_spark) note_spacing(passed); // two gaps with a spark between them are as long as a slower chip's period
        last_read = now;
        if (sound) note_sound();
    }
    if (!spark || is_saturated(fresh.raw)) {
        waiting_since = now;
        if (sound) not_answering = false;
    }
    held = fresh;
    holding = true;
    patience = patience_ms();
    return handed;
}

static bool held_too_long(uint32_t now) { return holding && patience && now - held.time_ms > patience; }

static void measure_rate(uint32_t now) {
    if ((int32_t)(now - second_ends) < 0) return;
    rate = part_second ? 0 : counted;
    part_second = false;
    counted = 0;
    second_ends = now + 1000;
}

bool hx711_poll(uint32_t now, sample_t *sample) {
    bool unattended = now - last_poll > UNATTENDED_MS;
    last_poll = now;
    measure_rate(now);
    if (off) {
        if (now - off_since >= POWER_DOWN_MS) switch_on(now);
        return false;
    }
    if (!is_ready()) was_busy = true;
    else if (was_busy) return read(now, unattended, sample);
    if (now - waiting_since >= SILENT_MS) {
        switch_off(now);
        return hand_out(sample, true);
    }
    return held_too_long(now) && hand_out(sample, true);
}
