"""The Result step (p. 12 to 13): what the revealed cards show, and whether the action succeeds."""

from __future__ import annotations

from companion.api.game import Args, IllegalMove
from companion.api.text import N, T
from companion.games.citadel.action import drawing, facts, resolving, starting
from companion.games.citadel.action.effects import Effect
from companion.games.citadel.action.running import Action
from companion.games.citadel.action.stars import WILD, Face, icons, successes
from companion.games.citadel.state import State
from companion.games.citadel.transaction import Transaction
from companion.toolkit.modules import number, word

KINDS = 6  # kinds of class icons that can be told in one move
ICON_ARGS = tuple(f"icon{at}" for at in range(1, KINDS + 1))
OTHER = "other"  # class icons of kinds that no effect names: good for effects that take any


# --- what still has to be told ----------------------------------------------------------------------------------------


def step(state: State, action: Action) -> str:
    """What comes next: `either` (which of two effects), `stars`, `icons`, or `resolve` when all is known."""
    if action.need <= 0 and not converting(state, action, "cancel"):
        return "resolve"
    if action.stars is None and action.drawn and not complete(action):
        return "either" if open_choices(state, action) and not action.by_card else "stars"
    return "icons" if action.icons is None and not action.by_card and asks_icons(state, action) else "resolve"


def complete(action: Action) -> bool:
    """All revealed cards have been told one by one."""
    return action.by_card and len(action.faces) >= action.drawn


def limit(state: State, action: Action) -> int | None:
    """How many revealed cards count at most, with the choices made so far; None: all."""
    assert action.sheet is not None
    effects = facts.in_use(state, action)
    taken = next(resolving.ways(effects, action.either))
    return resolving.limit(action.sheet.cost, action.sheet.chain, [effects[at][1] for at in taken])


def capped(state: State, action: Action) -> bool:
    """Whether the chain leaves out some of the cards that were drawn."""
    most = limit(state, action)
    return most is not None and most < action.drawn


def open_choices(state: State, action: Action) -> tuple[str, ...]:
    """Choices between effects that decide how many cards count: whoever counts alone must know before."""
    assert action.sheet is not None
    if not action.sheet.chain or action.drawn <= action.sheet.cost:
        return ()
    effects = facts.in_use(state, action)
    found = []
    for (card, choice), places in resolving.alternatives(effects).items():
        key = f"{card}/{choice}"
        if key not in action.either and any(effects[at][1].kind == "cards" for at in places):
            found.append(key)
    return tuple(found)


def options(state: State, action: Action, key: str) -> tuple[Effect, ...]:
    """The effects between which a choice is made."""
    effects = facts.in_use(state, action)
    for (card, choice), places in resolving.alternatives(effects).items():
        if f"{card}/{choice}" == key:
            return tuple(effects[at][1] for at in places)
    return ()


def converting(state: State, action: Action, *kinds: str) -> tuple[Effect, ...]:
    """The effects in use that turn class icons into something, without those that were not chosen."""
    effects = facts.in_use(state, action)
    taken = {at for way in resolving.ways(effects, action.either) for at in way}
    wanted = kinds or ("convert", "cancel")
    found = (effects[at][1] for at in sorted(taken))
    return tuple(effect for effect in found if effect.kind in wanted and effect.icons)


def asks_icons(state: State, action: Action) -> bool:
    """Class icons matter: something in use converts them."""
    return bool(converting(state, action))


def named_icons(state: State, action: Action) -> tuple[str, ...]:
    """The kinds of class icons that the effects in use ask for."""
    kinds = (kind for effect in converting(state, action) for kind in effect.of if kind != WILD)
    return tuple(dict.fromkeys(kinds))[:KINDS]


# --- telling it -------------------------------------------------------------------------------------------------------


def stars_told(tx: Transaction, args: Args) -> None:
    """The successes of the cards that count, as the players counted them; some may be left out (p. 12)."""
    starting.require_action(tx.state, "stars")
    starting.change(tx, stars=number(args, "count"), faces=(), by_card=False, spare={})


def all_told(tx: Transaction, args: Args) -> None:
    """Stars and half-stars of all cards together: the companion pairs the halves."""
    action = starting.require_action(tx.state, "stars")
    if capped(tx.state, action):
        raise IllegalMove(T("Here only some cards count: say what each one shows."), rule="action.chain", page=12)
    face = Face(stars=number(args, "stars"), left=number(args, "left"), right=number(args, "right"))
    starting.change(tx, stars=successes([face]))


def by_card(tx: Transaction, args: Args) -> None:
    """The companion finds the best choice: every card is told."""
    starting.require_action(tx.state, "stars", "either")
    starting.change(tx, by_card=True, faces=(), stars=None, spare={}, step="stars")


def face_told(tx: Transaction, args: Args) -> None:
    """What one card shows; class icons told before belong to it."""
    action = starting.require_action(tx.state, "stars")
    if not action.by_card:
        raise IllegalMove(T("The cards are counted together here."))
    face = Face(
        stars=number(args, "stars"), left=number(args, "left"), right=number(args, "right"), icons=dict(action.spare)
    )
    starting.change(tx, faces=(*action.faces, face), spare={})


def icon_seen(tx: Transaction, args: Args) -> None:
    """A class icon on the card that is being told."""
    action, kind = starting.require_action(tx.state, "stars"), word(args, "kind")
    if not action.by_card:
        raise IllegalMove(T("The cards are counted together here."))
    starting.change(tx, spare={**action.spare, kind: action.spare.get(kind, 0) + 1})


def icons_told(tx: Transaction, args: Args) -> None:
    """The class icons of all revealed cards by kind; the chain does not limit them (p. 13)."""
    action = starting.require_action(tx.state, "icons")
    kinds = named_icons(tx.state, action)
    found = {kind: number(args, ICON_ARGS[at]) for at, kind in enumerate(kinds)}
    found |= {WILD: number(args, WILD), OTHER: number(args, OTHER)}
    starting.change(tx, icons={kind: count for kind, count in found.items() if count})


# --- the result -------------------------------------------------------------------------------------------------------


def settle(tx: Transaction) -> None:
    """After every move: what is known leads on."""
    action = tx.state.action
    if action is None or action.step not in ("reveal", "either", "stars", "icons") or tx.state.tasks or action.asking:
        return
    next_step = step(tx.state, action)
    if next_step != "resolve":
        starting.change(tx, step=next_step)
        return
    result = _resolved(tx.state, action)
    _tell(tx, result)
    _conclude(tx, result.successes, result.cancels)


def _resolved(state: State, action: Action) -> resolving.Result:
    assert action.sheet is not None
    return resolving.resolve(
        cost=action.sheet.cost,
        chain=action.sheet.chain,
        need=action.need,
        tough=drawing.ignored(state, action),
        effects=facts.in_use(state, action),
        either=action.either,
        faces=action.faces if action.by_card else None,
        stars=action.stars or 0,
        icons=icons(action.faces) if action.by_card else action.icons,
    )


def _tell(tx: Transaction, result: resolving.Result) -> None:
    if result.added or result.converted or result.ignored:
        text = T(
            "From the cards {stars}, from effects {added}, from class icons {converted}, ignored {ignored}.",
            stars=result.stars,
            added=result.added,
            converted=result.converted,
            ignored=result.ignored,
        )
        tx.note("successes_counted", text, stars=result.stars, added=result.added, converted=result.converted)
    if result.cancels:
        tx.note(
            "damage_can_be_cancelled", N("{n} damage can be cancelled.", "{n} damage can be cancelled.", result.cancels)
        )


def _conclude(tx: Transaction, count: int, cancels: int) -> None:
    """Successes against the difficulty; what is too much is lost (p. 13)."""
    action = tx.state.action
    assert action is not None
    outcome = "success" if count >= action.need else "failure"
    due = _due(tx.state, action) if outcome == "failure" else ()
    starting.change(tx, step="consequence", successes=count, cancels=cancels, outcome=outcome, due=due)
    args = {"successes": count, "need": action.need}
    if outcome == "success":
        text = T("Successes: {successes}, needed: {need}. Success.", **args)
        tx.tell("succeeded", text if action.need else T("No success was needed: success."), **args)
    else:
        tx.tell("failed", T("Successes: {successes}, needed: {need}. Failure.", **args), **args)
        if action.die is not None and count:
            die = action.die - count
            tx.tell("die_turned", T("Turn the die from {old} to {new}.", old=action.die, new=die), value=die)


def _due(state: State, action: Action) -> tuple[str, ...]:
    """What traits do after a failure (p. 23), in the order of the player aid."""
    assert action.sheet is not None
    found = []
    if action.sheet.trait("brutal") and any(gear.numbered for gear in action.gear):
        found.append("brutal")
    if action.sheet.trait("reach"):
        found.append("reach")
    return tuple(found)


def recounted(tx: Transaction, args: Args) -> None:
    """Another number of successes after all: some are ignored by choice, or something was miscounted (p. 12)."""
    action = starting.require_action(tx.state, "consequence")
    if action.next_row or action.over or action.applied:
        raise IllegalMove(T("Consequences have been applied already: take those steps back first."))
    due, before = action.due, action.outcome
    _conclude(tx, number(args, "count"), action.cancels)
    if before == "failure" and tx.state.action is not None and tx.state.action.outcome == "failure":
        starting.change(tx, due=due)  # a trait that has acted does not act again
