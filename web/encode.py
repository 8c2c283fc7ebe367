"""Values of the domain to plain JSON values, every `Text` put into one language on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from operator import is_
from typing import Any, NamedTuple, TypeAlias

import msgspec

from companion.api.game import Chance, Code, CubesExpected, Expected, Fact, Pick, Prompt, Whole, Words
from companion.api.text import T, Text
from companion.api.view import CardList, Counter, Grid, HexMap, Note, PlaceMap, TokenRow, Track
from companion.session.screen import HistoryStep, Screen, StepOrders

Say: TypeAlias = Callable[[Text], str]

# Only where one of several kinds may stand does the page need to be told which one it is.
_TAGGED = frozenset(
    {Whole, Pick, Words, Code, Chance, Track, Counter, TokenRow, Grid, CardList, Note, HexMap, PlaceMap}
)
REMEMBERED = 4  # renderings of one part
_AS_THEY_ARE = frozenset({str, int, float, bool, type(None)})


def plain(value: Any, say: Say) -> Any:
    """The value as JSON knows it: a dataclass becomes an object without its empty (None) fields."""
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is Text:
        return say(value)
    if kind is tuple or kind is list:
        return [plain(inner, say) for inner in value]
    names = _names(kind)
    if names is not None:
        return _object(value, names, say)
    if isinstance(value, Mapping):
        return {str(key): plain(inner, say) for key, inner in value.items()}
    return value


def _object(value: Any, names: tuple[str, ...], say: Say) -> dict[str, Any]:
    found: dict[str, Any] = {"type": type(value).__name__} if type(value) in _TAGGED else {}
    for name in names:
        inner = getattr(value, name)
        if inner is None:
            continue
        kind = type(inner)
        # What most fields hold is looked at here: a call for each would be half of the work.
        found[name] = inner if kind in _AS_THEY_ARE else say(inner) if kind is Text else plain(inner, say)
    return found


_NAMES: dict[type, tuple[str, ...] | None] = {}


def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of value; None when it has none. Asked for every value, so it is remembered."""
    if kind not in _NAMES:
        _NAMES[kind] = _look_up_names(kind)
    return _NAMES[kind]


def _look_up_names(kind: type) -> tuple[str, ...] | None:
    if kind is Fact:  # the others say more of its order, and stand with that
        return tuple(one.name for one in fields(kind) if one.name not in ("back", "pieces", "about"))
    if is_dataclass(kind):
        return tuple(one.name for one in fields(kind))
    return kind.__struct_fields__ if issubclass(kind, msgspec.Struct) else None


Kept: TypeAlias = tuple[Any, Any]  # a value and what was rendered of it
Render: TypeAlias = Callable[[Any, "Kept | None"], Any]  # given what had that name last


class Made(NamedTuple):
    """What was rendered of some values: of each by its name, and all of it under the names that the page has."""

    values: tuple[Any, ...]
    kept: dict[str, Kept]
    parts: dict[str, Any]


class Rendered:
    """What was rendered in one language, by name: what is the same the next time is not rendered again, as telling
    that two values are alike costs a tenth of putting one into words. What was shown a few times before is remembered,
    too, for who takes a step back and forth: then the values are the very same."""

    def __init__(self) -> None:
        self._made: dict[str, deque[Made]] = {}

    def parts(
        self,
        kind: str,
        values: tuple[Any, ...],
        named: Callable[[], Mapping[str, Any]],
        render: Render,
    ) -> Made:
        """Each value rendered, under its name behind `kind`; `named` gives the same values by name."""
        before = self._made.setdefault(kind, deque(maxlen=REMEMBERED))
        made = next((one for one in before if _are_the_same(one.values, values)), None)
        if made is None:
            kept = self._kept(before, named(), render)
            made = Made(values, kept, {kind + name: known[1] for name, known in kept.items()})
        if not before or before[0] is not made:
            before.appendleft(made)
        return made

    def _kept(self, before: Sequence[Made], values: Mapping[str, Any], render: Render) -> dict[str, Kept]:
        now = dict[str, Kept]()
        for name, value in values.items():
            known = next((one.kept[name] for one in before if name in one.kept), None)
            if known is None or (known[0] is not value and (type(known[0]) is not type(value) or known[0] != value)):
                known = self._earlier(before, name, value) or (value, render(value, known))
            now[name] = known if known[0] is value else (value, known[1])
        return now

    @staticmethod
    def _earlier(before: Iterable[Made], name: str, value: Any) -> Kept | None:
        """What was rendered of this very value."""
        found = (known for one in before if (known := one.kept.get(name)) is not None)
        return next((known for known in found if known[0] is value), None)


def _are_the_same(some: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    """Whether these are the very same values, not only equal ones."""
    return len(some) == len(others) and all(map(is_, some, others))


# --- the screen -------------------------------------------------------------------------------------------------------


def screen_parts(screen: Screen, say: Say, rendered: Rendered | None = None) -> dict[str, Any]:
    """Parts by name; `panel:<name>` for each panel.

    With what was `rendered` for the screen before, panels and offers come as JSON that is encoded already.
    """
    say = _once(say)
    kept, render = _renderer(say, rendered)

    def prompt(value: Any, last: Kept | None) -> dict[str, Any]:
        return _prompt(value, say, last, rendered is not None)

    def named() -> dict[str, Prompt]:
        """By their names, as a question is asked again a few screens later; the second of a name by its number too."""
        found: dict[str, Prompt] = {}
        for one in screen.prompts:
            found[one.name if one.name not in found else f"{one.name} {len(found)}"] = one
        return found

    return {
        "version": screen.version,
        "evening": plain(screen.evening, say),
        "prompts": [*kept.parts("prompt:", screen.prompts, named, prompt).parts.values()],
        "ending": plain(screen.ending, say),
        "notices": plain(screen.notices, say),
        "last": _last(screen.history[0], say) if screen.history else None,
        "undoes": plain(_undoes(screen), say),
        "orders": [*_kept_orders(screen.orders, say, kept).parts.values()],
        "can": {"undo": screen.can_undo, "redo": screen.can_redo},
        **_view_parts(screen, say, kept, render),
    }


def _once(say: Say) -> Say:
    """What says each text of a screen once: several answers to a question name the same places."""
    said: dict[int, tuple[Text, str]] = {}  # by identity: holding the text keeps its id its own

    def once(text: Text) -> str:
        known = said.get(id(text))
        if known is None:
            known = said[id(text)] = text, say(text)
        return known[1]

    return once


def adjustable_parts(screen: Screen, say: Say, rendered: Rendered | None = None) -> Mapping[str, Any]:
    """What can be set by hand, likewise: the names, and `adjust:<name>` for each."""
    kept, render = _renderer(say, rendered)
    corrections = screen.corrections
    made = kept.parts("adjust:", corrections, lambda: {one.ask.name: one for one in corrections}, render)
    return {"adjustables": [*made.kept], **made.parts}


def _renderer(say: Say, rendered: Rendered | None) -> tuple[Rendered, Render]:
    def render(value: Any, _: object) -> Any:
        return plain(value, say) if rendered is None else msgspec.json.encode(plain(value, say))

    return Rendered() if rendered is None else rendered, render


# What a phone may see that has not joined: what lies on the table anyway. A part that is not named here is not shown.
_GUESTS = frozenset({"version", "evening", "ending", "where", "panels"})


def guest_parts(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Of a screen's parts, those for phones that only watch: not who did what, what may be tapped or corrected, nor
    what a sensor saw."""
    shown = {name: value for name, value in parts.items() if name in _GUESTS or name.startswith("panel:")}
    prompts = [{**prompt, "offers": []} for prompt in parts["prompts"]]
    orders = [nameless(one) for one in parts["orders"]]
    return {**shown, "prompts": prompts, "last": nameless(parts["last"]), "orders": orders}


def nameless(step: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A step of the history without who did it."""
    return None if step is None else {name: value for name, value in step.items() if name != "by"}


def to_ms(at: float) -> float:
    """A time to the millisecond. The page compares when something was said with when the last step was made: what is
    told of either must be rounded alike, or a word that comes right after its step seems to be older."""
    return round(at, 3)


def _last(step: HistoryStep, say: Say) -> dict[str, Any]:
    return {**plain(step, say), "at": to_ms(step.at)}


def _undoes(screen: Screen) -> HistoryStep | None:
    """The step that undoing one step would leave out."""
    steps = (step for step in screen.history if step.kind in ("move", "correct", "learn") and not step.undone)
    return next(steps, None) if screen.can_undo else None


def _kept_orders(steps: tuple[StepOrders, ...], say: Say, kept: Rendered) -> Made:
    """Those of all steps that are shown, of which one is new."""
    return kept.parts(
        "orders:", steps, lambda: {str(one.number): one for one in steps}, lambda one, _: _orders(one, say)
    )


def _orders(step: StepOrders, say: Say) -> dict[str, Any]:
    """An entry's orders in words, each with its picture where it has one."""
    todo = [
        {"text": _back(fact) if step.back else fact.todo}
        | ({"icon": fact.icon} if fact.icon else {})
        | ({"on_map": True} if fact.on_map and not step.back else {})
        | ({"pieces": fact.pieces} if fact.pieces and not (step.back and fact.back is None) else {})
        for fact in step.facts
    ]
    found = {"number": step.number, "by": step.by, "back": step.back, "todo": plain(todo, say)}
    return {**found, "aside": True} if step.aside else found


def _back(fact: Fact) -> Text:
    """What puts it back as it was."""
    assert fact.todo is not None  # only such facts have orders
    return T("Take back: {order}", order=fact.todo) if fact.back is None else fact.back


def _prompt(prompt: Prompt, say: Say, last: Kept | None, encoded: bool) -> dict[str, Any]:
    """Of a question that is asked again, most offers are as they were."""
    names = tuple(name for name in prompt.__struct_fields__ if name not in ("offers", "expects"))
    found = _object(prompt, names, say)
    found["offers"] = [*_offers(prompt, say, last, encoded)]
    found["expects"] = [_kind(one) for one in prompt.expects]
    return found


def _offers(prompt: Prompt, say: Say, last: Kept | None, encoded: bool) -> Iterator[Any]:
    before, shown = ((), ()) if last is None else (last[0].offers, last[1]["offers"])
    more = len(before) - len(prompt.offers)  # counted from the end, an offer stands where it stood
    for at, offer in enumerate(prompt.offers):
        was = next((one for one in (at, at + more) if 0 <= one < len(before) and before[one] == offer), None)
        if was is not None:
            yield shown[was]
        else:
            new = plain(offer, say)
            yield msgspec.Raw(msgspec.json.encode(new)) if encoded else new


def _kind(one: Expected) -> str:
    """What the page says of it: `watching` where the scale only answers once nothing more can fall, `late` where it has
    answered and one more cube would be news; `card_ahead` where a later question's card would answer, too."""
    if isinstance(one, CubesExpected):
        if one.known is not None:
            return "late"
        return "watching" if one.at_least == one.at_most else "cubes"
    return "card_ahead" if one.ahead else "card"


def _view_parts(screen: Screen, say: Say, kept: Rendered, render: Render) -> Mapping[str, Any]:
    if screen.view is None:
        return {"where": None, "panels": []}
    panels = screen.view.panels
    made = kept.parts("panel:", panels, lambda: {one.name: one for one in panels}, render)
    return {"where": plain(screen.view.where, say), "panels": [*made.kept], **made.parts}
