"""The Beasts: target, path, movement, effects."""
