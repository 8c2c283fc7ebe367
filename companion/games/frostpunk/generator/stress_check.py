"""The stress check (rulebook p. 20): cubes dropped into the Generator, those that fell out, and the Heat marker put
back."""

from __future__ import annotations

from msgspec import structs

from companion.api import Args, CubesExpected, IllegalMove, Move, N, Offer, Prompt, T, Text, Whole
from companion.games.frostpunk.forms import asked_in
from companion.games.frostpunk.generator import breakdown
from companion.games.frostpunk.generator.markers import heat_at
from companion.games.frostpunk.state import MOST_CUBES_INSIDE, ROUNDS, SMALL_SPACES, State
from companion.games.frostpunk.transaction import Transaction, require_step
from companion.toolkit import GameModule, action, number, tap, usual, whole


def cubes_at(state: State, heat: int) -> int | None:
    """How many cubes a space of the Heat track shows, None while nobody has said."""
    return state.fact(f"cubes_at_heat_{heat}")


def _begin_drop(tx: Transaction) -> None:
    generator = tx.state.generator
    to_drop = cubes_at(tx.state, generator.heat) or 0
    tx.set_generator(to_drop=to_drop, placed=0, waited=0, none_fell=False)


def _begin_count(tx: Transaction) -> None:
    tx.set_generator(fell=0)


COUNTING_STEPS = ("generator.drop", "generator.count", "generator.drawer")


# --- the stress check -------------------------------------------------------------------------------------------------


def tell_cubes(tx: Transaction, args: Args) -> None:
    """How many cubes the Heat marker's space shows; asked once for each space and kept."""
    require_step(tx.state, "generator.cubes")
    tx.learn(f"cubes_at_heat_{tx.state.generator.heat}", number(args, "cubes"))
    tx.go_on()


def all_dropped(tx: Transaction, args: Args) -> None:
    """The cubes were dropped into the Generator; those that fell are still to be counted."""
    require_step(tx.state, "generator.drop")
    _dropped(tx)
    tx.go_on()


def _dropped(tx: Transaction) -> None:
    dropped = tx.state.generator.to_drop
    inside = tx.state.generator.inside + dropped
    tx.set_generator(inside=inside, to_drop=0)
    text = N(
        "{n} cube was dropped into the Generator; {inside} inside.",
        "{n} cubes were dropped into the Generator; {inside} inside.",
        dropped,
        inside=inside,
    )
    tx.note("cubes_dropped", text, count=dropped, inside=inside)


def cubes_fell(tx: Transaction, args: Args) -> None:
    """All cubes in the drawer were counted, also those that waited in it; may be told again until they are placed."""
    require_step(tx.state, *COUNTING_STEPS)
    _counted(tx, number(args, "cubes"))


def cubes_weighed(tx: Transaction, args: Args) -> None:
    """The scale counted new cubes in the drawer. Those that waited in it since the last round come on top."""
    require_step(tx.state, *COUNTING_STEPS)
    _counted(tx, number(args, "cubes") + tx.state.generator.waiting)


def _counted(tx: Transaction, cubes: int) -> None:
    if tx.state.step == "generator.drop":
        _refuse_more_than(tx.state.generator.inside + tx.state.generator.to_drop, cubes)
        _dropped(tx)
    _refuse_more_than(tx.state.generator.inside, cubes)
    tx.set_generator(fell=cubes)
    tx.tell("cubes_fell", _fell(cubes), count=cubes)
    tx.set(step="generator.drawer")


def _refuse_more_than(inside: int, cubes: int) -> None:
    if cubes > inside:
        text = N(
            "There is only {n} cube inside the Generator.", "There are only {n} cubes inside the Generator.", inside
        )
        raise IllegalMove(text, rule="generator.stress", page=20)


def place_cubes(tx: Transaction, args: Args) -> None:
    """The cubes of the drawer lie on the Stress track, and the drawer is in again. Cubes that fell as it went in stay
    in it and count in the next round. Beyond ten Stress cubes the Generator breaks down; whether or not it does, the
    Heat marker goes back to the first space (p. 20)."""
    require_step(tx.state, "generator.drawer")
    _settle_drawer(tx, number(args, "waiting"), by_itself=False)


def placed_by_itself(tx: Transaction, args: Args) -> None:
    """The cubes are placed without a tap; how many, and how many had waited, is kept for a late cube (`recounted`)."""
    board = tx.state.generator
    require_step(tx.state, "generator.drawer")
    _settle_drawer(tx, 0, by_itself=True)
    tx.set_generator(placed=board.fell, waited=board.waiting, none_fell=not board.fell)


def _settle_drawer(tx: Transaction, waiting: int, by_itself: bool) -> None:
    """What hands must do is ordered where nobody was asked to: a list of what has just been done is done twice."""
    _refuse_more_than(tx.state.generator.inside - tx.state.generator.fell, waiting)
    _place(tx, by_itself)
    tx.set_generator(waiting=waiting, heat=1)
    if waiting:
        _tell_waiting(tx, waiting)
    _heat_back(tx, by_itself)
    if tx.state.generator.stress > SMALL_SPACES:
        breakdown.announce(tx)
    tx.go_on()


def _heat_back(tx: Transaction, by_itself: bool) -> None:
    """The Heat marker is on its first space again."""
    tx.note("heat_reset", T("The Heat marker went back to the first space."))
    if by_itself:
        back = heat_at(tx.first.generator.heat)
        tx.order("heat", T("Put the Heat marker back on its first space"), "heat", back, pieces=("heat",))


RECOUNTED = ("weather.card",)  # where the drawer's cubes may still turn out to be others


def recounted(tx: Transaction, args: Args) -> None:
    """All cubes that were in the drawer are counted once more, before the Weather card: another number goes onto the
    Stress track than the one that was counted."""
    _recount(tx, number(args, "cubes"))


def late_cubes(tx: Transaction, args: Args) -> None:
    """The scale counted another number of new cubes in the drawer, before the Weather card."""
    _recount(tx, number(args, "cubes") + tx.state.generator.waited)


def _recount(tx: Transaction, cubes: int) -> None:
    require_step(tx.state, *RECOUNTED)
    board = tx.state.generator
    more = cubes - board.placed
    if more > board.inside or board.stress + more < 0:
        _refuse_more_than(board.inside + board.placed, cubes)
        raise IllegalMove(T("So many cubes do not lie on the Stress track."), rule="generator.stress", page=20)
    tx.tell("cubes_fell", _fell(cubes), count=cubes)
    if board.stress + more > SMALL_SPACES:
        _look_again(tx, cubes)
        return
    inside = board.inside - more
    # One that was told to have fallen late, and is counted after all, lies on the track and waits no longer.
    tx.set_generator(stress=board.stress + more, inside=inside, placed=cubes, waiting=min(board.waiting, inside))
    stress = tx.state.generator.stress
    text = N("{n} cube lies on the Stress track.", "{n} cubes lie on the Stress track.", stress)
    tx.note("stress_rose", text, by=more, to=stress)
    tx.order("stress", _lie_there(stress), "stress", _lie_there(tx.first.generator.stress))


def _lie_there(stress: int) -> Text:
    return N("Stress track: {n} cube lies there now", "Stress track: {n} cubes lie there now", stress)


def _look_again(tx: Transaction, cubes: int) -> None:
    """With the late cubes the Generator breaks down: that is looked at before it is so, as with any drawer."""
    board = tx.state.generator
    tx.set_generator(
        stress=board.stress - board.placed,
        inside=board.inside + board.placed,
        waiting=board.waited,
        fell=cubes,
        placed=0,
        waited=0,
        none_fell=False,
    )
    tx.set(step="generator.drawer")


def fell_late(tx: Transaction, args: Args) -> None:
    """So many cubes fell as the drawer went in: they wait in it for the next round (p. 20)."""
    require_step(tx.state, *RECOUNTED)
    waiting = number(args, "waiting")
    _refuse_more_than(tx.state.generator.inside, waiting)
    tx.set_generator(waiting=waiting)
    _tell_waiting(tx, waiting)


def _tell_waiting(tx: Transaction, waiting: int) -> None:
    text = N(
        "{n} cube stays in the drawer until the next round.",
        "{n} cubes stay in the drawer until the next round.",
        waiting,
    )
    tx.tell("cubes_wait", text, count=waiting)


def _fell(cubes: int) -> Text:
    return N("{n} cube fell.", "{n} cubes fell.", cubes) if cubes else T("No cube fell.")


def _place(tx: Transaction, by_itself: bool) -> None:
    generator = tx.state.generator
    stress = generator.stress + generator.fell
    tx.set_generator(stress=stress, inside=generator.inside - generator.fell, fell=0)
    if generator.fell:
        text = N("{n} cube lies on the Stress track.", "{n} cubes lie on the Stress track.", stress)
        tx.note("stress_rose", text, by=generator.fell, to=stress)
        if by_itself:
            _order_placed(tx, generator.fell, stress)


def _order_placed(tx: Transaction, fell: int, stress: int) -> None:
    order = N(
        "Put the drawer’s {n} cube on the Stress track: {stress} now",
        "Put the drawer’s {n} cubes on the Stress track: {stress} now",
        fell,
        stress=stress,
    )
    back = N(
        "Put {n} cube of the Stress track back into the drawer: {stress} on the track now",
        "Put {n} cubes of the Stress track back into the drawer: {stress} on the track now",
        fell,
        stress=tx.first.generator.stress,
    )
    tx.order("stress", order, "stress", back)


def reset_heat(tx: Transaction, args: Args) -> None:
    """The Heat marker goes back to the first space although no drawer had to be looked into (p. 20)."""
    _reset_heat(tx, by_itself=False)


def reset_by_itself(tx: Transaction, args: Args) -> None:
    """The same where nobody was asked to put it back."""
    _reset_heat(tx, by_itself=True)


def _reset_heat(tx: Transaction, by_itself: bool) -> None:
    require_step(tx.state, "generator.reset")
    tx.set_generator(heat=1, to_drop=0, fell=0)
    _heat_back(tx, by_itself)
    tx.go_on()


MOST_CUBES_SHOWN = 20
MOST_TAPS = 9  # so many numbers are offered as taps of their own; the rest is entered


def _cubes(state: State) -> Prompt:
    ask = Whole(name="cubes", label=T("Cubes shown"), at_most=MOST_CUBES_SHOWN, likely=MOST_TAPS)
    return Prompt(
        name="generator.cubes",
        do=T("How many cubes does the Heat marker's space show?"),
        more=T("Read it off the Heat track, space {heat}. It is asked only once.", heat=state.generator.heat),
        rule="generator.stress",
        look="look_generator_board",
        offers=(Offer(move=Move("tell_cubes"), label=T("Cubes shown"), asks=(ask,)),),
    )


# --- the stress check -------------------------------------------------------------------------------------------------


def _expected(state: State, new: int, at_least: int = 0, known: int | None = None) -> tuple[CubesExpected, ...]:
    """What the scale may answer: it counts new cubes, and tells nothing of those that waited in the drawer before."""
    if new <= 0:
        return ()
    return (
        CubesExpected(
            place="drawer",
            drop=f"round-{state.round}",
            at_least=at_least,
            at_most=new,
            move=Move("cubes_weighed"),
            arg="cubes",
            known=known,
        ),
    )


def _numbers(inside: int, waiting: int) -> list[Offer]:
    """How many cubes lie in the drawer, those included that waited there."""
    last = min(inside, waiting + MOST_TAPS)
    offers = [
        tap("cubes_fell", N("{n} cube in the drawer", "{n} cubes in the drawer", cubes), cubes=cubes)
        for cubes in range(waiting, last + 1)
    ]
    if last < inside:
        ask = whole("cubes", T("Cubes in the drawer"), inside, at_least=last + 1)
        offers.append(Offer(move=Move("cubes_fell"), label=T("More"), asks=(ask,)))
    if waiting:
        ask = whole("cubes", T("Cubes in the drawer"), waiting - 1)
        offers.append(Offer(move=Move("cubes_fell"), label=T("Fewer"), asks=(ask,)))
    return offers


def _drop(state: State) -> Prompt:
    board = state.generator
    inside = board.inside + board.to_drop
    return Prompt(
        name="generator.drop",
        do=N("Drop {n} cube into the Generator.", "Drop {n} cubes into the Generator.", board.to_drop),
        more=T("Take them from the bank, not from your supply. Those that fall into the drawer are counted."),
        rule="generator.stress",
        offers=(usual("all_dropped", T("All dropped")), *_numbers(inside, board.waiting)),
        # The first cube that comes out answers; that none does, somebody has to say.
        expects=_expected(state, inside - board.waiting, at_least=1),
    )


def _count(state: State) -> Prompt:
    board = state.generator
    return Prompt(
        name="generator.count",
        do=T("Wait until the cubes lie still, then count those in the drawer."),
        more=T(
            "Count all of them, also any that stayed in the drawer in an earlier round. Up to {inside} can be there.",
            inside=board.inside,
        ),
        rule="generator.stress",
        offers=tuple(_numbers(board.inside, board.waiting)),
        expects=_expected(state, board.inside - board.waiting),
    )


def _drawer(state: State) -> Prompt:
    board = state.generator
    known, rest = max(0, board.fell - board.waiting), board.inside - board.fell
    again = whole("cubes", T("Cubes in the drawer"), board.inside, board.fell)
    some = N(
        "Put the drawer’s {n} cube on the Stress track, and the Heat marker back on its first space.",
        "Put the drawer’s {n} cubes on the Stress track, and the Heat marker back on its first space.",
        board.fell,
    )
    none = T("The drawer should be empty: look. Then put the Heat marker back on its first space.")
    breaks = board.stress + board.fell > SMALL_SPACES
    lost = T("The Generator explodes") if board.overheated else T("The Generator breaks down")
    offers = [
        usual("place_cubes", lost if breaks else T("Done"), waiting=0),
        Offer(move=Move("cubes_fell"), label=T("It is another number"), asks=(again,)),
    ]
    if rest:
        late = whole("waiting", T("Cubes in the drawer"), rest, 1, at_least=1)
        offers.append(Offer(move=Move("place_cubes"), label=T("More cubes fell as the drawer went in"), asks=(late,)))
    return Prompt(
        name="generator.drawer",
        do=some if board.fell else none,
        more=_drawer_more(state),
        rule="generator.stress",
        offers=tuple(offers),
        # A late cube makes it more. Fewer would be the emptied drawer, pushed in before anybody said so.
        expects=_expected(state, board.inside - board.waiting, at_least=known, known=known),
    )


def _drawer_more(state: State) -> Text:
    board = state.generator
    over = board.stress + board.fell - SMALL_SPACES
    if over > 0 and board.overheated:
        return T("That is more than ten, and the Heat marker shows its overheated side: the Generator explodes.")
    if over > 0:
        return N(
            "Ten fill the small spaces; {n} cube goes onto the overflow space, and the Generator breaks down.",
            "Ten fill the small spaces; {n} cubes go onto the overflow space, and the Generator breaks down.",
            over,
        )
    return T(
        "Cubes that fall out as you pull count as well: correct the number then. Cubes that fall as you push it in "
        "stay in the drawer until the next round."
    )


def late_offers(state: State) -> tuple[Offer, ...]:
    """What may still be said of the drawer once its cubes were placed by themselves."""
    board = state.generator
    if not board.placed:
        return ()
    most = min(board.inside + board.placed, board.placed + MOST_TAPS)
    again = Whole(name="cubes", label=T("Cubes in the drawer"), at_most=most, likely=min(most, MOST_TAPS))
    offers = [Offer(move=Move("recounted"), label=T("Another number of cubes was in the drawer"), asks=(again,))]
    if board.inside:
        late = Whole(
            name="waiting", label=T("Cubes that fell as it went in"), at_least=1, at_most=board.inside, likely=3
        )
        offers.append(Offer(move=Move("fell_late"), label=T("Cubes fell as the drawer went in"), asks=(late,)))
    return tuple(structs.replace(offer, under=T("The drawer"), rule="generator.stress") for offer in offers)


def late_cubes_expected(state: State) -> tuple[CubesExpected, ...]:
    """A late cube is news until the Weather card; fewer would be the emptied drawer."""
    board = state.generator
    known = board.placed - board.waited
    if not (board.placed or board.none_fell) or not board.inside:
        return ()
    return (
        CubesExpected(
            place="drawer",
            drop=f"round-{state.round}",
            at_least=known,
            at_most=known + board.inside,
            move=Move("late_cubes"),
            arg="cubes",
            known=known,
        ),
    )


def _reset(state: State) -> Prompt:
    return Prompt(
        name="generator.reset",
        do=T("Put the Heat marker back on its first space."),
        more=T("No cubes are inside, so that the drawer can stay where it is."),
        rule="generator.reset",
        offers=(usual("reset_heat", T("Done")),),
    )


# As many as could ever be inside: set by hand, and then a drop in each round.
_MOST = MOST_CUBES_INSIDE + ROUNDS * MOST_CUBES_SHOWN
_CUBES = whole("cubes", T("Cubes"), _MOST)

MODULE: GameModule[State, Transaction] = GameModule(
    name="stress_check",
    moves={
        "tell_cubes": action(
            tell_cubes,
            lambda args: N("The space shows {n} cube", "The space shows {n} cubes", number(args, "cubes")),
            whole("cubes", T("Cubes shown"), MOST_CUBES_SHOWN),
        ),
        "all_dropped": action(all_dropped, T("All cubes dropped")),
        "cubes_fell": action(
            cubes_fell,
            lambda args: N("{n} cube in the drawer", "{n} cubes in the drawer", number(args, "cubes")),
            _CUBES,
        ),
        "cubes_weighed": action(
            cubes_weighed,
            lambda args: N("{n} new cube weighed", "{n} new cubes weighed", number(args, "cubes")),
            _CUBES,
        ),
        "place_cubes": action(
            place_cubes,
            T("Drawer emptied and pushed in"),
            whole("waiting", T("Cubes that fell as it went in"), _MOST),
        ),
        "reset_heat": action(reset_heat, T("Heat marker put back")),
        "recounted": action(
            recounted,
            lambda args: N(
                "{n} cube in the drawer after all", "{n} cubes in the drawer after all", number(args, "cubes")
            ),
            _CUBES,
        ),
        "late_cubes": action(
            late_cubes,
            lambda args: N("{n} new cube weighed", "{n} new cubes weighed", number(args, "cubes")),
            _CUBES,
        ),
        "fell_late": action(
            fell_late,
            lambda args: N("{n} cube fell late", "{n} cubes fell late", number(args, "waiting")),
            whole("waiting", T("Cubes that fell as it went in"), _MOST),
        ),
    },
    prompts=asked_in(
        {
            "generator.cubes": _cubes,
            "generator.drop": _drop,
            "generator.count": _count,
            "generator.drawer": _drawer,
            "generator.reset": _reset,
        }
    ),
)
