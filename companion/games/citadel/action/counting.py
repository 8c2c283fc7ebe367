"""The Result step (p. 12 to 13): what the revealed cards show, and whether the action succeeds."""

from __future__ import annotations

from companion.api import Args, Ask, IllegalMove, Move, N, Offer, Prompt, T, Text, Words
from companion.games.citadel.action import drawing, facts, performing, resolving
from companion.games.citadel.action.effects import WILD, Effect, effect_text
from companion.games.citadel.action.facts import needs, reminders, sentences
from companion.games.citadel.action.performing import COUNT
from companion.games.citadel.action.resolving import icons, successes
from companion.games.citadel.life import piles
from companion.games.citadel.state import Action, Face, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, seat_of, tap, whole, word

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


def most_counted(state: State, action: Action) -> int | None:
    """How many revealed cards count at most, with the choices made so far; None: all."""
    assert action.sheet is not None
    effects = facts.in_use(state, action)
    taken = next(resolving.ways(effects, action.either))
    return resolving.limit(action.sheet.cost, action.sheet.chain, [effects[at][1] for at in taken])


def is_capped(state: State, action: Action) -> bool:
    """Whether the chain leaves out some of the cards that were drawn."""
    most = most_counted(state, action)
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
    performing.require_action(tx.state, "stars")
    performing.change(tx, stars=number(args, "count"), faces=(), by_card=False, spare={})


def all_told(tx: Transaction, args: Args) -> None:
    """Stars and half-stars of all cards together: the companion pairs the halves."""
    action = performing.require_action(tx.state, "stars")
    if is_capped(tx.state, action):
        raise IllegalMove(T("Here only some cards count: say what each one shows."), rule="action.chain", page=12)
    face = Face(stars=number(args, "stars"), left=number(args, "left"), right=number(args, "right"))
    performing.change(tx, stars=successes([face]))


def by_card(tx: Transaction, args: Args) -> None:
    """The companion finds the best choice: every card is told."""
    performing.require_action(tx.state, "stars", "either")
    performing.change(tx, by_card=True, faces=(), stars=None, spare={}, step="stars")


def face_told(tx: Transaction, args: Args) -> None:
    """What one card shows; class icons told before belong to it."""
    action = performing.require_action(tx.state, "stars")
    if not action.by_card:
        raise IllegalMove(T("The cards are counted together here."))
    face = Face(
        stars=number(args, "stars"), left=number(args, "left"), right=number(args, "right"), icons=dict(action.spare)
    )
    performing.change(tx, faces=(*action.faces, face), spare={})


def icon_seen(tx: Transaction, args: Args) -> None:
    """A class icon on the card that is being told."""
    action, kind = performing.require_action(tx.state, "stars"), word(args, "kind")
    if not action.by_card:
        raise IllegalMove(T("The cards are counted together here."))
    performing.change(tx, spare={**action.spare, kind: action.spare.get(kind, 0) + 1})


def icons_told(tx: Transaction, args: Args) -> None:
    """The class icons of all revealed cards by kind; the chain does not limit them (p. 13)."""
    action = performing.require_action(tx.state, "icons")
    kinds = named_icons(tx.state, action)
    found = {kind: number(args, ICON_ARGS[at]) for at, kind in enumerate(kinds)}
    found |= {WILD: number(args, WILD), OTHER: number(args, OTHER)}
    performing.change(tx, icons={kind: count for kind, count in found.items() if count})


# --- the result -------------------------------------------------------------------------------------------------------


def follow(tx: Transaction) -> None:
    """After every move: what is known leads on."""
    action = tx.state.action
    if action is None or action.step not in ("reveal", "either", "stars", "icons") or tx.state.tasks or action.asking:
        return
    next_step = step(tx.state, action)
    if next_step != "resolve":
        performing.change(tx, step=next_step)
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
    due = due_after(tx.state, action) if outcome == "failure" else ()
    performing.change(tx, step="consequence", successes=count, cancels=cancels, outcome=outcome, due=due)
    args = {"successes": count, "need": action.need}
    if outcome == "success":
        text = T("Successes: {successes}, needed: {need}. Success.", **args)
        tx.tell("succeeded", text if action.need else T("No success was needed: success."), **args)
    else:
        tx.tell("failed", T("Successes: {successes}, needed: {need}. Failure.", **args), **args)
        tell_spared(tx)
        if action.die is not None and count:
            die = action.die - count
            tx.tell("die_turned", T("Turn the die from {old} to {new}.", old=action.die, new=die), value=die)
            performing.die_shows(tx, action, die, before=action.die)


def due_after(state: State, action: Action) -> tuple[str, ...]:
    """What traits do after a failure (p. 23), in the order of the player aid."""
    assert action.sheet is not None
    found = []
    if action.sheet.trait("brutal") and any(gear.numbered for gear in action.gear):
        found.append("brutal")
    if action.sheet.trait("reach"):
        found.append("reach")
    return tuple(found)


def tell_spared(tx: Transaction) -> None:
    """Brutal finds nothing (p. 23): it is said, so that nobody looks for the roll."""
    action = tx.state.action
    assert action is not None
    if action.sheet is not None and action.sheet.trait("brutal") and "brutal" not in action.due:
        tx.tell("brutal_spared", T("Brutal: no card is selected that it could block, so no die is rolled."))


def recounted(tx: Transaction, args: Args) -> None:
    """Another number of successes after all: some are ignored by choice, or something was miscounted (p. 12)."""
    action = performing.require_action(tx.state, "consequence")
    if action.next_row or action.over or action.applied:
        raise IllegalMove(T("Consequences have been applied already: take those steps back first."))
    due, before = action.due, action.outcome
    _conclude(tx, number(args, "count"), action.cancels)
    if before == "failure" and tx.state.action is not None and tx.state.action.outcome == "failure":
        performing.change(tx, due=due)  # a trait that has acted does not act again


STARS: tuple[Ask, ...] = tuple(
    whole(name, label, 60)
    for name, label in (("stars", T("Full stars")), ("left", T("Left halves")), ("right", T("Right halves")))
)
ICONS: tuple[Ask, ...] = tuple(whole(name, T("Class icons"), 60) for name in (*ICON_ARGS, WILD, OTHER))


def _counted(args: Args) -> Text:
    return N("Counted {n} success", "Counted {n} successes", number(args, "count"))


MOST_SUCCESSES, MOST_ICONS = 60, 40
LIKELY, LIKELY_ICONS, LIKELY_MORE = 4, 8, 4  # numbers that stand side by side on a phone
OTHERWISE = T("Otherwise")
# What most cards show: stars, left halves, right halves.
FACES: tuple[tuple[int, int, int], ...] = (
    (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (1, 1, 0), (1, 0, 1),
)  # fmt: skip


# --- stars ------------------------------------------------------------------------------------------------------------


def either_prompt(state: State, action: Action) -> Prompt:
    """Which of two effects is applied, when it decides how many cards count."""
    key = open_choices(state, action)[0]
    offers = tuple(
        tap("either", effect_text(effect), rule="action.effects", group=key, at=at)
        for at, effect in enumerate(options(state, action, key))
    )
    card = facts.name_of(state, key.rpartition("/")[0])
    return Prompt(
        name="action.either",
        do=T("Reveal the cards. {card}: which effect do you use?", card=card),
        more=T("Or say what each card shows: the companion finds what is best."),
        offers=(*offers, Offer(move=Move("by_card"), label=T("Find what is best"), rule="action.chain")),
        seat=seat_of(action.active),
        rule="action.effects",
    )


def stars_prompt(state: State, action: Action) -> Prompt:
    """The successes of the cards that count: one tap, or card by card."""
    return one_card(state, action) if action.by_card else together(state, action)


def together(state: State, action: Action) -> Prompt:
    """One tap with the number that the players counted."""
    limit, capped = most_counted(state, action), is_capped(state, action)
    enough = max(LIKELY, action.need + drawing.ignored(state, action))  # what is more than that is lost
    do = N(
        "Reveal the card. How many successes does it show?",
        "Reveal the {n} cards. How many successes do they show?",
        action.drawn,
    )
    if capped:
        do = N(
            "Reveal the cards. How many successes on your best card?",
            "Reveal the cards. How many successes on your best {n} cards?",
            limit or 0,
        )
        do = do if limit else T("Reveal the cards. Their stars do not count.")
    counted = whole("count", T("Successes"), MOST_SUCCESSES, likely=enough)
    return Prompt(
        name="action.stars",
        do=do,
        more=_stars_more(state, action),
        offers=(
            Offer(move=Move("stars_told"), label=T("Successes"), asks=(counted,), rule="action.result", icon="success"),
            _sum(capped),
            *_more_cards(state, action),
            *reflexes(state, action),
        ),
        seat=seat_of(action.active),
        rule="action.chain" if capped else "action.result",
    )


def _sum(capped: bool) -> Offer:
    if capped:
        return Offer(move=Move("by_card"), label=T("Find the best cards"), under=OTHERWISE, rule="action.chain")
    asks = (
        whole("stars", T("Full stars"), MOST_SUCCESSES, 0),
        whole("left", T("Left halves"), MOST_SUCCESSES, 0),
        whole("right", T("Right halves"), MOST_SUCCESSES, 0),
    )
    label = T("Count stars and halves")
    return Offer(move=Move("all_told"), label=label, asks=asks, under=OTHERWISE, rule="action.result")


def _more_cards(state: State, action: Action) -> tuple[Offer, ...]:
    deck = piles.piles(state, action.active).deck
    most = 9 if deck is None else min(9, deck)
    if not most:
        return ()
    ask = whole("cards", T("More cards revealed"), most, at_least=1, likely=LIKELY_MORE)
    label = T("A card lets you reveal more")
    return (Offer(move=Move("draw_more"), label=label, asks=(ask,), under=OTHERWISE, rule="action.draw"),)


def _stars_more(state: State, action: Action) -> Text:
    parts = [
        T("{needs}. Stars and pairs of a left and a right half count.", needs=needs(state, action)),
        *_added(state, action),
    ]
    if is_capped(state, action):
        parts.append(T("The chain limits only stars: class icons and Reflex Skills of all cards count."))
    parts.append(T("You may leave successes out."))
    ignored = drawing.ignored(state, action)
    if ignored:
        parts.append(N("A trait takes {n} away afterwards.", "A trait takes {n} away afterwards.", ignored))
    return sentences(parts + reminders(state, action, "result"))


def _added(state: State, action: Action) -> list[Text]:
    """What effects add by themselves is not counted by the players."""
    count = sum(effect.amount for _, effect in facts.in_use(state, action) if effect.kind == "success")
    if not count:
        return []
    return [N("{n} success of your cards is added by itself.", "{n} successes of your cards are added by themselves.",
              count)]  # fmt: skip


def one_card(state: State, action: Action) -> Prompt:
    """One card after the other: what its strip shows, one tap each."""
    at = len(action.faces) + 1
    offers = [
        tap("face", _face(*face), rule="action.result", stars=face[0], left=face[1], right=face[2]) for face in FACES
    ]
    asks = (
        whole("stars", T("Full stars"), 9, 0),
        whole("left", T("Left halves"), 9, 0),
        whole("right", T("Right halves"), 9, 0),
    )
    offers.append(Offer(move=Move("face"), label=T("Something else"), asks=asks, rule="action.result"))
    if asks_icons(state, action):
        offers += [
            tap("icon", _plus(label, action.spare.get(kind, 0)), under=T("First its class icons"), kind=kind)
            for kind, label in _icon_kinds(state, action).items()
        ]
    return Prompt(
        name="action.card",
        do=T("Card {at} of {all}: what does its strip show?", at=at, all=action.drawn),
        more=_stars_more(state, action) if at == 1 else needs(state, action),
        offers=(*offers, *reflexes(state, action)),
        seat=seat_of(action.active),
        rule="action.chain",
    )


def reflexes(state: State, action: Action) -> tuple[Offer, ...]:
    """Reflex Skills among the revealed cards: their effects apply besides what the strips show (p. 13, 19)."""
    used, under = {gear.ident for gear in action.gear}, T("Reflex Skills revealed")
    ticks = tuple(
        Offer(
            move=Move("reflex", {"title": str(state.board.get(ident, ""))}),
            label=facts.name_of(state, ident),
            ticked=ident in used,
            under=under,
            rule="skills.hand",
        )
        for ident in state.turn.reflexes
        if state.board.get(ident)
    )
    title = Words(name="title", label=T("Title of the Reflex Skill"))
    new = Offer(move=Move("reflex"), label=T("A new Reflex Skill"), asks=(title,), under=under, rule="skills.hand")
    return (*ticks, new)


def _icon_kinds(state: State, action: Action) -> dict[str, Text]:
    kinds = {kind: T("{icon}", icon=kind.replace("_", " ")) for kind in named_icons(state, action)}
    return kinds | {WILD: T("Wild icon"), OTHER: T("Another class icon")}


def _plus(label: Text, count: int) -> Text:
    return T("{icon}: {n}", icon=label, n=count) if count else T("{icon}", icon=label)


def _face(count: int, left: int, right: int) -> Text:
    if not left and not right:
        return N("{n} star", "{n} stars", count) if count else T("Nothing")
    if not count:
        return T("A left half") if left else T("A right half")
    return T("A star and a left half") if left else T("A star and a right half")


# --- class icons ------------------------------------------------------------------------------------------------------


def icons_prompt(state: State, action: Action) -> Prompt:
    """The class icons of all revealed cards, only the kinds that something in use converts."""
    kinds = named_icons(state, action)
    blank = dict.fromkeys(ICON_ARGS[len(kinds) :], 0)
    ways = tuple(effect_text(effect) for effect in converting(state, action))
    do = T("How many class icons do all revealed cards show?")
    more = sentences([T("{way}.", way=way) for way in ways])
    if not kinds:
        ask = whole(OTHER, T("Class icons"), MOST_ICONS, likely=LIKELY_ICONS)
        told = Offer(
            move=Move("icons_told", {**blank, WILD: 0}), label=T("Class icons"), asks=(ask,), rule="action.icons"
        )
        return _icons_prompt(action, do, more, (told,))
    asks = [whole(ICON_ARGS[at], _icon_name(kind), MOST_ICONS, 0) for at, kind in enumerate(kinds)]
    asks.append(whole(WILD, T("Wild icons"), MOST_ICONS, 0))
    given = dict(blank)
    if any(not effect.of for effect in converting(state, action)):
        asks.append(whole(OTHER, T("Other class icons"), MOST_ICONS, 0))
    else:
        given[OTHER] = 0
    none = {**dict.fromkeys(ICON_ARGS, 0), WILD: 0, OTHER: 0}
    offers = (
        Offer(move=Move("icons_told", given), label=T("Say how many"), asks=tuple(asks), rule="action.icons"),
        Offer(move=Move("icons_told", none), label=T("None"), rule="action.icons"),
    )
    return _icons_prompt(action, do, more, offers)


def _icon_name(kind: str) -> Text:
    return T("{icon}", icon=kind.replace("_", " "))


def _icons_prompt(action: Action, do: Text, more: Text, offers: tuple[Offer, ...]) -> Prompt:
    return Prompt(
        name="action.icons",
        do=do,
        more=sentences([more, T("A wild icon stands for any kind. Each icon is used once.")]),
        offers=offers,
        seat=seat_of(action.active),
        rule="action.icons",
    )


MOVES: Moves = {
    "stars_told": move(stars_told, _counted, COUNT),
    "all_told": move(all_told, T("Told stars and halves"), *STARS),
    "by_card": move(by_card, T("Card by card")),
    "face": move(face_told, T("Told a card"), *STARS),
    "icon": move(icon_seen, T("Told a class icon"), Words(name="kind", label=T("Class icon"))),
    "icons_told": move(icons_told, T("Told class icons"), *ICONS),
    "recounted": move(recounted, _counted, COUNT),
}
