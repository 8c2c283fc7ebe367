"""The Action Phase (rulebook p. 22 to 27, 39 to 43). Wired together in `phase.py`; this file imports nothing."""
