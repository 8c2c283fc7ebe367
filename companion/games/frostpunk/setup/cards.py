"""Cards laid out in the setup (rulebook p. 11 and 14): the Technologies' names, the first Expedition cards, the Laws
that were drawn, and the Social Dispute that was read. Names may be left out; they are asked for when they matter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.api import Args, CardExpected, Code, IllegalMove, N, Offer, Prompt, T, Text, Words
from companion.api import Move as GameMove
from companion.games.frostpunk.cards import development, dusk, expeditions, laws, owner_facts, technologies
from companion.games.frostpunk.cards.piles import Location, Stack, Technology
from companion.games.frostpunk.setup import checklist
from companion.games.frostpunk.setup.scenarios import CRATER
from companion.games.frostpunk.state import State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import Action, action, pick, word

LAWS_DRAWN = 4  # p. 14
DRAWABLE = laws.CODES[len(laws.STARTING) :]  # L09 to L16


# --- Expeditions ------------------------------------------------------------------------------------------------------


def lay_stacks(tx: Transaction) -> None:
    """Three stacks begin with a card of the A deck each (p. 11)."""
    tx.set(stacks=(Stack(cards=(Location(deck="A"),)),) * expeditions.STACKS)


def name_stacks(tx: Transaction, args: Args) -> None:
    """The names of the first three Expedition cards."""
    require_step(tx.state, checklist.LIST, "setup.expeditions")
    for index in range(expeditions.STACKS):
        if name := owner_facts.tidy(word(args, f"card_{index + 1}")):
            expeditions.set_top(tx, index, name=name)


def expeditions_prompt(state: State) -> Prompt:
    """Three stacks; their names help where the owner has entered what the cards say."""
    return checklist.shown(state, NAME_STACKS)


_CARDS = tuple(
    Words(name=f"card_{n}", label=T("Card {number} from above", number=n), at_most_chars=owner_facts.NAME_CHARS)
    for n in range(1, expeditions.STACKS + 1)
)
NAME_STACKS = Offer(move=GameMove("name_stacks"), label=T("Name the three Expedition cards"), asks=_CARDS)


# --- Technologies -----------------------------------------------------------------------------------------------------


def technology_laid(tx: Transaction, args: Args) -> None:
    """A Technology card lies in the display; or, once more, it does not."""
    require_step(tx.state, checklist.LIST, "setup.technologies")
    name = owner_facts.tidy(word(args, "name"))
    lying = tuple(one.name for one in tx.state.technologies)
    if not name or (name == CRATER.left_out and checklist.a_new_home(tx.state)):
        raise IllegalMove(T("That card is not used in this scenario."), rule="technologies", page=11)
    if name in lying:
        development.set_names(tx, tuple(one for one in lying if one != name))
        return
    if len(lying) >= development.CARDS:
        raise IllegalMove(T("Four Technology cards lie there already."), rule="technologies", page=11)
    tx.set(technologies=(*tx.state.technologies, Technology(name=name)))


def technologies_prompt(state: State) -> Prompt:
    """Which four lie there may be told."""
    return checklist.shown(state, *technology_taps(state))


def technology_taps(state: State) -> tuple[Offer, ...]:
    """Which four Technologies lie there: those known by name by a tap, others by typing."""
    lying = tuple(one.name for one in state.technologies)
    known = tuple(dict.fromkeys((*owner_facts.names(state, technologies.KIND), *lying)))
    under = T("Which four Technologies are they?")
    taps = tuple(
        Offer(move=GameMove("technology_laid", {"name": name}), label=Text("{name}", {"name": name}), under=under,
              ticked=name in lying)
        for name in known
        if name != CRATER.left_out or not checklist.a_new_home(state)
        if name in lying or len(lying) < development.CARDS
    )  # fmt: skip
    other = Offer(
        move=GameMove("technology_laid"), label=T("Another Technology, by its name"), asks=(_NAME,), under=under
    )
    return (*taps, *((other,) if len(lying) < development.CARDS else ()))


_NAME = Words(name="name", label=T("Technology"), at_most_chars=owner_facts.NAME_CHARS)


# --- Laws -------------------------------------------------------------------------------------------------------------


def drawn_laws(state: State) -> tuple[str, ...]:
    """The Laws of L09 to L16 that were drawn, as far as they are told."""
    return tuple(code for code in DRAWABLE if code in state.laws.offered)


def law_drawn(tx: Transaction, args: Args) -> None:
    """One of the four Laws drawn at random lies in the display; or, once more, it does not."""
    require_step(tx.state, checklist.LIST, "setup.laws")
    code, lying = word(args, "code"), drawn_laws(tx.state)
    if code not in lying and len(lying) == LAWS_DRAWN:
        raise IllegalMove(T("Four Laws are drawn already; take one away first."), rule="laws", page=14)
    lying = tuple(one for one in DRAWABLE if (one in lying) != (one == code))
    offered = (*laws.STARTING, *lying) if lying else ()
    tx.set(laws=replace(tx.state.laws, offered=offered))


def laws_lack(state: State) -> Text | None:
    """What is still to be ticked, or taken off: all four are told or none, else the display would be wrong."""
    told = len(drawn_laws(state))
    if told in (0, LAWS_DRAWN):
        return None
    return N("{n} Law is ticked; tick all four.", "{n} Laws are ticked; tick all four.", told)


def require_laws(state: State) -> None:
    """Refuse to go on with some of the Laws; `IllegalMove` says how many are told."""
    if (text := laws_lack(state)) is not None:
        raise IllegalMove(text, rule="laws", page=14)


def laws_prompt(state: State) -> Prompt:
    """The eight first Laws always lie there; which four of the others, is ticked."""
    return checklist.shown(state, *law_taps(state), ends=len(drawn_laws(state)) in (0, LAWS_DRAWN))


def law_taps(state: State) -> tuple[Offer, ...]:
    """The Laws that may have been drawn, to tick."""
    lying = drawn_laws(state)
    left = LAWS_DRAWN - len(lying)
    under = T("The four Laws drawn")
    if left:
        under = N("Tick {n} more Law that was drawn", "Tick {n} more Laws that were drawn", left)
    return tuple(
        Offer(move=GameMove("law_drawn", {"code": code}), label=_law(state, code), under=under, ticked=code in lying)
        for code in DRAWABLE
        if left or code in lying
    )


def _law(state: State, code: str) -> Text:
    title = owner_facts.title(state, code)
    return title if str(title) == code else T("{code}, {title}", code=code, title=title)


# --- the Dusk deck ----------------------------------------------------------------------------------------------------


def dispute_read(tx: Transaction, args: Args) -> None:
    """The Social Dispute card in the deck was read, so that its code is known (p. 14)."""
    require_step(tx.state, checklist.LIST, "setup.dusk")
    code = word(args, "code")
    if code == "D000":
        raise IllegalMove(T("That is the card Inevitable, no Social Dispute."), rule="dusk.dispute", page=14)
    tx.learn(dusk.origin_fact(code), "dispute")
    kept = tuple(one for one in tx.state.dusk.deck if one == "D000")
    tx.set(dusk=replace(tx.state.dusk, deck=(*kept, code)))
    tx.note("dispute_read", T("The Social Dispute in the deck is {code}.", code=code), code=code)


def dusk_prompt(state: State) -> Prompt:
    """The deck of two; the code of the dispute may be entered or scanned while it is read."""
    seen = CardExpected(kind="card_id", pattern=_DISPUTE.pattern, move=GameMove("dispute_read"), arg="code")
    return checklist.shown(state, READ, expects=(seen,))


_DISPUTE = Code(
    name="code", label=T("Card"), kind="card_id", pattern=r"D[0-9]{3}", suits=T("a Dusk card, such as D045")
)
READ = Offer(move=GameMove("dispute_read"), label=T("The Social Dispute that you read"), asks=(_DISPUTE,))
MOVES: Mapping[str, Action[Transaction]] = {
    "name_stacks": action(name_stacks, T("First Expedition cards named"), *_CARDS),
    "technology_laid": action(
        technology_laid, lambda args: T("Technology card: {name}", name=word(args, "name")), _NAME
    ),
    "law_drawn": action(
        law_drawn,
        lambda args: T("Law drawn: {code}", code=word(args, "code")),
        pick("code", T("Law"), {code: Text("{code}", {"code": code}) for code in DRAWABLE}),
    ),
    "dispute_read": action(
        dispute_read, lambda args: T("Social Dispute read: {code}", code=word(args, "code")), _DISPUTE
    ),
}
