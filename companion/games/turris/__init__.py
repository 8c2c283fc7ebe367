"""Turris: the companion's part of it. Pages are those of its rulebook."""
