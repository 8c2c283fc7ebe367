"""Exposure and focus: set by a tap, kept for that camera, used at the next start."""

from __future__ import annotations

import pytest

from companion.api.refusals import BadMove, NotSaved
from companion.api.text import T
from companion.scanner.place import CameraPlace

from .scan_spot import Camera, Store


def place(camera: Camera | None, store: Store, source: str = "usb") -> CameraPlace:
    return CameraPlace(camera, source, store, lambda: None, lambda: 1000.0)


def test_set_once_and_used_at_every_start():
    """It takes a while; then it is kept, and another start gives it to the camera."""
    camera, store = Camera(), Store()
    one = place(camera, store)
    one.set()
    one.set()  # a second tap while it works does nothing
    assert one.state.step == "working"
    [done] = camera.later
    done()
    assert (one.state.step, one.state.at) == ("set", 1000.0)
    assert "are set for this place" in str(one.state.words)
    again = Camera()
    assert place(again, store).state.step == "set"
    assert again.used == [{"exposure": 5.0}]


def test_another_camera_begins_by_itself():
    """What suits one camera suits no other."""
    camera, store = Camera(), Store()
    place(camera, store).set()
    camera.later[0]()
    other = Camera()
    assert place(other, store, "pi").state.step == "auto"
    assert other.used == []


def test_let_free_again():
    """The camera chooses by itself, now and at later starts."""
    camera, store = Camera(), Store()
    one = place(camera, store)
    one.set()
    camera.later[0]()
    one.forget()
    assert one.state.step == "auto"
    assert camera.used == [None]
    assert place(Camera(), store).state.step == "auto"


def test_words_where_it_cannot_be_done():
    """No camera, one of another kind, one without pictures, one that lets nobody."""
    for camera in (None, Camera(keeps_place=False)):
        with pytest.raises(BadMove, match="cannot be set by the companion"):
            place(camera, Store()).set()
    silent = place(Camera(ready=False), Store())
    with pytest.raises(BadMove, match="no pictures"):
        silent.set()
    assert silent.state.step == "auto"
    stubborn = Camera(finds=None)
    one = place(stubborn, Store())
    one.set()
    stubborn.later[0]()
    assert one.state.step == "auto"
    assert "does not let the companion set it" in str(one.state.words)


def test_a_full_disk_is_said():
    """What could not be kept is not called set."""

    class Full(Store):
        def put(self, kind: str, key: str, value: object) -> None:
            raise NotSaved(T("The disk is full."))

    camera = Camera()
    one = place(camera, Full())
    one.set()
    camera.later[0]()
    assert (one.state.step, str(one.state.words)) == ("auto", "The disk is full.")
