"""Board facts of the city without a fixed name: costs and looks of Buildings on cards, what was learnt of heat."""

from companion.api.game import BoardFamily
from companion.games.frostpunk.city.costs import COLOURS, COSTS, RED_ICONS, SIZES
from companion.games.frostpunk.city.symbols import LEARNT

FAMILIES: tuple[BoardFamily, ...] = (COSTS, SIZES, COLOURS, RED_ICONS, LEARNT)
