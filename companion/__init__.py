"""The table companion: what runs beside a physical board game."""

__version__ = "0.2.0.dev0"
