"""The wire to the drawer: bytes, messages, the serial port and the chip. Knows no game and no page."""
