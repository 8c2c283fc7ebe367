"""Every ability that the rulebook lists, and who has which now: all of them are carried out by the companion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.api.text import T, Text, verbatim
from companion.games.fire_brigade import house_rules
from companion.games.fire_brigade.state import State
from companion.games.fire_brigade.streets import around, beside


@dataclass(frozen=True)
class Ability:
    """Somebody's ability: the name on the card, and what it does."""

    name: str
    words: Text


CAPTAINS: dict[str, Ability] = {
    "gloria": Ability("Gloria Ignis", T(
        "Special action: move your Wagon to an empty block and put out a fire of intensity one there.")),
    "blitz": Ability("Blitz Haben", T(
        "Special action: swap the intensities of two blocks next to each other.")),
    "frith": Ability("Frith Goldmane", T(
        "Special action: recruit a crew member out of another player's crew; take one of your Renown off the board.")),
    "glint": Ability("Glint Dampshot", T(
        "Special action: one more Upgrade in this turn; take one of your Renown off the board.")),
    "bernhardt": Ability("Bernhardt Blaze", T(
        "Special action: until your next turn event cards do nothing to blocks that are loyal to you.")),
    "ester": Ability("Ester", T(
        "After an Extinguish action that leaves her without water, she gets one water.")),
    "white_fang": Ability("White Fang", T(
        "Human side, special action Dusk: turn the card over, refill all your water and discard your crew. Werewolf "
        "side, special action Dawn: turn it back. On the werewolf side there is no Refill.")),
    "galeela": Ability("Galeela", T(
        "Special action: put her token on any crew card in play. She has that ability without a loyal block. There is "
        "one such token.")),
}  # fmt: skip

CREW: dict[str, Ability] = {
    "aurath": Ability("Aurath Ether", T(
        "Your Brigade may pass other Brigades and Wagons, and takes one water from each.")),
    "cindy": Ability("Cindy Bustion", T(
        "When the event is a firestorm, put one Renown on each block that is hit.")),
    "kular": Ability("Kular One-Shoe", T("Your Brigade moves up to five blocks.")),
    "del_uge": Ability("Del Uge", T(
        "When you win a Commons block, every other Commons block burns two lower. That gives no Renown.")),
    "selina": Ability("Selina Blackflow", T(
        "When you place Renown on a block that is loyal to somebody else, place one more.")),
    "nery": Ability("Nery Cagehand", T(
        "Whoever wants to win a loyal block from you needs two Renown more instead of one.")),
    "morgana": Ability("Morgana Magos", T(
        "Once a turn you may move your Wagon without an action.")),
    "gness": Ability("Gness Smold", T(
        "When your Brigade ends its move on a burning block, you may make it burn one higher.")),
    "chops": Ability("Chops Murphy", T(
        "When you win a block, you may make one neighbour burn two higher.")),
    "pep": Ability("Pep Overclock", T("When you win a Merchant Markets block, take a free Upgrade.")),
    "mog": Ability("Mog The Heavy", T(
        "Your Brigade may end its move where another player is, and pushes that player to a neighbouring block of your "
        "choice.")),
    "esme": Ability("Esme Morrow", T(
        "A fireball that would hit the block of your Brigade may be turned to a neighbouring block.")),
    "mal": Ability("Mal Candor", T("When you win a Council Quarters block, take a free Recruit.")),
    "lumen": Ability("Lumen", T(
        "University blocks need one water less to be put out; the Renown is the full one.")),
    "walder": Ability("Walder Ranier", T("When another player refills, that player loses one water again.")),
    "leon": Ability("Leon Bertrand", T(
        "Once a turn your Wagon alone may put out a fire of intensity one. You win the Renown.")),
    "ben": Ability("Brother Ben", T("When you complete a track of your board, take one more turn.")),
    "immora": Ability("Immora", T(
        "When you win a block of the Nobles' Rise, you gain one Renown on every other block of that kind.")),
    "ali": Ability("Ali Ahmar", T(
        "When you win a Merchant Markets block, choose: two water for your crew, or move one of your Renown, or a "
        "neighbouring block burns one lower.")),
    "ebenezer": Ability("Ebenezer", T("Your Brigade crosses destroyed blocks without paying more.")),
    "veda": Ability("Veda Moonbright", T(
        "When a fireball would hit the block of your Brigade or Wagon, place a Renown there instead.")),
    "zilda": Ability("Zilda Garrett", T(
        "When you win a block of the Nobles' Rise, you may make another player discard a crew member of your choice.")),
    "ash": Ability("Ash", T(
        "Once a turn Ash may use the water on the own card to put out a fire on any neighbouring block.")),
    "precious": Ability("Sir Precious", T(
        "When drawn, give him to another player and draw a new card. Whoever has him loses one action at the start of "
        "the turn, and may discard him when back at the own Firehouse. He does not count as crew.")),
}  # fmt: skip

HOUSES: dict[str, Ability] = {
    "white": Ability("Street-wise (white)", T(
        "You may refill on any block if you take one of your Renown off that block.")),
    "black": Ability("Fresh horses (black)", T(
        "When you end your turn on a block of the Nobles' Rise, you may take a free Move action.")),
    "pink": Ability("Civic duty (pink)", T("Your Renown may be placed on diagonal neighbours as well.")),
    "orange": Ability("Insurance (orange)", T(
        "When you win a block, you may gain one Renown on every other Merchant Markets block.")),
}  # fmt: skip

HOUSE_NAMES = {
    "white": T("Street-wise (white)"),
    "black": T("Fresh horses (black)"),
    "pink": T("Civic duty (pink)"),
    "orange": T("Insurance (orange)"),
}  # Captains and crew are called as their cards are printed, the boards only by the text


def title(name: str) -> Text:
    """How an ability is called, by its short name."""
    return HOUSE_NAMES.get(name) or verbatim(EVERYBODY[name].name)


EVERYBODY: dict[str, Ability] = {**CAPTAINS, **CREW, **HOUSES}


# --- who has which ability now: a crew member's only with Loyalty on a block of the same kind (p. 5, 11) --------------


def active(state: State, seat: int) -> tuple[str, ...]:
    """The abilities of a player that apply now, by their short names."""
    return tuple(dict.fromkeys(_active(state, seat)))


def _active(state: State, seat: int) -> Iterator[str]:
    player = state.players[seat]
    if house_rules.rule(state, "sides") == "advanced":
        yield from (key for key in (player.captain, player.side) if key in CAPTAINS or key in HOUSES)
        if player.captain == "galeela" and any(one.name == player.mimic for who in state.players for one in who.crew):
            yield player.mimic  # without a loyal block (card text)
    loyal = {block.kind for block in state.city.values() if block.loyal == seat}
    yield from (one.name for one in player.crew if one.name in CREW and one.kind in loyal)


def has(state: State, seat: int, name: str) -> bool:
    """Whether a player's ability of this short name applies now."""
    return name in active(state, seat)


def holders(state: State, name: str) -> tuple[int, ...]:
    """The seats whose ability of this name applies now, from the active player on. Galeela may share one."""
    return tuple(seat for seat in state.clockwise if has(state, seat, name))


def neighbours(state: State, place: str) -> tuple[str, ...]:
    """The blocks that a card calls neighbours: cards and p. 10 say it where diagonals are left out, so they count; by a
    house rule they do not."""
    near = around(place) if house_rules.rule(state, "neighbours") == "around" else beside(place)
    return tuple(one for one in near if one in state.city)
