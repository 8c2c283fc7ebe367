// The drawer's board on the desk: the compiled firmware, unchanged, in an emulated ATmega328P with an HX711 on its pins.
//
//   board FIRMWARE.elf [--link PATH] [--eeprom FILE] [--journal FILE]
//
// Prints "port PATH" once it runs. Then it takes one verb a line on standard input and answers each with one line; the
// verbs are in verbs.c. It ends when standard input does. The journal tells what the converter has converted.
#include <errno.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "eeprom.h"

#define SLICE_CYCLES (FREQUENCY / SLICES_A_SECOND)
#define STEP_CYCLES (SLICE_CYCLES / 5) // the converter and the line are looked after so often
#define LED_PIN 5
#define WDTCSR 0x60
#define WDIF 0x80
#define WATCHDOG_CYCLES (2 * FREQUENCY) // the firmware's choice, nominally

avr_t *avr;
hx711_t chip;
serial_pty_t serial = {.host = -1, .board = -1};
uint64_t now, asleep;
double pace = 1.0;
bool frozen, running = true;
uint32_t led, led_flashes, resets;
static const char *eeprom_path, *journal_path;

static void silent(avr_t *of, const int level, const char *format, va_list arguments) {
    (void)of;
    if (level == LOG_ERROR) vfprintf(stderr, format, arguments);
}

static void led_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (value && !led) led_flashes++;
    led = value;
}

// simavr would sleep here in real time; time is kept in `pass_slice` instead.
static void sleep_in_no_time(avr_t *of, avr_cycle_count_t cycles) {
    (void)of;
    asleep += cycles;
}

static void attach(void) {
    // D2 and D3 could be interrupts too. They are not used so, and simavr would look at them every cycle.
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    avr_irq_t *led_irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), LED_PIN);
    avr_irq_unregister_notify(led_irq, led_changed, NULL);
    avr_irq_register_notify(led_irq, led_changed, NULL);
    serial_pty_attach(&serial);
    hx711_attach(&chip);
}

void reset(avr_regbit_t why) {
    avr_reset(avr);
    avr_regbit_clear(avr, avr->reset_flags.porf);
    avr_regbit_set(avr, why);
    resets++;
    attach();
}

// --- time ------------------------------------------------------------------------------------------------------------

static void step(void) {
    avr_cycle_count_t before = avr->cycle;
    int state = avr_run(avr);
    if (state == cpu_Crashed || state == cpu_Done) {
        fprintf(stderr, "board: the firmware crashed\n");
        exit(3);
    }
    // The AVR's count begins again when the watchdog resets it.
    uint64_t passed = avr->cycle >= before ? avr->cycle - before : 0;
    now += passed;
    hx711_pass(&chip, passed);
    serial_pty_pass(&serial, now);
}

// A watchdog's interrupt that is not taken before its next time-out becomes a reset (data sheet, 10.8); simavr raises the
// interrupt for ever.
static void finish_watchdog(void) {
    static uint64_t raised;
    uint8_t control = avr->data[WDTCSR];
    if (!(control & WDIF)) raised = now;
    else if (now - raised >= WATCHDOG_CYCLES) reset(avr->reset_flags.wdrf);
}

void pass_slice(void) {
    uint64_t end = now + SLICE_CYCLES;
    if (frozen || serial.host < 0) { // without its cable the board has no power
        now = end;
        hx711_pass(&chip, SLICE_CYCLES);
    }
    while (now < end) step();
    finish_watchdog();
    if (pace > 0) serial_pty_flush(&serial);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_pace(double *due) {
    double ahead = (*due += (double)SLICE_CYCLES / FREQUENCY / pace) - seconds();
    if (ahead > 0.001) usleep((useconds_t)(ahead * 1e6));
    if (ahead < -0.2) *due = seconds(); // the machine is too slow; never mind, but do not hurry afterwards
}

static bool take_options(int count, char **words) {
    for (int i = 2; i + 1 < count; i += 2) {
        if (!strcmp(words[i], "--link")) serial.link = words[i + 1];
        else if (!strcmp(words[i], "--eeprom")) eeprom_path = words[i + 1];
        else if (!strcmp(words[i], "--journal")) journal_path = words[i + 1];
        else return false;
    }
    return count >= 2 && count % 2 == 0;
}

static bool start(const char *firmware) {
    elf_firmware_t elf = {0};
    avr_global_logger_set(silent);
    if (elf_read_firmware(firmware, &elf) < 0) return false;
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr_load_firmware(avr, &elf);
    avr->frequency = FREQUENCY;
    avr->sleep = sleep_in_no_time;
    avr->run_cycle_limit = STEP_CYCLES;
    serial.avr = avr;
    eeprom_load(avr, eeprom_path);
    hx711_init(&chip, avr);
    if (journal_path && !(chip.journal = serial.journal = fopen(journal_path, "w"))) return false;
    reset(avr->reset_flags.porf);
    return serial_pty_plug(&serial);
}

int main(int count, char **words) {
    if (!take_options(count, words)) {
        fprintf(stderr, "usage: board FIRMWARE.elf [--link PATH] [--eeprom FILE] [--journal FILE]\n");
        return 2;
    }
    if (!start(words[1])) {
        fprintf(stderr, "board: cannot start %s: %s\n", words[1], strerror(errno));
        return 1;
    }
    printf("port %s\n", serial_pty_name(&serial));
    fflush(stdout);
    for (double due = seconds(); running;) {
        if (pace > 0) {
            pass_slice();
            keep_pace(&due);
        } else {
            due = seconds();
        }
        listen_to_verbs(pace > 0);
    }
    serial_pty_unplug(&serial);
    eeprom_save(avr, eeprom_path);
    if (chip.journal) fclose(chip.journal);
    return 0;
}
