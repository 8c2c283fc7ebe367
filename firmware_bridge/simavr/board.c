// The drawer's board on the desk: the compiled firmware, unchanged, in an emulated ATmega328P with an HX711 on its pins.
//
//   board FIRMWARE.elf [--link PATH] [--eeprom FILE]
//
// Prints "port PATH" once it runs. Then it takes one verb a line on standard input and answers each with one line; the
// verbs are in `verbs` below. It ends when standard input does.
#include <errno.h>
#include <poll.h>
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

#include "eeprom.h"
#include "hx711.h"
#include "serial_pty.h"

#define FREQUENCY 16000000
#define SLICE_CYCLES (FREQUENCY / 1000)
#define STEP_CYCLES (SLICE_CYCLES / 20) // the converter and the line are looked after so often
#define LED_PIN 5
#define WDTCSR 0x60
#define WDIF 0x80
#define WATCHDOG_CYCLES (2 * FREQUENCY) // the firmware's choice, nominally
#define JUMP_TO_ITSELF 0xCFFF // rjmp .-2

static avr_t *avr;
static hx711_t chip;
static serial_pty_t serial = {.host = -1, .board = -1};
static uint64_t now; // cycles since the program began; the AVR's own count begins again at a reset
static double pace = 1.0;
static bool frozen, running = true;
static uint64_t asleep;
static uint32_t led, led_flashes, resets;
static const char *eeprom_path;

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

static void reset(avr_regbit_t why) {
    avr_reset(avr);
    avr_regbit_clear(avr, avr->reset_flags.porf);
    avr_regbit_set(avr, why);
    resets++;
    attach();
}

// --- verbs -----------------------------------------------------------------------------------------------------------

typedef void verb_t(const char *word);

static void raw(const char *word) { chip.input = (int32_t)strtol(word, NULL, 0); }
static void noise(const char *word) { chip.noise = strtod(word, NULL); }
static void stuck(const char *word) {
    hx711_stick(&chip, !strcmp(word, "low") ? LINE_LOW : !strcmp(word, "high") ? LINE_HIGH : LINE_FREE);
}
static void hang(const char *word) { chip.hung = true; (void)word; }
static void dead(const char *word) { chip.dead = true; (void)word; }
static void alive(const char *word) { chip.dead = chip.hung = false; (void)word; }
static void speed(const char *word) { chip.strapped = atoi(word); }
static void press_reset(const char *word) { reset(avr->reset_flags.extrf); (void)word; }
static void freeze(const char *word) { frozen = true; (void)word; }
static void garble(const char *word) { serial.garble = (unsigned)atoi(word); }
static void lose(const char *word) { serial.lose = (unsigned)atoi(word); }
static void set_pace(const char *word) { pace = strtod(word, NULL); }
static void unplug(const char *word) { serial_pty_unplug(&serial); (void)word; }

static void power_on(void) {
    memset(avr->data + avr->ioend + 1, 0xA5, avr->ramend - avr->ioend); // memory after a loss of power holds anything
    hx711_power_on(&chip);
    reset(avr->reset_flags.porf);
}

static void thaw(const char *word) {
    (void)word;
    frozen = false;
    power_on();
}

static void plug(const char *word) {
    (void)word;
    if (serial.host >= 0) return;
    serial_pty_plug(&serial);
    power_on();
}

// The program counter goes astray, as a spark may make it, into a loop at the end of the flash.
static void stray(const char *word) {
    (void)word;
    uint32_t at = avr->flashend - 1;
    avr->flash[at] = JUMP_TO_ITSELF & 0xFF;
    avr->flash[at + 1] = JUMP_TO_ITSELF >> 8;
    avr->pc = at;
    avr->state = cpu_Running;
    avr->sreg[S_I] = 1;
}

// The same with interrupts switched off, so that only the watchdog's own reset is left.
static void stray_deaf(const char *word) {
    stray(word);
    avr->sreg[S_I] = 0;
}

static void blank(const char *word) { eeprom_blank(avr); (void)word; }

static const struct {
    const char *name;
    verb_t *act;
} verbs[] = {
    {"raw", raw},          // raw N: what the cell gives, in counts
    {"noise", noise},      // noise S: standard deviation of a conversion, in counts
    {"speed", speed},      // speed 10|80|0: RATE strapped, or (0) as the firmware's pin says
    {"stuck", stuck},      // stuck high|low|free: DOUT
    {"hang", hang},        // the converter stops until it is switched off and on
    {"dead", dead},        // the converter stops until "alive"
    {"alive", alive},
    {"reset", press_reset}, // the board's reset button
    {"stray", stray},
    {"stray_deaf", stray_deaf},
    {"freeze", freeze},    // the board stops in its tracks until "thaw"
    {"thaw", thaw},
    {"unplug", unplug},
    {"plug", plug},
    {"garble", garble},    // garble N: one byte in N has a bit flipped; 0: none
    {"lose", lose},        // lose N: one byte in N is lost; 0: none
    {"pace", set_pace},    // pace F: F times real time
    {"blank", blank},      // the EEPROM as it came from the factory
};

static void report(void) {
    printf("report longest_high_ns=%llu conversions=%u reads=%u power_cycles=%u resets=%u led=%u led_flashes=%u "
           "cycles=%llu asleep=%llu\n",
           (unsigned long long)(chip.longest_high * 1000000000ULL / FREQUENCY), chip.conversions, chip.reads,
           chip.power_cycles, resets, led, led_flashes, (unsigned long long)now, (unsigned long long)asleep);
}

static void obey(char *line) {
    char *word = strchr(line, ' ');
    if (word) *word++ = 0;
    if (!strcmp(line, "report")) {
        report();
        return;
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(line, verbs[i].name)) continue;
        verbs[i].act(word ? word : "");
        puts("ok");
        return;
    }
    printf("error there is no verb %s\n", line);
}

// Obey whatever waits on standard input, at once.
static void listen_to_verbs(void) {
    static char line[256];
    static size_t length;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;
    while (running && poll(&input, 1, 0) > 0) {
        if (read(STDIN_FILENO, &byte, 1) != 1) {
            running = false;
        } else if (byte == '\n') {
            line[length] = 0;
            length = 0;
            obey(line);
            fflush(stdout);
        } else if (length < sizeof line - 1) {
            line[length++] = byte;
        }
    }
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

static void pass_slice(void) {
    uint64_t end = now + SLICE_CYCLES;
    if (frozen || serial.host < 0) { // without its cable the board has no power
        now = end;
        hx711_pass(&chip, SLICE_CYCLES);
    }
    while (now < end) step();
    finish_watchdog();
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
    reset(avr->reset_flags.porf);
    return serial_pty_plug(&serial);
}

int main(int count, char **words) {
    if (!take_options(count, words)) {
        fprintf(stderr, "usage: board FIRMWARE.elf [--link PATH] [--eeprom FILE]\n");
        return 2;
    }
    if (!start(words[1])) {
        fprintf(stderr, "board: cannot start %s: %s\n", words[1], strerror(errno));
        return 1;
    }
    printf("port %s\n", serial_pty_name(&serial));
    fflush(stdout);
    for (double due = seconds(); running; keep_pace(&due)) {
        pass_slice();
        listen_to_verbs();
    }
    serial_pty_unplug(&serial);
    eeprom_save(avr, eeprom_path);
    return 0;
}
