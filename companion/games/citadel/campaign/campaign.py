"""Where the group is in its campaign."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Campaign:
    """The Threat, the scenario and what has been saved."""
