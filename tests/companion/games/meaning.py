"""What prompts, offers and texts are about, without their words: words may be rewritten, what they say stays."""

from collections.abc import Mapping
from typing import Any

from companion.api.game import Offer, Prompt
from companion.api.text import Text, verbatim


def prompted(prompt: Prompt) -> tuple[str, dict[str, Any]]:
    """A prompt's name, and the numbers and names in what it says."""
    return prompt.name, meant(prompt.do)


def offered(offer: Offer) -> tuple[str, dict[str, Any]]:
    """An offer's move with its arguments, and the numbers and names on its button (these, where both bear a name)."""
    return offer.move.name, {**offer.move.args, **meant(offer.label)}


def offer_of(prompt: Prompt, move: str, told: Mapping[str, Any]) -> Offer:
    """The one offer of a prompt with this move, and these among its arguments and what stands on its button."""
    found = [one for one in prompt.offers if one.move.name == move and _among(told, offered(one)[1])]
    assert len(found) == 1, f"{move} {dict(told)}: {[offered(one) for one in prompt.offers]}"
    return found[0]


def meant(text: Text) -> dict[str, Any]:
    """The numbers and names in a text."""
    return {name: _value(one) for name, one in text.args.items()}


def _among(some: Mapping[str, Any], every: Mapping[str, Any]) -> bool:
    return all(name in every and every[name] == value for name, value in some.items())


def _value(one: object) -> Any:
    if not isinstance(one, Text):
        return one
    if one.msgid == verbatim("").msgid or not one.args:
        return str(one)  # a name
    found = meant(one)
    return list(found.values()) if all(name.isdecimal() for name in found) else found
