"""The simulated table: whatever is not plugged in, with verbs of the table. It drives the fakes at their lowest seam:
cubes fall onto a simulated cell under an emulated chip, cards are pictures before a camera, buttons are pins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.api.text import T, Text
from companion.session.signal import Signal


class TroubleAtTable(Exception):
    """A verb that cannot be done now, such as pulling out a drawer that is out; one sentence why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True)
class TableState:
    """How the simulated table stands; None for a device that is not simulated."""

    cubes: int | None = None
    drawer_in: bool | None = None
    cable_in: bool | None = None
    camera_in: bool | None = None
    cards: tuple[str, ...] = ()
    card_shown: str | None = None
    buttons: tuple[str, ...] = ()


class Drawer(Protocol):
    """A drawer on a simulated cell."""

    @property
    def cubes_in_drawer(self) -> int: ...
    @property
    def cubes_beside(self) -> int: ...
    @property
    def drawer_out(self) -> bool: ...
    def drop_cubes(self, n: int) -> None: ...
    def empty(self) -> None: ...
    def pull_drawer(self) -> None: ...
    def push_drawer(self) -> None: ...
    def bump(self) -> None: ...


class Cable(Protocol):
    """A plug that can be pulled."""

    def unplug(self) -> None: ...
    def plug(self) -> None: ...


@dataclass(frozen=True)
class Fakes:
    """What is simulated; None for what is really there. `show` lays a drawn card (or, by None, nothing) under the
    camera; `press` presses a button of the panel."""

    drawer: Drawer | None = None
    cable: Cable | None = None
    show: Callable[[str | None], None] | None = None
    press: Callable[[str], None] | None = None
    camera_cable: Cable | None = None


class SimulatedTable:
    """The verbs, for the dashboard's panel. Any of them may raise `TroubleAtTable`."""

    def __init__(
        self, fakes: Callable[[], Fakes], decks: Mapping[str, tuple[str, ...]], game: Callable[[], str | None]
    ) -> None:
        """`fakes` tells what is simulated now, `decks` holds codes of cards to show, for each game; `game` is the one
        on the table."""
        self._simulated_now = fakes
        self._decks = decks
        self._game = game
        self._cable_in = True
        self._camera_in = True
        self._card: str | None = None
        self._listeners = Signal("the simulated table")

    @property
    def _fakes(self) -> Fakes:
        return self._simulated_now()

    @property
    def anything(self) -> bool:
        """Whether anything is simulated at all."""
        return self._fakes != Fakes()

    def state(self) -> TableState:
        """How it stands."""
        drawer = self._fakes.drawer
        return TableState(
            cubes=None if drawer is None else drawer.cubes_in_drawer,
            drawer_in=None if drawer is None else not drawer.drawer_out,
            cable_in=None if self._fakes.cable is None else self._cable_in,
            camera_in=None if self._fakes.camera_cable is None else self._camera_in,
            cards=self._decks.get(self._game() or "", ()) if self._fakes.show else (),
            card_shown=self._card,
            buttons=("next", "back", "repeat", "scan") if self._fakes.press else (),
        )

    def drop_cubes(self, count: int) -> None:
        """Let cubes fall into the drawer, or onto the bare plate while it is out."""
        drawer = self._drawer()
        if not 1 <= count <= drawer.cubes_beside:
            raise TroubleAtTable(T("From 1 to {most} cubes can be dropped now.", most=drawer.cubes_beside))
        drawer.drop_cubes(count)
        self._listeners.emit()

    def take_cubes(self) -> None:
        """Take everything out of the drawer."""
        self._drawer().empty()
        self._listeners.emit()

    def pull_drawer(self) -> None:
        """Pull the drawer out."""
        drawer = self._drawer()
        if drawer.drawer_out:
            raise TroubleAtTable(T("The drawer is out already."))
        drawer.pull_drawer()
        self._listeners.emit()

    def push_drawer(self) -> None:
        """Push the drawer back in."""
        drawer = self._drawer()
        if not drawer.drawer_out:
            raise TroubleAtTable(T("The drawer is in already."))
        drawer.push_drawer()
        self._listeners.emit()

    def bump(self) -> None:
        """Bump the table."""
        self._drawer().bump()

    def show_card(self, code: str) -> None:
        """Lay a drawn card under the camera; an empty code takes it away."""
        if self._fakes.show is None:
            raise TroubleAtTable(T("The camera is a real one: show it a real card."))
        if code and code not in self.state().cards:
            raise TroubleAtTable(T("There is no drawn card {code}.", code=code))
        self._fakes.show(code or None)
        self._card = code or None
        self._listeners.emit()

    def press(self, button: str) -> None:
        """Press a button on the panel."""
        if self._fakes.press is None:
            raise TroubleAtTable(T("The buttons are real ones: press them."))
        if button not in self.state().buttons:
            raise TroubleAtTable(T("There is no such button."))
        self._fakes.press(button)

    def pull_cable(self) -> None:
        """Pull the drawer's USB cable."""
        self._cable().unplug()
        self._cable_in = False
        self._listeners.emit()

    def plug_cable(self) -> None:
        """Plug the drawer's USB cable in again."""
        try:
            self._cable().plug()
        except OSError as error:
            reason = error.strerror or str(error)
            raise TroubleAtTable(T("The cable cannot be simulated now: {reason}.", reason=reason)) from error
        self._cable_in = True
        self._listeners.emit()

    def pull_camera(self) -> None:
        """Pull the camera's USB cable."""
        self._camera_cable().unplug()
        self._camera_in = False
        self._listeners.emit()

    def plug_camera(self) -> None:
        """Plug the camera's USB cable in again; it is found within some seconds, as a real one is."""
        self._camera_cable().plug()
        self._camera_in = True
        self._listeners.emit()

    def devices_changed(self) -> None:
        """A real device has taken the place of a simulated one."""
        self._listeners.emit()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Be told when it changed; the answer unsubscribes."""
        return self._listeners.subscribe(listener)

    def _drawer(self) -> Drawer:
        if self._fakes.drawer is None:
            raise TroubleAtTable(T("The drawer is a real one: use your hands."))
        return self._fakes.drawer

    def _cable(self) -> Any:
        if self._fakes.cable is None:
            raise TroubleAtTable(T("The cable is a real one: use your hands."))
        return self._fakes.cable

    def _camera_cable(self) -> Cable:
        if self._fakes.camera_cable is None:
            raise TroubleAtTable(T("The cable is a real one: use your hands."))
        return self._fakes.camera_cable
