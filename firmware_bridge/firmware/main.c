// The drawer's board: reads the HX711, sends every sample, answers a few commands.
#include <avr/interrupt.h>
#include <avr/power.h>
#include <avr/wdt.h>

#include "board.h"
#include "frame.h"
#include "hx711.h"
#include "identity.h"
#include "light.h"
#include "protocol.h"
#include "ticks.h"
#include "uart.h"

#define STATUS_EVERY_MS 1000

static uint16_t heard; // sequence number of the last command obeyed
static uint16_t line_errors;

// The watchdog first interrupts; only where interrupts are dead does it reset the chip, two seconds later.
static void watch(void) {
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE) | _BV(WDE) | _BV(WDP2) | _BV(WDP1) | _BV(WDP0);
}

ISR(WDT_vect) { identity_restart(RESET_WATCHDOG); }

static void send_hello(void) {
    frame_t frame;
    frame_begin(&frame, TYPE_HELLO);
    frame_add(&frame, PROTOCOL_VERSION, 1);
    frame_add(&frame, FIRMWARE_MAJOR, 1);
    frame_add(&frame, FIRMWARE_MINOR, 1);
    frame_add(&frame, FIRMWARE_PATCH, 1);
    frame_add_bytes(&frame, identity_id(), ID_LENGTH);
    frame_add(&frame, identity_boots(), 4);
    frame_add(&frame, identity_reset_cause(), 1);
    frame_add(&frame, hx711_rate(), 1);
    frame_add(&frame, hx711_gain(), 1);
    frame_send(&frame);
}

static void send_sample(const sample_t *sample) {
    frame_t frame;
    frame_begin(&frame, TYPE_SAMPLE);
    frame_add(&frame, sample->time_ms, 4);
    frame_add(&frame, sample->raw, 3);
    frame_add(&frame, sample->flags, 1);
    frame_send(&frame);
}

static void send_status(void) {
    frame_t frame;
    line_errors += uart_take_errors();
    frame_begin(&frame, TYPE_STATUS);
    frame_add(&frame, ticks_now(), 4);
    frame_add(&frame, hx711_not_answering() ? FLAG_NOT_ANSWERING : 0, 1);
    frame_add(&frame, hx711_rate(), 1);
    frame_add(&frame, hx711_gain(), 1);
    frame_add(&frame, heard, 2);
    frame_add(&frame, hx711_samples, 4);
    frame_add(&frame, hx711_late, 2);
    frame_add(&frame, hx711_power_cycles, 2);
    frame_add(&frame, frames_damaged + line_errors, 2);
    frame_add(&frame, frames_dropped, 2);
    frame_send(&frame);
}

static void send_error(const command_t *command, uint8_t error) {
    frame_t frame;
    frame_begin(&frame, TYPE_ERROR);
    frame_add(&frame, error, 1);
    frame_add(&frame, command->type, 1);
    frame_add(&frame, command->sequence, 2);
    frame_send(&frame);
}

// How long the payload of each command is; -1 for what is no command.
static int8_t length_of(uint8_t type) {
    switch (type) {
        case TYPE_ASK_HELLO:
        case TYPE_IDENTIFY:
        case TYPE_RESET: return 0;
        case TYPE_CONFIGURE: return 2;
        case TYPE_SET_ID: return ID_LENGTH;
        default: return -1;
    }
}

// Do what the command says; the error, or 0.
static uint8_t obey(const command_t *command) {
    int8_t length = length_of(command->type);
    if (length < 0) return ERROR_UNKNOWN_COMMAND;
    if (command->length != length) return ERROR_WRONG_LENGTH;
    switch (command->type) {
        case TYPE_CONFIGURE:
            if (!hx711_configure(command->payload[0], command->payload[1])) return ERROR_WRONG_VALUE;
            break;
        case TYPE_SET_ID:
            if (!identity_set_id(command->payload)) return ERROR_ID_IS_SET;
            break;
        case TYPE_IDENTIFY: light_identify(ticks_now()); break;
        case TYPE_RESET: identity_restart(RESET_COMMAND);
    }
    heard = command->sequence;
    return 0;
}

static void answer(const command_t *command) {
    uint8_t error = obey(command);
    if (error) send_error(command, error);
    else if (command->type == TYPE_ASK_HELLO || command->type == TYPE_SET_ID) send_hello();
    else send_status();
}

static bool status_is_due(uint32_t now) {
    static uint32_t last;
    static bool was_not_answering;
    if (now - last < STATUS_EVERY_MS && hx711_not_answering() == was_not_answering) return false;
    last = now;
    was_not_answering = hx711_not_answering();
    return true;
}

static void work(uint32_t now) {
    sample_t sample;
    command_t command;
    if (hx711_poll(now, &sample)) send_sample(&sample);
    while (frame_take(&command)) answer(&command);
    if (status_is_due(now)) send_status();
    light_show(now, hx711_not_answering());
}

int main(void) {
    // A frame that a restart cut off ends here, so that the hello stands by itself.
    static const uint8_t end_of_frame[] = {0};
    identity_start();
    watch();
    power_adc_disable();
    ticks_start();
    uart_start();
    light_start();
    hx711_start();
    sei();
    uart_send(end_of_frame, sizeof end_of_frame);
    send_hello();
    for (;;) {
        uint32_t now = ticks_now();
        wdt_reset();
        work(now);
        ticks_sleep(now);
    }
}
