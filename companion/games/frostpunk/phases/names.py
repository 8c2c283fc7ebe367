"""The phases of a game and their steps, by name and in their order (rulebook p. 18 to 29)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import T, Text

PHASES: Mapping[str, Text] = {
    "dawn": T("Dawn"),
    "morning": T("Morning"),
    "generator": T("Generator"),
    "weather": T("Weather"),
    "preparation": T("Preparation"),
    "action": T("Action"),
    "dusk": T("Dusk"),
    "hunger": T("Hunger"),
    "night": T("Night"),
}
STARTED: Mapping[str, Text] = {
    "dawn": T("Dawn Phase."),
    "morning": T("Morning Phase."),
    "generator": T("Generator Phase."),
    "weather": T("Weather Phase."),
    "preparation": T("Preparation Phase."),
    "action": T("Action Phase."),
    "dusk": T("Dusk Phase."),
    "hunger": T("Hunger Phase."),
    "night": T("Night Phase."),
}
SETUP_STEPS = (
    "setup.map",
    "setup.expeditions",
    "setup.technologies",
    "setup.society",
    "setup.population",
    "setup.supply",
    "setup.buildings",
    "setup.tokens",
    "setup.round",
    "setup.laws",
    "setup.dusk",
    "setup.generator",
    "setup.advisors",
    "setup.other",
)
LAID = "laid"  # among the ticks: all was laid out as one list
LAID_LATER = (
    "setup.round",
    "setup.laws",
    "setup.dusk",
    "setup.generator",
)  # steps that this list holds, after the tokens
ROUND_STEPS = (
    "dawn.begin",
    "dawn.trigger",
    "dawn.development",
    "morning.card",
    "morning.resolve",
    "generator.fuel",
    "generator.sick",
    "generator.cubes",
    "generator.drop",
    "generator.count",
    "generator.drawer",
    "generator.breakdown",
    "generator.reset",
    "weather.card",
    "weather.storm",
    "preparation.advisor",
    "preparation.sickness",
    "action.meeples",
    "action.turn",
    "dusk.effects",
    "dusk.card",
    "dusk.resolve",
    "dusk.dispute",
    "hunger.previous",
    "hunger.effects",
    "hunger.reset",
    "hunger.feed",
    "night.return",
    "night.fuel",
    "night.shelters",
)
LAST_STEP = "end.scenario"


def phase_of(step: str) -> str:
    """The phase that a step belongs to: `setup`, one of `PHASES`, or `end`."""
    return step.split(".")[0]
