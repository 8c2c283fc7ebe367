"""The Population board, Hope and Discontent: on the phones, and set by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.api import Counter, IllegalMove, N, Note, Panel, T, Text, TokenRow, Track, Value, Widget, template
from companion.api import Token as ShownToken
from companion.games.frostpunk.action.meeples import GROWN
from companion.games.frostpunk.forms import YES_NO, Settable, yes_settable
from companion.games.frostpunk.people.tokens import TRACK_NAMES, TYPES, token_name
from companion.games.frostpunk.phases.names import phase_of
from companion.games.frostpunk.phases.sections import section
from companion.games.frostpunk.state import (
    BAG,
    KIND_NAMES,
    KINDS,
    LOSING_SICK,
    MOST_CITIZENS,
    MOST_TOKENS,
    QUIET_SICK,
    SPENT_TOKENS,
    UNTOLD,
    State,
    Token,
)
from companion.games.frostpunk.transaction import Transaction
from companion.toolkit import GameModule, pick, whole

# --- Population -------------------------------------------------------------------------------------------------------


def _people(state: State) -> Panel:
    """Citizens, the sick, Spent tokens, and the Corpse track."""
    widgets: list[Widget] = []
    for kind in KINDS:
        widgets += _group_widgets(state, kind)
    if state.child_worker:
        widgets.append(Note(text=T("The Child Worker is in play.")))
    if state.child_engineer:
        widgets.append(Note(text=T("The Child Engineer is in play.")))
    widgets.append(
        Counter(
            label=T("Corpses"),
            count=state.corpses,
            of=state.fact("corpse_last"),
            value="corpses",
            icon="corpses",
            main=True,
        )
    )
    return Panel(name="people", title=T("People"), widgets=tuple(widgets), icon="people")


def _group_widgets(state: State, kind: str) -> list[Widget]:
    group, who = state.group(kind), KIND_NAMES[kind]
    meeples = N("{n} Meeple.", "{n} Meeples.", group.meeples)
    found: list[Widget] = [
        Track(
            label=who,
            at=group.citizens,
            first=0,
            last=MOST_CITIZENS,
            value=kind,
            icon=kind,
            note=meeples if group.meeples else None,
        ),
        Counter(
            label=T("{who}: sick", who=who),
            count=group.sick,
            of=group.citizens,
            tone="danger" if group.grave or group.sick >= LOSING_SICK - 2 else "cold",
            value=f"{kind}_sick",
            icon="sick",
            main=True,
            note=_sick_note(state, kind),
        ),
    ]
    if group.spent:
        carried = N("{n} of them carries a Meeple.", "{n} of them carry a Meeple.", group.carried)
        found.append(
            Counter(
                label=T("{who}: Spent tokens", who=who),
                count=group.spent,
                value=f"{kind}_spent",
                icon=kind,
                note=carried if group.carried else None,
            )
        )
    return found


def _sick_note(state: State, kind: str) -> Text | None:
    group = state.group(kind)
    if group.grave:
        return T("One is gravely ill: the marker shows its Skull side.")
    effects = section(state, "sickness", group.sick) if group.sick > QUIET_SICK else None
    if effects is None:
        return None
    return T("Their section: Spent tokens {tokens}, flips {flips}.", tokens=effects["tokens"], flips=effects["flips"])


# --- Hope and Discontent ----------------------------------------------------------------------------------------------


def _mood(state: State) -> Panel:
    """The tokens on both tracks, by type, their active side lit."""
    rows = tuple(
        TokenRow(
            label=label,
            tokens=tuple(
                ShownToken(label=token_name(state, token.kind), lit=token.active, tone=tone, icon=token.kind)
                for token in state.tokens(about).row
            ),
            places=MOST_TOKENS,
            main=True,
        )
        for about, label, tone in (("hope", T("Hope"), "good"), ("discontent", T("Discontent"), "danger"))
    )
    return Panel(name="mood", title=T("Hope and Discontent"), widgets=rows, icon="hope")


def settables(state: State) -> Iterator[Settable]:
    """Everybody, and what they think of you."""
    for kind in KINDS:
        yield from _group(state, kind)
    yield yes_settable(state, "child_worker", T("Child Worker in play"))
    yield yes_settable(state, "child_engineer", T("Child Engineer in play"))
    yield from _token_settables(state)


def _group(state: State, kind: str) -> Iterator[Settable]:
    group, who = state.group(kind), KIND_NAMES[kind]

    def put(field: str) -> Callable[[Transaction, Value], None]:
        return lambda tx, value: tx.set_group(kind, **{field: value})

    def put_citizens(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, citizens=value, sick=min(tx.state.group(kind).sick, int(value)))

    def put_grave(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, grave=value == "yes")

    def put_spent(tx: Transaction, value: Value) -> None:
        tx.set_group(kind, spent=value, carried=min(tx.state.group(kind).carried, int(value)))

    yield Settable(whole(kind, who, MOST_CITIZENS), group.citizens, put_citizens)
    yield Settable(whole(f"{kind}_sick", T("{who}: sick", who=who), group.citizens), group.sick, put("sick"))
    grave = pick(f"{kind}_grave", T("{who}: gravely ill, Skull side", who=who), YES_NO)
    yield Settable(grave, "yes" if group.grave else "no", put_grave)
    yield Settable(whole(f"{kind}_spent", T("{who}: Spent tokens", who=who), SPENT_TOKENS), group.spent, put_spent)
    carried = whole(f"{kind}_carried", T("{who}: Spent tokens with a Meeple", who=who), group.spent)
    yield Settable(carried, group.carried, put("carried"))
    most = max(GROWN[kind], group.meeples)
    yield Settable(whole(f"{kind}_meeples", T("{who}: Meeples", who=who), most), group.meeples, put("meeples"))
    if phase_of(state.step) == "preparation":
        yield _resolved(state, kind)


def _resolved(state: State, kind: str) -> Settable:
    def put(tx: Transaction, value: Value) -> None:
        others = tuple(one for one in tx.state.resolved if one != kind)
        tx.set(resolved=(*others, kind) if value == "yes" else others)

    ask = pick(f"{kind}_resolved", T("{who}: Sickness marker resolved", who=KIND_NAMES[kind]), YES_NO)
    return Settable(ask, "yes" if kind in state.resolved else "no", put)


EMPTY = "empty"
ACTIVE, EXHAUSTED = "active", "exhausted"
PLACES = {
    "hope": template("Hope, place {place}"),
    "discontent": template("Discontent, place {place}"),
}


def _token_settables(state: State) -> Iterator[Settable]:
    """Both tracks."""
    for about in TRACK_NAMES:
        yield from _counts(state, about)
        yield from _places(state, about)


def _counts(state: State, about: str) -> Iterator[Settable]:
    """How many tokens of each side: those that go are the last ones, those that come have a type to be told."""
    tokens, track = state.tokens(about), TRACK_NAMES[about]

    def put(side: bool) -> Callable[[Transaction, Value], None]:
        def write(tx: Transaction, value: Value) -> None:
            same = [token for token in tokens.row if token.active == side][: int(value)]
            new = [Token(kind=UNTOLD, active=side)] * (int(value) - len(same))
            tx.set_row(about, (*(token for token in tokens.row if token.active != side), *same, *new))

        return write

    active = whole(f"{about}_active", T("{track}: active tokens", track=track), MOST_TOKENS - tokens.exhausted)
    exhausted = whole(f"{about}_exhausted", T("{track}: exhausted tokens", track=track), MOST_TOKENS - tokens.active)
    yield Settable(active, tokens.active, put(True))
    yield Settable(exhausted, tokens.exhausted, put(False))


def _places(state: State, about: str) -> Iterator[Settable]:
    """The token on each place, and the next empty place; only the last token can be taken off, for the others slide."""
    row = state.tokens(about).row
    for at in range(min(len(row) + 1, MOST_TOKENS)):
        sides = _sides(state, about)
        answers = {EMPTY: T("empty"), **sides} if at >= len(row) - 1 else sides
        ask = pick(f"{about}_{at + 1}", Text(PLACES[about].msgid, {"place": at + 1}), answers)
        yield Settable(ask, _answer(row[at]) if at < len(row) else EMPTY, _put(about, at))


def _sides(state: State, about: str) -> dict[str, Text]:
    kinds = (*TYPES[about], UNTOLD)
    names = {kind: token_name(state, kind) for kind in kinds}
    active = {f"{kind}_{ACTIVE}": T("{kind}, active", kind=names[kind]) for kind in kinds}
    return active | {f"{kind}_{EXHAUSTED}": T("{kind}, exhausted", kind=names[kind]) for kind in kinds}


def _answer(token: Token) -> str:
    return f"{token.kind}_{ACTIVE if token.active else EXHAUSTED}"


def _put(about: str, at: int) -> Callable[[Transaction, Value], None]:
    def write(tx: Transaction, value: Value) -> None:
        row = tx.state.tokens(about).row
        if value == EMPTY:
            tx.set_row(about, row[:at])
            return
        kind, side = str(value).rsplit("_", 1)
        others = (*row[:at], *row[at + 1 :])
        _refuse_too_many(tx.state, kind, sum(token.kind == kind for token in others))
        tx.set_row(about, (*row[:at], Token(kind=kind, active=side == ACTIVE), *row[at + 1 :]))

    return write


def _refuse_too_many(state: State, kind: str, others: int) -> None:
    """No more tokens of a type can lie there than its bag held, where that is known."""
    held = state.fact(f"bag_{kind}")
    if kind != UNTOLD and others >= (BAG if held is None else held):
        text = T("All tokens of that type lie there already: {kind}.", kind=token_name(state, kind))
        raise IllegalMove(text, rule="hope", page=17)


MODULE: GameModule[State, Transaction] = GameModule(
    name="people",
    panels=lambda state: (_people(state), _mood(state)),
    settables=settables,
)
