#include "identity.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>
#include <util/crc16.h>

// A cell of EEPROM bears 100 000 writes, and a Nano restarts whenever its port is opened: the count goes round.
#define SLOTS 32
#define BLANK 0xFFFFFFFFUL
#define REMEMBERED 0x5AC3
#define ANY_RESET (RESET_POWER_ON | RESET_EXTERNAL | RESET_BROWN_OUT | RESET_WATCHDOG)

// At an address of its own, so that a newer firmware finds what an older one kept. The first cells are left alone:
// they suffer first when power fails.
typedef struct {
    uint8_t unused[8];
    uint8_t id[ID_LENGTH];
    uint16_t crc;
    uint32_t boots[SLOTS];
} kept_t;
#define KEPT ((kept_t *)0)

static uint8_t id[ID_LENGTH];
static uint32_t boots;
static uint8_t cause;

// What survives a restart that is not a loss of power.
static uint16_t remembered __attribute__((section(".noinit")));
static uint8_t remembered_cause __attribute__((section(".noinit")));
static uint8_t from_bootloader __attribute__((section(".noinit")));

// Optiboot clears MCUSR and hands its value on in r2. This must run before the C runtime uses r2.
void keep_bootloaders_word(void) __attribute__((naked, used, section(".init0")));
void keep_bootloaders_word(void) { __asm__ volatile("sts %0, r2" : : "i"(&from_bootloader)); }

static uint16_t id_checksum(const uint8_t *bytes) {
    uint16_t crc = 0xFFFF;
    for (uint8_t i = 0; i < ID_LENGTH; i++) crc = _crc_ccitt_update(crc, bytes[i]);
    return crc;
}

static void find_cause(void) {
    cause = MCUSR;
    if (cause == 0 && from_bootloader <= ANY_RESET) cause = from_bootloader; // anything else is no word of Optiboot's
    if (remembered == REMEMBERED) cause = remembered_cause;
    remembered = 0;
    MCUSR = 0;
    wdt_disable(); // after a reset of its own it is on, and bites within 16 ms
}

static void load_id(void) {
    eeprom_read_block(id, KEPT->id, ID_LENGTH);
    if (eeprom_read_word(&KEPT->crc) != id_checksum(id)) memset(id, 0xFF, ID_LENGTH);
}

static void count_boot(void) {
    uint8_t last = SLOTS - 1;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
        uint32_t kept = eeprom_read_dword(&KEPT->boots[slot]);
        if (kept != BLANK && kept >= boots) {
            boots = kept;
            last = slot;
        }
    }
    boots++;
    eeprom_update_dword(&KEPT->boots[(last + 1) % SLOTS], boots);
}

void identity_start(void) {
    find_cause();
    load_id();
    count_boot();
}

const uint8_t *identity_id(void) { return id; }
uint32_t identity_boots(void) { return boots; }
uint8_t identity_reset_cause(void) { return cause; }

static bool is_blank(void) {
    for (uint8_t i = 0; i < ID_LENGTH; i++)
        if (id[i] != 0xFF) return false;
    return true;
}

bool identity_set_id(const uint8_t *wanted) {
    if (!is_blank()) return memcmp(id, wanted, ID_LENGTH) == 0;
    memcpy(id, wanted, ID_LENGTH);
    eeprom_update_block(id, KEPT->id, ID_LENGTH);
    eeprom_update_word(&KEPT->crc, id_checksum(id));
    return true;
}

void identity_restart(uint8_t why) {
    cli();
    wdt_disable();
    remembered = REMEMBERED;
    remembered_cause = why;
    // Not by the watchdog's own reset: the bootloader of many a Nano then restarts for ever.
    __asm__ volatile("jmp 0");
    __builtin_unreachable();
}
