#include "eeprom.h"

#include <simavr/avr_eeprom.h>
#include <stdio.h>
#include <string.h>

#define SIZE 1024

static void set(avr_t *avr, uint8_t *bytes, uint32_t size) {
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = size};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
}

void eeprom_load(avr_t *avr, const char *path) {
    FILE *file = path ? fopen(path, "rb") : NULL;
    uint8_t bytes[SIZE];
    if (!file) return;
    set(avr, bytes, (uint32_t)fread(bytes, 1, sizeof bytes, file));
    fclose(file);
}

void eeprom_save(avr_t *avr, const char *path) {
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file) return;
    avr_eeprom_desc_t all = {.ee = NULL, .offset = 0, .size = SIZE};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
    fwrite(all.ee, 1, all.size, file);
    fclose(file);
}

void eeprom_blank(avr_t *avr) {
    uint8_t bytes[SIZE];
    memset(bytes, 0xFF, sizeof bytes);
    set(avr, bytes, sizeof bytes);
}
