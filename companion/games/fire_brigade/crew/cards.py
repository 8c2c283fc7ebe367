"""Every ability that the rulebook lists, in our own words, and the moment at which it is worth a reminder."""

from __future__ import annotations

from dataclasses import dataclass

from companion.text import T, Text

# When an ability applies.
EVENT, FIRESTORM, MOVE, WAGON, EXTINGUISH, REFILL, RECRUIT, UPGRADE, LOYALTY, STOLEN, TURN, END = (
    "event", "firestorm", "move", "wagon", "extinguish", "refill", "recruit", "upgrade", "loyalty", "stolen", "turn",
    "end",
)  # fmt: skip


@dataclass(frozen=True)
class Ability:
    """Somebody's ability: the name on the card, when it applies, what it does; `counted`: the companion does it."""

    name: str
    moments: tuple[str, ...]
    words: Text
    counted: bool = False
    action: bool = False


CAPTAINS: dict[str, Ability] = {
    "gloria": Ability("Gloria Ignis", (TURN,), T(
        "Special action: move your Wagon to an empty block and put out a fire of intensity one there."), action=True),
    "blitz": Ability("Blitz Haben", (TURN,), T(
        "Special action: swap the intensities of two burning blocks next to each other."), action=True),
    "frith": Ability("Frith Goldmane", (TURN,), T(
        "Special action: recruit a crew member out of another player's crew; take one of your Renown off the board."),
        action=True),
    "glint": Ability("Glint Dampshot", (TURN,), T(
        "Special action: one more Upgrade in this turn; take one of your Renown off the board."), action=True),
    "bernhardt": Ability("Bernhardt Blaze", (TURN,), T(
        "Special action: until your next turn event cards do nothing to blocks that are loyal to you."), action=True),
    "ester": Ability("Ester", (EXTINGUISH,), T(
        "After an Extinguish action that leaves her without water, she gets one water.")),
    "white_fang": Ability("White Fang", (TURN,), T(
        "Human side, special action Dusk: turn the card over, refill all your water and discard your crew. Werewolf "
        "side, special action Dawn: turn it back. On the werewolf side there is no Refill."), action=True),
    "galeela": Ability("Galeela", (TURN,), T(
        "Special action: put her token on any crew card in play. She has that ability without a loyal block. There is "
        "one such token."), action=True),
}  # fmt: skip

CREW: dict[str, Ability] = {
    "aurath": Ability("Aurath Ether", (MOVE,), T(
        "Your Brigade may pass other Brigades and Wagons, and takes one water from each.")),
    "cindy": Ability("Cindy Bustion", (FIRESTORM,), T(
        "When the event is a firestorm, put one Renown on each block that is hit.")),
    "kular": Ability("Kular One-Shoe", (MOVE,), T("Your Brigade moves up to five blocks."), counted=True),
    "del_uge": Ability("Del Uge", (LOYALTY,), T(
        "When you win a Commons block, every other Commons block burns two lower. That gives no Renown."),
        counted=True),
    "selina": Ability("Selina Blackflow", (STOLEN,), T(
        "When you place Renown on a block that is loyal to somebody else, place one more."), counted=True),
    "nery": Ability("Nery Cagehand", (STOLEN,), T(
        "Whoever wants to win a loyal block from you needs two Renown more instead of one."), counted=True),
    "morgana": Ability("Morgana Magos", (WAGON,), T(
        "Once a turn you may move your Wagon without an action."), counted=True),
    "gness": Ability("Gness Smold", (MOVE,), T(
        "When your Brigade ends its move on a burning block, you may make it burn one higher.")),
    "chops": Ability("Chops Murphy", (LOYALTY,), T(
        "When you win a block, you may make one neighbour burn two higher.")),
    "pep": Ability("Pep Overclock", (LOYALTY,), T("When you win a Merchant Markets block, take a free Upgrade."),
                   counted=True),
    "mog": Ability("Mog The Heavy", (MOVE,), T(
        "Your Brigade may end its move where another player is, and pushes that player to a neighbouring block of your "
        "choice.")),
    "esme": Ability("Esme Morrow", (FIRESTORM,), T(
        "A fireball that would hit the block of your Brigade may be turned to a neighbouring block.")),
    "mal": Ability("Mal Candor", (LOYALTY,), T("When you win a Council Quarters block, take a free Recruit."),
                   counted=True),
    "lumen": Ability("Lumen", (EXTINGUISH,), T(
        "University blocks need one water less to be put out; the Renown is the full one."), counted=True),
    "walder": Ability("Walder Ranier", (REFILL,), T("When another player refills, that player loses one water again.")),
    "leon": Ability("Leon Bertrand", (WAGON,), T(
        "Once a turn your Wagon alone may put out a fire of intensity one. You win the Renown.")),
    "ben": Ability("Brother Ben", (UPGRADE,), T("When you complete a track of your board, take one more turn.")),
    "immora": Ability("Immora", (LOYALTY,), T(
        "When you win a block of the Nobles' Rise, you gain one Renown on every other block of that kind.")),
    "ali": Ability("Ali Ahmar", (LOYALTY,), T(
        "When you win a Merchant Markets block, choose: two water for your crew, or move one of your Renown, or a "
        "neighbouring block burns one lower.")),
    "ebenezer": Ability("Ebenezer", (MOVE,), T("Your Brigade crosses destroyed blocks without paying more."),
                        counted=True),
    "veda": Ability("Veda Moonbright", (FIRESTORM,), T(
        "When a fireball would hit the block of your Brigade or Wagon, place a Renown there instead.")),
    "zilda": Ability("Zilda Garrett", (LOYALTY,), T(
        "When you win a block of the Nobles' Rise, you may make another player discard a crew member of your choice.")),
    "ash": Ability("Ash", (EXTINGUISH,), T(
        "Once a turn Ash may use the water on the own card to put out a fire on any neighbouring block.")),
    "precious": Ability("Sir Precious", (RECRUIT, TURN), T(
        "When drawn, give him to another player and draw a new card. Whoever has him loses one action at the start of "
        "the turn, and may discard him when back at the own Firehouse. He does not count as crew.")),
}  # fmt: skip

HOUSES: dict[str, Ability] = {
    "white": Ability("Street-wise (white)", (REFILL,), T(
        "You may refill on any block if you take one of your Renown off that block.")),
    "black": Ability("Fresh horses (black)", (END,), T(
        "When you end your turn on a block of the Nobles' Rise, you may take a free Move action.")),
    "pink": Ability("Civic duty (pink)", (EXTINGUISH,), T("Your Renown may be placed on diagonal neighbours as well."),
                    counted=True),
    "orange": Ability("Insurance (orange)", (LOYALTY,), T(
        "When you win a block, you may gain one Renown on every other Merchant Markets block.")),
}  # fmt: skip

EVERYBODY: dict[str, Ability] = {**CAPTAINS, **CREW, **HOUSES}
