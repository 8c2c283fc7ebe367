// The emulated board's EEPROM, kept in a file from one run to the next.
#pragma once

#include <simavr/sim_avr.h>

// A file that is not there is a chip as it came from the factory. `path` may be NULL: nothing is kept.
void eeprom_load(avr_t *avr, const char *path);
void eeprom_save(avr_t *avr, const char *path);
// As it came from the factory.
void eeprom_blank(avr_t *avr);
