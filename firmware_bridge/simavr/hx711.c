#include "hx711.h"

#include <math.h>
#include <simavr/avr_ioport.h>
#include <stdlib.h>

enum { DOUT_PIN = 2, SCK_PIN = 3, RATE_PIN = 4 };
enum { DDRD = 0x2A, PORTD = 0x2B }; // where the data sheet has them
enum { SETTLING_PERIODS = 4, PULSES_A128 = 25, PULSES_B32 = 26, PULSES_A64 = 27 };

#define POWER_DOWN_US 60
#define UNSETTLED 3 // conversions after a start that are not worth their name
#define TRANSIENT 5000 // raw counts by which the first of them is off
#define NUMBER 0x3FF // where a numbered conversion has its number
#define PULSES_OVER_US 30 // no more pulses will come that belong to this read

static uint64_t period(const hx711_t *chip) {
    int rate = chip->strapped ? chip->strapped : chip->rate_pin ? 80 : 10;
    return chip->avr->frequency / rate;
}

static bool level_of(const hx711_t *chip) {
    bool sparks = (chip->spark_ends || chip->spark_pulses) && !chip->ready;
    return chip->stuck == LINE_FREE ? (chip->dout || chip->torn) && !sparks : chip->stuck == LINE_HIGH;
}

static void drive(hx711_t *chip, bool again) {
    bool level = level_of(chip);
    // simavr lets a pull-up win over a raised pin at the next write to PORTD, unless something outside pulls as well.
    avr_ioport_external_t pull = {.name = 'D', .mask = 1 << DOUT_PIN, .value = level << DOUT_PIN};
    avr_irq_t *pin = avr_io_getirq(chip->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), DOUT_PIN);
    avr_ioctl(chip->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &pull);
    // Raising what is raised already does nothing, and a reset clears the pins without telling.
    if (again) avr_raise_irq(pin, !level);
    avr_raise_irq(pin, level);
}

static void set_dout(hx711_t *chip, bool level) {
    chip->dout = level;
    drive(chip, false);
}

static double chance(void) { return rand() / (RAND_MAX + 1.0); }

// The chip starts anew, for whatever reason.
static void settle(hx711_t *chip) {
    chip->restarts++;
    chip->zero = chip->jump * (2 * chance() - 1);
    chip->jumped = true;
    chip->unsettled = UNSETTLED;
    chip->gain = PULSES_A128;
    chip->torn = false;
    chip->ready = false;
    chip->pulses = 0;
    chip->next = chip->now + SETTLING_PERIODS * period(chip);
    set_dout(chip, true);
}

static double gaussian(void) {
    double u = (rand() + 1.0) / (RAND_MAX + 2.0), v = (rand() + 1.0) / (RAND_MAX + 2.0);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static int32_t converted(const hx711_t *chip) {
    double scale = chip->gain == PULSES_A128 ? 1.0 : chip->gain == PULSES_A64 ? 0.5 : 0.0;
    double transient = chip->jump > 0 ? TRANSIENT * chip->unsettled : 0;
    double value = round((chip->input + chip->zero + transient + chip->noise * gaussian()) * scale);
    if (value <= -0x800000) return -0x800000;
    if (value >= 0x7FFFFF) return 0x7FFFFF;
    return chip->numbered ? ((int32_t)value & ~NUMBER) | (int32_t)(chip->conversions & NUMBER) : (int32_t)value;
}

static void write_journal(hx711_t *chip, int32_t value) {
    if (!chip->journal) return;
    bool untrue = chip->unsettled || chip->gain != PULSES_A128;
    const char *kind = untrue ? "unsettled" : chip->jumped ? "jump" : "true";
    if (!untrue) chip->jumped = false;
    fprintf(chip->journal, "%llu %d %s\n", (unsigned long long)(chip->now * 1000 / chip->avr->frequency), value, kind);
}

// No check can find that bits of a read were held down by a short circuit that ended within it: the chip has counted its
// pulses, and the next conversion comes in time.
static void write_masked(const hx711_t *chip) {
    if (!chip->journal || !chip->masked || chip->stuck != LINE_FREE) return;
    int32_t seen = chip->seen & 0x800000 ? (int32_t)(chip->seen | 0xFF000000) : (int32_t)chip->seen;
    fprintf(chip->journal, "%llu %d masked\n", (unsigned long long)(chip->now * 1000 / chip->avr->frequency), seen);
}

static void convert(hx711_t *chip) {
    int32_t value = converted(chip);
    chip->conversions++;
    chip->shift = (uint32_t)value & 0xFFFFFF;
    chip->seen = 0;
    chip->masked = false;
    chip->spark_pulses = 0;
    write_journal(chip, value);
    if (chip->unsettled) chip->unsettled--;
    chip->spark_at = 2 + rand() % 22;
    chip->pulses = 0;
    chip->ready = true;
    set_dout(chip, false);
}

static bool in_a_read(const hx711_t *chip) { return chip->ready && chip->pulses > 0 && chip->pulses < PULSES_A128; }

static void choose_gain(hx711_t *chip, int gain) {
    if (gain == chip->gain) return;
    chip->gain = gain;
    chip->next = chip->now + SETTLING_PERIODS * period(chip);
}

static void shift_out(hx711_t *chip) {
    if (!chip->ready && chip->pulses < PULSES_A128) return;
    chip->pulses++;
    if (chip->pulses < PULSES_A128) {
        set_dout(chip, chip->shift >> (24 - chip->pulses) & 1);
    } else if (chip->pulses == PULSES_A128) {
        chip->reads++;
        write_masked(chip);
        chip->ready = false;
        set_dout(chip, true);
    }
}

static void power_down(hx711_t *chip) {
    chip->off = true;
    chip->ready = false;
    set_dout(chip, true);
}

static uint64_t since_clock_rose(const hx711_t *chip) { // microseconds
    return (chip->avr->cycle - chip->clock_rose) * 1000000 / chip->avr->frequency;
}

static bool held_high_too_long(const hx711_t *chip) { return chip->clock && since_clock_rose(chip) > POWER_DOWN_US; }

static void end_spark(hx711_t *chip) {
    if (!chip->spark_ends || chip->avr->cycle < chip->spark_ends) return;
    chip->spark_ends = 0;
    drive(chip, false);
}

// What may go wrong at one pulse of a read.
static void suffer(hx711_t *chip) {
    if (chip->pulses != chip->spark_at) return;
    if (chip->extra_pulses) {
        chip->extra_pulses--;
        shift_out(chip);
    }
    if (chip->short_circuits) {
        chip->short_circuits--;
        chip->torn = true;
        drive(chip, false);
    }
    if (chip->interrupt_us && chip->avr->sreg[S_I]) {
        chip->interrupted++;
        chip->avr->cycle += (uint64_t)chip->interrupt_us * chip->avr->frequency / 1000000;
        if (chip->interrupt_us > POWER_DOWN_US) power_down(chip);
    }
}

// Whether an interrupt could come now, between two pulses of a read.
static bool is_open(const hx711_t *chip) { return chip->ready && chip->pulses > 0 && chip->avr->sreg[S_I]; }

static void rise(hx711_t *chip) {
    end_spark(chip);
    if (chip->spark_pulses && !--chip->spark_pulses) {
        if (chip->spark_meets) chip->next = chip->now;
        drive(chip, false);
    }
    chip->rose_open = is_open(chip);
    chip->open_edges += chip->rose_open;
    shift_out(chip);
    if (chip->ready) suffer(chip);
}

static void fall(hx711_t *chip) {
    if (in_a_read(chip)) {
        chip->seen = chip->seen << 1 | level_of(chip);
        chip->masked |= level_of(chip) != chip->dout && chip->stuck != LINE_FREE;
    }
    chip->open_edges += is_open(chip);
    if (chip->torn && !chip->ready) { // the tear lasts to the end of its read
        chip->torn = false;
        drive(chip, false);
    }
    if (chip->off) {
        chip->off = chip->hung = false;
        chip->power_cycles++;
        settle(chip);
    } else if (chip->pulses > 0) {
        uint64_t high = chip->avr->cycle - chip->clock_rose;
        if (high > chip->longest_high) chip->longest_high = high;
    }
}

static void clock_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    hx711_t *chip = param;
    if (value == chip->clock) return;
    chip->clock = value;
    if (value) {
        chip->clock_rose = chip->avr->cycle;
        rise(chip);
    } else {
        fall(chip);
    }
}

static void rate_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    ((hx711_t *)param)->rate_pin = value;
}

void hx711_attach(hx711_t *chip) {
    avr_t *avr = chip->avr;
    avr_irq_t *clock = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), SCK_PIN);
    avr_irq_t *rate = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), RATE_PIN);
    avr_irq_unregister_notify(clock, clock_changed, chip);
    avr_irq_unregister_notify(rate, rate_changed, chip);
    avr_irq_register_notify(clock, clock_changed, chip);
    avr_irq_register_notify(rate, rate_changed, chip);
    // Reset lets go of the pins, and the breakout board pulls the clock down.
    clock_changed(NULL, 0, chip);
    chip->spark_ends = chip->spark_pulses = 0;
    drive(chip, true);
}

void hx711_init(hx711_t *chip, avr_t *avr) {
    *chip = (hx711_t){.avr = avr, .stuck = LINE_FREE, .gain = PULSES_A128, .noise = 20};
    settle(chip);
    hx711_attach(chip);
}

void hx711_power_on(hx711_t *chip) {
    chip->off = chip->hung = false;
    settle(chip);
}

void hx711_spark(hx711_t *chip, unsigned microseconds) {
    chip->spark_ends = chip->avr->cycle + (uint64_t)microseconds * chip->avr->frequency / 1000000;
    drive(chip, false);
}

void hx711_spark_within(hx711_t *chip, unsigned pulses) {
    chip->spark_pulses = chip->ready ? 0 : pulses;
    chip->spark_meets = false;
    drive(chip, false);
}

void hx711_spark_meets(hx711_t *chip, unsigned pulses) {
    if (chip->next > chip->now + period(chip)) return;
    hx711_spark_within(chip, pulses);
    chip->spark_meets = true;
}

// A pull-up gives way to the strap; a pin that drives does not.
static bool is_rate_short(const hx711_t *chip) {
    bool driven = chip->avr->data[DDRD] & 1 << RATE_PIN, high = chip->avr->data[PORTD] & 1 << RATE_PIN;
    return chip->strapped && driven && high != (chip->strapped == 80);
}

void hx711_pass(hx711_t *chip, uint64_t cycles) {
    chip->now += cycles;
    if (is_rate_short(chip)) chip->rate_shorts += cycles;
    end_spark(chip);
    if (!chip->off && held_high_too_long(chip)) {
        chip->open_edges -= chip->rose_open; // no pulse of a read: the chip is switched off, which takes no lock
        chip->rose_open = false;
        power_down(chip);
    }
    if (chip->pulses >= PULSES_A128 && since_clock_rose(chip) > PULSES_OVER_US) {
        choose_gain(chip, chip->pulses);
        chip->pulses = 0;
    }
    if (chip->off || chip->hung || chip->dead) {
        chip->ready = false;
        if (!chip->dout) set_dout(chip, true);
        chip->next = chip->now + period(chip);
    } else if (chip->now >= chip->next && !in_a_read(chip)) {
        convert(chip);
        chip->next += period(chip);
        if (chip->next < chip->now) chip->next = chip->now + period(chip);
    }
}

void hx711_stick(hx711_t *chip, line_t level) {
    chip->stuck = level;
    drive(chip, false);
}
