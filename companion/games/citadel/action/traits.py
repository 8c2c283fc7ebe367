"""Creature traits that act after a failure (p. 23), the signs in them that only the player aid shows, and Epic: who may
be active."""

from __future__ import annotations

from companion.api import Args, Ask, Chance, Choice, IllegalMove, Move, Offer, Prompt, T
from companion.games.citadel.action import facts, performing
from companion.games.citadel.action.performing import KEY
from companion.games.citadel.action.sheet import DIE_SIDES
from companion.games.citadel.cards import looking, moving
from companion.games.citadel.heroes import SEATS
from companion.games.citadel.life import points, recovery
from companion.games.citadel.state import Action, State
from companion.games.citadel.transaction import Moves, Transaction, move
from companion.toolkit import number, pick, seat_of, tap, word

SIGNS = ("trait_unsettling", "trait_evasive", "trait_reach")
# What Brutal blocks by the die's result (p. 23).
BRUTAL = {1: ("ARMOR", "SHIELD"), 2: ("WEAPON", "SECONDARY")}


def missing_sign(state: State, action: Action) -> str:
    """A sign of a trait that matters now and that nobody has read yet."""
    if action.sheet is None:
        return ""
    evades = action.sheet.trait("evasive") and action.drawn >= 3
    wanted = {
        "trait_unsettling": action.step == "gear" and action.sheet.trait("unsettling"),
        "trait_evasive": action.step == "drawn" and evades,
        "trait_reach": action.step == "consequence" and "reach" in action.due,
    }
    return next((sign for sign in SIGNS if wanted[sign] and sign not in state.board), "")


def sign_told(tx: Transaction, args: Args) -> None:
    """A sign was read off the player aid; it is kept."""
    action, sign = performing.require_action(tx.state), word(args, "sign")
    if sign != missing_sign(tx.state, action):
        raise IllegalMove(T("This sign is not asked for now."))
    tx.learn(sign, word(args, "means"))


def reached(tx: Transaction, args: Args) -> None:
    """A random involved character loses as much as Reach says."""
    action = _due(tx.state, "reach")
    assert action.sheet is not None
    seat, count = word(args, "who"), action.sheet.trait("reach")
    if seat not in in_reach(tx.state, action):
        raise IllegalMove(T("Only involved, conscious characters are in reach."), rule="traits", page=23)
    _done(tx, "reach")
    hero = tx.state.hero(seat)
    tx.tell("reached", T("{name}: in reach of the creature.", name=hero.name), seat=seat, count=count)
    if tx.state.board.get("trait_reach") == "life":
        points.lose(tx, seat, count)
    else:
        recovery.drain(tx, seat, count)


def in_reach(state: State, action: Action) -> tuple[str, ...]:
    """Those of whom chance chooses one."""
    return tuple(hero.seat for hero in state.awake if hero.seat in action.involved)


LOTS = "recent.lots"  # whether the companion draws lots in this evening, because it was let do so once


def lots_drawn(tx: Transaction, args: Args) -> None:
    """The companion drew who is hit; from now on it does so without being told."""
    tx.remember(LOTS, "yes")
    reached(tx, args)


def lots(state: State, action: Action) -> tuple[Ask, ...]:
    """What is drawn along with the successes of a try, once the companion draws lots in this evening: who is hit if it
    fails. Nothing where a trait that acts before Reach needs the players' dice."""
    sheet, found = action.sheet, in_reach(state, action)
    if state.board.get(LOTS) != "yes" or "trait_reach" not in state.board or len(found) < 2:
        return ()
    return (_chance(state, found),) if sheet is not None and sheet.trait("reach") and not sheet.trait("brutal") else ()


def hit(tx: Transaction, seat: str) -> None:
    """Reach hits whom the lot named, if it acts now."""
    action = tx.state.action
    if action is not None and action.due[:1] == ("reach",) and seat in in_reach(tx.state, action):
        reached(tx, {"who": seat})


def follow(tx: Transaction) -> None:
    """A character alone in reach is hit without being named; where all have lost consciousness meanwhile, nobody is."""
    action = tx.state.action
    if action is None or action.step != "consequence" or tx.state.tasks:
        return
    found = in_reach(tx.state, action)
    if not found and "reach" in action.due:
        _done(tx, "reach")
    elif len(found) == 1 and "trait_reach" in tx.state.board:
        hit(tx, found[0])


def brutal_rolled(tx: Transaction, args: Args) -> None:
    """The die was rolled for Brutal: 1 blocks ARMOR or SHIELD, 2 WEAPON or SECONDARY, if such a card is selected."""
    action = _due(tx.state, "brutal")
    rolled = number(args, "die") if isinstance(args["die"], int) else int(word(args, "die"))
    _done(tx, "brutal")
    found = blockable(tx.state, action, rolled)
    tx.tell("brutal_rolled", T("Brutal: the die shows {rolled}.", rolled=rolled), rolled=rolled)
    if len(found) == 1 and looking.keywords(tx.state, found[0]) is not None:
        moving.block(tx, found[0], action.active)
    elif found:
        current = tx.state.action
        assert current is not None
        performing.change(tx, due=(f"block{rolled}", *current.due))


def blockable(state: State, action: Action, rolled: int) -> tuple[str, ...]:
    """The selected cards that such a roll may block: those with one of its keywords, and those never read."""
    wanted = set(BRUTAL.get(rolled, ()))
    found = []
    for gear in action.gear:
        words = looking.keywords(state, gear.ident)
        if gear.kind == "purse" and wanted and (words is None or wanted & set(words)):
            found.append(gear.ident)
    return tuple(found)


def may_spare(state: State, cards: tuple[str, ...]) -> bool:
    """Whether Brutal may find nothing to block: it cannot skip a card that is known to show one of the keywords."""
    return all(looking.keywords(state, one) is None for one in cards)


def brutal_blocks(tx: Transaction, args: Args) -> None:
    """Which of several selected cards is blocked; none where none has such a keyword."""
    action = performing.require_action(tx.state, "consequence")
    due = next((one for one in action.due if one.startswith("block")), "")
    card = word(args, "card")
    if not due:
        raise IllegalMove(T("Nothing is to be blocked now."), rule="traits", page=23)
    found = blockable(tx.state, action, int(due.removeprefix("block")))
    if card and card not in found:
        raise IllegalMove(T("That card cannot be blocked now."), rule="traits", page=23)
    if not card and not may_spare(tx.state, found):
        raise IllegalMove(T("A selected card shows such a keyword, so one must be blocked."), rule="traits", page=23)
    _done(tx, due)
    if card:
        moving.block(tx, card, action.active)


def _due(state: State, what: str) -> Action:
    action = performing.require_action(state, "consequence")
    if what not in action.due:
        raise IllegalMove(T("This trait does not act now."), rule="traits", page=23)
    return action


def _done(tx: Transaction, what: str) -> None:
    action = tx.state.action
    assert action is not None
    performing.change(tx, due=tuple(one for one in action.due if one != what))


def present(state: State, action: Action) -> tuple[str, ...]:
    """Those of the involved characters who are conscious and stand where the action is taken (p. 10 to 11)."""
    return tuple(
        hero.seat
        for hero in state.awake
        if hero.seat in action.involved and performing.can_reach(state, hero.seat, action.source, action.card)
    )


def candidates(state: State, action: Action) -> tuple[str, ...]:
    """Who may be active in the next try: anybody here who is involved; against an Epic creature nobody twice in a
    row."""
    assert action.sheet is not None
    here = present(state, action) or tuple(hero.seat for hero in state.awake if hero.seat in action.involved)
    tired = _tired(state, action)
    return tuple(seat for seat in here if seat != tired) or here


def _tired(state: State, action: Action) -> str:
    """Who was active in the last turn, which was a try of this fight against an Epic creature, where several take
    part."""
    if action.sheet is None or not action.sheet.trait("epic") or len(action.involved) < 2:
        return ""
    die = performing.die_on(state, action.card, action.icon, action.sheet)
    return die.by if die is not None and die.by == state.turn.last else ""


def barred(state: State, action: Action) -> bool:
    """Whether the trait Epic wants somebody else to be active, because several take part."""
    tired = action.step == "gear" and _tired(state, action) == action.active
    return tired and action.active not in candidates(state, action)


SIDES = tuple(range(1, DIE_SIDES + 1))
DIE = Chance(
    name="die",
    label=T("The die"),
    choices=tuple(Choice(value=str(side), label=T("{n}", n=side)) for side in SIDES),
)
WHO = Chance(
    name="who", label=T("Who"), choices=tuple(Choice(value=seat, label=T("{name}", name=seat)) for seat in SEATS)
)


# --- what is shown ----------------------------------------------------------------------------------------------------


def due_prompt(state: State, action: Action) -> Prompt:
    first = action.due[0]
    if first == "brutal":
        return _brutal(action)
    return _reach(state, action) if first == "reach" else _blocked(state, action, int(first.removeprefix("block")))


def _brutal(action: Action) -> Prompt:
    taps = tuple(tap("brutal_rolled", T("{n}", n=side), rule="traits", die=str(side)) for side in SIDES)
    return Prompt(
        name="traits.brutal",
        do=T("Brutal: roll a die."),
        more=T("1 blocks a selected ARMOR or SHIELD, 2 a selected WEAPON or SECONDARY."),
        offers=(*taps, Offer(move=Move("brutal_rolled"), label=T("Roll for us"), asks=(DIE,), rule="traits")),
        seat=seat_of(action.active),
        rule="traits",
    )


def _blocked(state: State, action: Action, rolled: int) -> Prompt:
    first, second = BRUTAL[rolled]
    found = blockable(state, action, rolled)
    offers = tuple(tap("brutal_blocks", facts.name_of(state, ident), rule="traits", card=ident) for ident in found)
    none = (tap("brutal_blocks", T("None shows it"), rule="traits", card=""),) if may_spare(state, found) else ()
    return Prompt(
        name="traits.block",
        do=T("Which selected card is blocked? It shows {first} or {second}.", first=first, second=second),
        offers=(*offers, *none),
        seat=seat_of(action.active),
        rule="traits",
    )


def _chance(state: State, seats: tuple[str, ...]) -> Chance:
    choices = tuple(Choice(value=seat, label=T("{name}", name=state.hero(seat).name)) for seat in seats)
    return Chance(name="who", label=T("Whom Reach hits"), choices=choices)


def _reach(state: State, action: Action) -> Prompt:
    heroes = tuple(state.hero(seat) for seat in in_reach(state, action))
    chance = _chance(state, tuple(hero.seat for hero in heroes))
    taps = tuple(tap("reached", T("{name}", name=hero.name), rule="traits", who=hero.seat) for hero in heroes)
    draw = (
        Offer(
            move=Move("lots"),
            label=T("Draw lots for us"),
            asks=(chance,),
            tone="usual",
            note=T("From now on this evening without asking"),
            rule="traits",
        ),
    )
    return Prompt(
        name="traits.reach",
        do=T("Reach: a random involved character is hit. Who?"),
        offers=(*taps, *(draw if len(heroes) > 1 else ())),
        seat=seat_of(action.active),
        rule="traits",
    )


def sign_prompt(state: State, action: Action) -> Prompt:
    """A sign of a trait that only the player aid shows; asked once."""
    missing = missing_sign(state, action)
    deck, life_points = T("An Action card: discard from the deck"), T("A life point")
    means = {
        "trait_unsettling": {"purse": T("Purse cards"), "skill": T("Skill cards"), "both": T("All cards together")},
        "trait_evasive": {"deck": deck, "life": life_points, "successes": T("A star: successes")},
        "trait_reach": {"deck": deck, "life": life_points},
    }[missing]
    do = {
        "trait_unsettling": T("Which cards does the trait Unsettling count?"),
        "trait_evasive": T("What does the trait Evasive take away?"),
        "trait_reach": T("What does the trait Reach take away?"),
    }[missing]
    return Prompt(
        name="traits.sign",
        do=do,
        more=T("Read the sign off the player aid of the Citadel leaflet. It is asked only once."),
        offers=tuple(tap("sign_told", text, rule="traits", sign=missing, means=value) for value, text in means.items()),
        seat=seat_of(action.active),
        rule="traits",
    )


def epic_prompt(state: State, action: Action) -> Prompt:
    """Somebody else who takes part has to be active; or nobody else takes part, where that is allowed."""
    assert action.sheet is not None
    heroes = tuple(state.hero(seat) for seat in candidates(state, action))
    everybody = action.sheet.mandatory or action.sheet.group
    on_my_own = () if everybody else (tap("alone", T("Nobody else takes part"), rule="traits"),)
    return Prompt(
        name="traits.epic",
        do=T("Epic: nobody is active twice in a row. Who is active now?"),
        offers=(
            *(tap("active_again", T("{name}", name=hero.name), rule="traits", seat=hero.seat) for hero in heroes),
            *on_my_own,
        ),
        rule="traits",
    )


MOVES: Moves = {
    "sign_told": move(
        sign_told,
        T("Read a sign of the player aid"),
        pick("sign", T("Trait"), {sign: T("{sign}", sign=sign) for sign in SIGNS}),
        pick(
            "means",
            T("Meaning"),
            {
                "purse": T("Purse cards"),
                "skill": T("Skill cards"),
                "both": T("All cards"),
                "deck": T("Action cards"),
                "life": T("Life points"),
                "successes": T("Successes"),
            },
        ),
    ),
    "brutal_rolled": move(brutal_rolled, T("Rolled for Brutal"), DIE),
    "brutal_blocks": move(brutal_blocks, T("Blocked a card"), KEY),
    "reached": move(reached, T("Reach"), WHO),
    "lots": move(lots_drawn, T("Drew lots for Reach"), WHO),
}
