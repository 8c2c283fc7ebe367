"""What the tests of several rooms share."""

import gc
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import cv2
import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from .order import in_order
from .web.rooms import CHROMIUM, FLAGS, PATIENCE_MS, READ_MS
from .web.routes_once import compile_routes_once

# A game's states are small, and fifty thousand new things are soon made; Python looks for circles among them at each
# seven hundred, an eighth of all that the tests take.
gc.set_threshold(50_000, 20, 50)
MEMORY, ROOM = Path("/dev/shm"), 1 << 30
compile_routes_once()
if "PYTEST_XDIST_WORKER" in os.environ:
    cv2.setNumThreads(1)  # each core has a worker of its own; threads of several would only be in each other's way
# What comes is seen at once; what fails alone waits so long.
expect.set_options(timeout=PATIENCE_MS)
settings.register_profile("busy", deadline=None)
settings.load_profile("busy")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, or the cores wait for it at the end of a run."""
    items[:] = in_order(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_collection_finish() -> None:
    """What was collected stays to the end, two hundred thousand objects and more: no need to look through it again."""
    gc.freeze()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests, they hear the companion in English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def quick_folders() -> Iterator[Iterator[Path]]:
    """New folders in memory, where there is room; else on the disk."""
    base = Path(tempfile.mkdtemp(prefix="companion-tests-", dir=MEMORY if _is_roomy(MEMORY) else None))
    yield (base / str(number) for number in count(1))
    shutil.rmtree(base, ignore_errors=True)


def _is_roomy(folder: Path) -> bool:
    if not os.access(folder, os.W_OK):
        return False
    about = os.statvfs(folder)
    return about.f_bavail * about.f_frsize > ROOM and not about.f_flag & os.ST_NOEXEC


@pytest.fixture
def tmp_path(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, quick_folders: Iterator[Path]
) -> Iterator[Path]:
    """A folder that is taken away after the test; one that failed leaves it where pytest keeps such folders.

    pytest's own takes three milliseconds of each of four thousand tests, which read and write little. What takes
    seconds keeps more, and belongs on the disk.
    """
    name = request.node.originalname[:30]
    on_disk = any(request.node.get_closest_marker(mark) for mark in ("slow", "browser", "emulated", "voice"))
    folder = tmp_path_factory.mktemp(name) if on_disk else next(quick_folders)
    folder.mkdir(mode=0o700, exist_ok=True)
    failed = request.session.testsfailed
    yield folder
    if request.session.testsfailed == failed:
        shutil.rmtree(folder, ignore_errors=True)
    elif not on_disk:
        shutil.move(folder, tmp_path_factory.mktemp(name))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests; every phone is a context of its own."""
    if not Path(CHROMIUM).exists():
        pytest.skip("chromium-headless-shell is not installed")
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Locator, "click", reading_first(Locator.click))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def reading_first(click: Callable[..., None]) -> Callable[..., None]:
    """A hand reads what its last tap on a phone has brought before it taps there again: the page drops what comes
    sooner at the same place. Double taps are a method of their own."""
    tapped: WeakKeyDictionary[Page, float] = WeakKeyDictionary()

    def read_and_click(self: Locator, **options: Any) -> None:
        left_ms = READ_MS - 1000.0 * (time.monotonic() - tapped.get(self.page, 0.0))
        if left_ms > 0.0:
            self.page.wait_for_timeout(left_ms)
        click(self, **options)
        tapped[self.page] = time.monotonic()

    return read_and_click
