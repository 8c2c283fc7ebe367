"""The table companion: what runs beside a physical board game."""

__version__ = "0.1.0"
