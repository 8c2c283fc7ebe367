"""What the rulebook tells of the setup (p. 8 to 15), read from `setup.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.api import Text

_FILE = tomllib.loads((Path(__file__).parent.parent / "setup.toml").read_text(encoding="utf-8"))

STEP_TITLES: Mapping[str, Text] = {step["name"]: Text(step["title"]) for step in _FILE["step"]}
STEP_RULES: Mapping[str, str] = {step["name"]: step["rule"] for step in _FILE["step"]}
SOCIETIES: Mapping[str, Mapping[str, int]] = _FILE["society"]
SCENARIOS: Mapping[str, Mapping[str, Any]] = {
    name: {key: tuple(value) if isinstance(value, list) else value for key, value in told.items()}
    for name, told in _FILE["scenario"].items()
}
