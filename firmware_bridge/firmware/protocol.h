// What goes over the wire; the same names as in firmware_bridge/protocol.py. Described in firmware_bridge/PROTOCOL.md.
#pragma once

#define PROTOCOL_VERSION 1
#define BAUD 57600UL

// Types of messages from this board. Numbers are little-endian.
#define TYPE_HELLO 'H'
#define TYPE_SAMPLE 'S'
#define TYPE_STATUS 'T'
#define TYPE_ERROR 'E'

// Types of commands to this board.
#define TYPE_ASK_HELLO 'h'
#define TYPE_CONFIGURE 'c'
#define TYPE_IDENTIFY 'i'
#define TYPE_RESET 'r'
#define TYPE_SET_ID 'u'

// Flags of a sample and of the status.
#define FLAG_SATURATED 0x01
#define FLAG_LATE 0x02
#define FLAG_DISTURBED 0x04
#define FLAG_WARMING_UP 0x08
#define FLAG_NOT_ANSWERING 0x10
#define FLAG_REINITIALISED 0x20

// Why the board started; the lower four are the chip's own (MCUSR).
#define RESET_POWER_ON 0x01
#define RESET_EXTERNAL 0x02
#define RESET_BROWN_OUT 0x04
#define RESET_WATCHDOG 0x08
#define RESET_COMMAND 0x10

// Why a command was refused.
#define ERROR_UNKNOWN_COMMAND 1
#define ERROR_WRONG_LENGTH 2
#define ERROR_WRONG_VALUE 3
#define ERROR_ID_IS_SET 4

#define ID_LENGTH 8
#define HEADER_LENGTH 3 // type, sequence number
#define CRC_LENGTH 2
#define MAX_BODY 32 // header, payload and CRC
