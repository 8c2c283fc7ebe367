"""What is written in the Citadel leaflet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Leaflet:
    """The group's pages."""
