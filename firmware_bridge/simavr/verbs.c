// What can happen to the board on the table: one verb a line, answered by "ok" or by what it tells.
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board.h"
#include "eeprom.h"

#define JUMP_TO_ITSELF 0xCFFF // rjmp .-2

typedef void verb_t(const char *word);

static void raw(const char *word) { chip.input = (int32_t)strtol(word, NULL, 0); }
static void noise(const char *word) { chip.noise = strtod(word, NULL); }
static void number(const char *word) { chip.numbered = true; (void)word; }
static void stuck(const char *word) {
    hx711_stick(&chip, !strcmp(word, "low") ? LINE_LOW : !strcmp(word, "high") ? LINE_HIGH : LINE_FREE);
}
static void hang(const char *word) { chip.hung = true; (void)word; }
static void dead(const char *word) { chip.dead = true; (void)word; }
static void alive(const char *word) { chip.dead = chip.hung = false; (void)word; }
static void speed(const char *word) { chip.strapped = atoi(word); }
static void press_reset(const char *word) { reset(avr->reset_flags.extrf); (void)word; }
static void dip(const char *word) {
    (void)word;
    hx711_power_on(&chip);
    reset(avr->reset_flags.borf);
}
static void freeze(const char *word) { frozen = true; (void)word; }
static void garble(const char *word) { serial.garble = (unsigned)atoi(word); }
static void lose(const char *word) { serial.lose = (unsigned)atoi(word); }
static void set_pace(const char *word) { pace = strtod(word, NULL); }
static void jump(const char *word) { chip.jump = strtod(word, NULL); }
static void interrupt(const char *word) { chip.interrupt_us = (unsigned)atoi(word); }
static void extra_pulse(const char *word) { chip.extra_pulses++; (void)word; }
static void short_circuit(const char *word) { chip.short_circuits++; (void)word; }
static void spark(const char *word) { hx711_spark(&chip, (unsigned)atoi(word)); }
static void spark_within(const char *word) { hx711_spark_within(&chip, (unsigned)atoi(word)); }
static void spark_meets(const char *word) { hx711_spark_meets(&chip, (unsigned)atoi(word)); }
static void brown_out(const char *word) { hx711_power_on(&chip); (void)word; }
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

static void run(const char *word) {
    for (long left = strtol(word, NULL, 0); left > 0; left--) pass_slice();
    serial_pty_flush(&serial);
    if (chip.journal) fflush(chip.journal);
}

static void blank(const char *word) { eeprom_blank(avr); (void)word; }

static const struct {
    const char *name;
    verb_t *act;
} verbs[] = {
    {"raw", raw},          // raw N: what the cell gives, in counts
    {"noise", noise},      // noise S: standard deviation of a conversion, in counts
    {"number", number},    // number: from now on the lower ten bits of each conversion are its number
    {"speed", speed},      // speed 10|80|0: RATE strapped, or (0) as the firmware's pin says
    {"stuck", stuck},      // stuck high|low|free: DOUT
    {"hang", hang},        // the converter stops until it is switched off and on
    {"dead", dead},        // the converter stops until "alive"
    {"alive", alive},
    {"jump", jump},        // jump J: at each start of the converter its zero is anew, by at most so many counts, and settles
    {"interrupt", interrupt}, // interrupt U: U microseconds long, in the middle of every read, where interrupts are on
    {"extra_pulse", extra_pulse}, // the converter counts a pulse too many in the next read
    {"short_circuit", short_circuit}, // DOUT goes high in the middle of the next read, until its end
    {"spark", spark},      // spark U: DOUT is low for U microseconds from now on
    {"spark_within", spark_within}, // spark_within P: the same until the P-th clock pulse of the read that comes of it
    {"spark_meets", spark_meets}, // spark_meets P: the same, and then a sample is ready
    {"brown_out", brown_out}, // the converter alone loses its power for a moment
    {"reset", press_reset}, // the board's reset button
    {"dip", dip},          // the supply falls too low for a moment: all start anew
    {"stray", stray},
    {"stray_deaf", stray_deaf},
    {"freeze", freeze},    // the board stops in its tracks until "thaw"
    {"thaw", thaw},
    {"unplug", unplug},
    {"plug", plug},
    {"garble", garble},    // garble N: one byte in N has a bit flipped; 0: none
    {"lose", lose},        // lose N: one byte in N is lost; 0: none
    {"pace", set_pace},    // pace F: F times real time; 0: time stands still but for "run"
    {"run", run},          // run M: M milliseconds, at once; to be used at pace 0
    {"blank", blank},      // the EEPROM as it came from the factory
};

static void report(void) {
    printf("report longest_high_ns=%llu conversions=%u reads=%u power_cycles=%u restarts=%u open_edges=%u interrupted=%u "
           "resets=%u rate_shorts=%llu led=%u led_flashes=%u cycles=%llu asleep=%llu\n",
           (unsigned long long)(chip.longest_high * 1000000000ULL / FREQUENCY), chip.conversions, chip.reads,
           chip.power_cycles, chip.restarts, chip.open_edges, chip.interrupted, resets,
           (unsigned long long)chip.rate_shorts, led, led_flashes,
           (unsigned long long)now, (unsigned long long)asleep);
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

void listen_to_verbs(bool at_once) {
    static char line[256];
    static size_t length;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char byte;
    while (running && poll(&input, 1, at_once ? 0 : -1) > 0) {
        at_once = true;
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
