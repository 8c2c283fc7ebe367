#include "light.h"

#include "board.h"

#define IDENTIFY_MS 5000

static bool identifying;
static uint32_t identify_since, second_began;

void light_start(void) { DDRB |= _BV(LED_BIT); }

void light_identify(uint32_t now) {
    identifying = true;
    identify_since = now;
}

void light_show(uint32_t now, bool trouble) {
    if (now - identify_since >= IDENTIFY_MS) identifying = false;
    if (now - second_began >= 1000) second_began = now; // no division: this runs every millisecond
    uint16_t in_second = now - second_began;
    bool lit = identifying ? in_second % 100 < 50 : in_second < (trouble ? 500 : 40);
    if (lit) PORTB |= _BV(LED_BIT);
    else PORTB &= ~_BV(LED_BIT);
}
