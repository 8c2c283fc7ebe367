"""Who falls sick from the cold in the Generator Phase (rulebook p. 20): the icons between the Heat and Cold markers.

Whether an icon belongs to a space or lies between two, the text does not say; so nothing is added up, and the icons of
each pair of spaces are a board fact of their own, kept once they are told. Only this is sure: between spaces that lie
closer together there are no more of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.api import Args, BoardFamily, Move, Offer, Prompt, T, Text, Value, Whole
from companion.games.frostpunk.forms import asked_in, per_kind
from companion.games.frostpunk.people.health import fall_sick
from companion.games.frostpunk.state import KIND_NAMES, KINDS, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, once, whole

MOST_ICONS = 10
LIKELY = 4  # more of one type between two spaces are asked for behind "more"
ICONS = BoardFamily(
    pattern=r"icons_[0-9]{1,2}_[0-9]{1,2}_(workers|engineers|children)",
    ask=Whole(name="icons", label=T("Icons between two spaces of the Heat track"), at_most=MOST_ICONS),
    label=T("Icons between two spaces of the Heat track, by type"),
)


def icons_name(heat: int, cold: int, kind: str) -> str:
    """The board fact: how many icons of a type are pictured between two spaces of the Heat track."""
    return f"icons_{heat}_{cold}_{kind}"


def icons_at(state: State, heat: int) -> Mapping[str, int] | None:
    """The icons by type between a space and the Cold marker; None while nobody has said. None lie beyond it."""
    limits = {kind: icons_between(state, heat, kind) for kind in KINDS}
    known = {kind: least for kind, (least, most) in limits.items() if least == most}
    return known if len(known) == len(KINDS) else None


def icons_between(state: State, heat: int, kind: str) -> tuple[int, int]:
    """The fewest and the most icons of a type that can lie between a space and the Cold marker, by what was told."""
    cold = state.generator.cold
    if heat >= cold:
        return 0, 0
    exact = state.fact(icons_name(heat, cold, kind))
    if exact is not None:
        return exact, exact
    told = [(first, last, icons) for first, last, of, icons in _told(state) if of == kind]
    least = max((icons for first, last, icons in told if heat <= first and last <= cold), default=0)
    most = min((icons for first, last, icons in told if first <= heat and cold <= last), default=MOST_ICONS)
    return (least, most) if least <= most else (0, MOST_ICONS)


@once
def _told(state: State) -> tuple[tuple[int, int, str, int], ...]:
    """What was told: from which space to which, the type, and how many."""
    names = ((name.split("_"), value) for name, value in state.board.items() if name.startswith("icons_"))
    return tuple((int(first), int(last), kind, int(value)) for (_, first, last, kind), value in names)


def learn_icons(tx: Transaction, icons: Mapping[str, int]) -> None:
    """Keep the icons between the two markers where they stand now."""
    board = tx.state.generator
    for kind in KINDS:
        tx.learn(icons_name(board.heat, board.cold, kind), icons[kind])


def freeze(tx: Transaction, icons: Mapping[str, int]) -> None:
    """One of the type falls sick for each icon (p. 20)."""
    for kind in KINDS:
        fall_sick(tx, kind, icons[kind])
    if not any(icons.values()):
        tx.tell("nobody_fell_sick", T("Nobody falls sick from the cold."))


def begin(tx: Transaction) -> None:
    """Where the icons are known, the sick are told and the step is done."""
    icons = icons_at(tx.state, tx.state.generator.heat)
    if icons is not None:
        freeze(tx, icons)
        tx.go_on()


def icons_told(tx: Transaction, args: Args) -> None:
    """The icons between the Heat and the Cold marker were told: they are kept, and one falls sick for each."""
    require_step(tx.state, "generator.sick")
    icons = {kind: number(args, kind) for kind in KINDS}
    learn_icons(tx, icons)
    freeze(tx, icons)
    tx.go_on()


def _sick(state: State) -> Prompt:
    board = state.generator
    more = T(
        "Look at the Heat track between the Heat marker on {heat} and the Cold marker on {cold}, and enter how many "
        "icons of each type are pictured there. It is asked only once for these two spaces.",
        heat=board.heat,
        cold=board.cold,
    )
    return Prompt(
        name="generator.sick",
        do=T("Move a Sickness marker for each icon between the Heat and the Cold marker."),
        more=more,
        rule="generator.cold",
        look="look_generator_board",
        offers=_offers({kind: icons_between(state, board.heat, kind) for kind in KINDS}),
    )


ONLY: Mapping[str, Text] = {
    "workers": T("Only Workers fall sick"),
    "engineers": T("Only Engineers fall sick"),
    "children": T("Only Children fall sick"),
}


def _offers(limits: Mapping[str, tuple[int, int]]) -> tuple[Offer, ...]:
    """One tap where the icons are of a single type; several types are told together. Where icons of some type are
    sure to lie there, by what was told of spaces between, no type alone can be meant but that one."""
    sure = [kind for kind, (least, _) in limits.items() if least]
    alone = [kind for kind, (_, most) in limits.items() if most and set(sure) <= {kind}]
    offers = [] if sure else [Offer(move=Move("freeze", dict.fromkeys(KINDS, 0)), label=T("Nobody falls sick"))]
    for kind in alone:
        least, most = limits[kind]
        count = Whole(name=kind, label=KIND_NAMES[kind], at_least=max(1, least), at_most=most, likely=LIKELY)
        others: dict[str, Value] = {other: 0 for other in KINDS if other != kind}
        offers.append(Offer(move=Move("freeze", others), label=ONLY[kind], asks=(count,), icon=kind))
    if sum(most > 0 for _, most in limits.values()) > 1:
        asks = tuple(whole(kind, KIND_NAMES[kind], most, least, least) for kind, (least, most) in limits.items())
        offers.append(Offer(move=Move("freeze"), label=T("Several types fall sick"), asks=asks, icon="sick"))
    return tuple(offers)


MODULE: GameModule[State, Transaction] = GameModule(
    name="cold",
    moves={
        "freeze": action(
            icons_told,
            lambda args: T(
                "Sick from the cold: workers {workers}, engineers {engineers}, children {children}", **dict(args)
            ),
            *per_kind(dict.fromkeys(KINDS, MOST_ICONS)),
        ),
    },
    prompts=asked_in(
        {
            "generator.sick": _sick,
        }
    ),
    families=(ICONS,),
)
