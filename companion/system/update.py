"""Another version of the program: put beside the present one, tried on copies, taken over, and left again if it fails.

Done by root, for the service that `companion.system.service` or the Debian package installed. What was done last stands
in `update.json`, so that a power cut in the middle is put right at the next start (`settle`).
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from companion.api.text import T, Text, verbatim
from companion.system import program, release, service
from companion.system.program import About, CannotBuild
from companion.system.service import DATA, HOME, SETTINGS, UNIT, USER, VERSIONS

STATE = HOME / "update.json"
SETTLER = HOME / "settler"  # the version that puts right what a power cut ends: the one before
BEFORE = HOME / "before-update"  # what was kept just before the switch, in case the older version cannot read it later
SIGNERS = Path("/etc/table-companion/release_signers")
OWN_SIGNERS = service.FILES / "release_signers"
TRIAL_S = 900.0  # a slow Pi, hundreds of evenings
WATCH_S, LOOK_S = float(os.environ.get("COMPANION_WATCH_S", "20")), 2.0  # a test is in a hurry
PARTS = ("companion.db", "companion.db-wal", "companion.journal", "companion.backup", "companion.lock")
BESIDE_DATABASE = ("companion.db-wal", "companion.db-shm")
STAGED = ".before-update"  # what a file is called until it takes its place
NO_STEPS = -1  # as many were never kept
Say = Callable[[Text], object]


class NoUpdate(Exception):
    """It was not done, or was undone. `text` says why, and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True)
class Trial:
    """What a version's selftest said; see `companion.app.selftest.Report`."""

    version: str
    evenings: tuple[str, ...]
    steps: int
    unopened: tuple[str, ...]
    troubles: tuple[Text, ...]

    def works(self, other: Trial | None = None) -> bool:
        """Whether it is healthy; or fails only at evenings that the `other` version does not open either."""
        mine = set(self.unopened)
        return not self.troubles or (other is not None and bool(mine) and mine <= set(other.unopened))


@dataclass(frozen=True)
class Switch:
    """The last switch from one version to another, by the names of their folders. `evenings` and `steps` are what was
    kept then; `settled`: the new one is healthy. `undoes`, as plain values: the switch that this one goes back from,
    which holds again where this one comes to nothing."""

    before: str
    now: str
    evenings: tuple[str, ...]
    steps: int
    at: float
    settled: bool = False
    undoes: dict[str, Any] | None = None


# --- what is there ----------------------------------------------------------------------------------------------------


def present() -> About:
    """The version that the service runs. Raises NoUpdate where there is no service."""
    folder = service.current()
    if folder is None or not folder.is_dir():
        raise NoUpdate(
            T("The companion is not installed as a service here, so there is nothing to update: docs/operating.md")
        )
    return _about(folder)


def previous() -> About | None:
    """The version that the service ran before the present one, while it is still there to go back to."""
    switch = last_switch()
    if switch is None or not (VERSIONS / switch.before).is_dir():
        return None
    found = present()
    return _about(VERSIONS / switch.before) if switch.now == found.name else None


def last_switch() -> Switch | None:
    """What was done last; None when nothing was."""
    try:
        found = json.loads(STATE.read_text(encoding="utf-8"))
        return _switch_of(found)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _switch_of(plain: dict[str, Any]) -> Switch:
    return Switch(**plain | {"evenings": tuple(plain["evenings"])})


def _about(folder: Path) -> About:
    try:
        return program.about(folder)
    except CannotBuild as error:
        raise NoUpdate(T("{file} cannot be read: {why}.", file=str(folder), why=str(error))) from error


# --- forward ----------------------------------------------------------------------------------------------------------


def update(path: Path, say: Say) -> About:
    """Install a release file, try it, and have the service run it; what it is. Raises NoUpdate, and then the service
    runs what it ran before."""
    before = present()
    _must_settle()
    with _uninterrupted(), _opened(path) as (what, members):
        _must_fit(what, before)
        folder = VERSIONS / what.name
        if not folder.is_dir():
            _must_have_room(members)
            say(T("Putting version {version} beside {before}.", version=what.version, before=before.version))
            _place(members, folder)
        say(T("Trying version {version} on copies of your evenings.", version=what.version))
        trial = _tried(folder, before)
        say(T("Switching over."))
        try:
            _switch(before, what, trial)
        except NoUpdate:
            shutil.rmtree(folder)
            raise
    _clean((before.name, what.name))
    return what


@contextmanager
def _opened(path: Path) -> Iterator[tuple[About, Path]]:
    try:
        with release.opened(path, (OWN_SIGNERS, SIGNERS), HOME) as found:
            yield found
    except release.BadRelease as error:
        raise NoUpdate(error.text) from error


def _must_fit(what: About, before: About) -> None:
    here = program.this_machine()
    if what.machine != here or not Path(f"/usr/bin/python{what.python}").exists():
        raise NoUpdate(
            T(
                "This release is for {machine} with Python {python}; here is {here} with Python {mine}.",
                machine=what.machine, python=what.python, here=here, mine=before.python,
            )
        )  # fmt: skip
    if what.name == before.name:
        raise NoUpdate(T("Version {version} is installed already.", version=what.version))
    if service.version_order(what.version) < service.version_order(before.version):
        text = T(
            "This release, {version}, is older than what is installed, {before}. To go back: companion update --back",
            version=what.version,
            before=before.version,
        )
        raise NoUpdate(text)
    if "/" in what.name or what.name.startswith("."):
        raise NoUpdate(T("The release is not signed by anybody who is trusted here, so it is not installed."))


def _must_have_room(members: Path) -> None:
    wanted = 4 * (members / release.PROGRAM).stat().st_size + 50_000_000
    free = shutil.disk_usage(HOME).free
    if free < wanted:
        raise NoUpdate(
            T(
                "There is too little room for a second version: {free} MB are free, {wanted} MB are needed.",
                free=free // 1_000_000, wanted=wanted // 1_000_000,
            )
        )  # fmt: skip


def _place(members: Path, folder: Path) -> None:
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        release.unpack(members, new)
        program.compile_all(new)
        program.open_to_all(new)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _tried(folder: Path, before: About) -> Trial:
    """Start the version beside the service, on copies. What the present version does not open, it need not either."""
    trial = try_out(folder)
    if not trial.works() and not trial.works(try_out(VERSIONS / before.name)):
        what = _about(folder)
        shutil.rmtree(folder)
        raise NoUpdate(
            T(
                "Version {version} does not work here, so {before} goes on: {why}",
                version=what.version, before=before.version, why=trial.troubles[0],
            )
        )  # fmt: skip
    return trial


def try_out(folder: Path) -> Trial:
    """The selftest of a version, as the service's user, on copies of what is kept."""
    user = f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--reset-env"
    command = [
        str(folder / "bin" / "companion"),
        "--settings",
        str(SETTINGS),
        "selftest",
        "--json",
        "--data",
        str(DATA),
    ]
    try:
        done = subprocess.run(
            ["setpriv", *user, "--", "env", f"HOME={DATA}", "LC_ALL=C.UTF-8", *command],
            capture_output=True, text=True, check=False, cwd=DATA, timeout=TRIAL_S,
        )  # fmt: skip
        told = json.loads(done.stdout.splitlines()[-1])
        words = tuple(_text(one) for one in told["troubles"])
        return Trial(told["version"], tuple(told["evenings"]), told["steps"], tuple(told["unopened"]), words)
    except subprocess.TimeoutExpired:
        return Trial("", (), 0, (), (T("it gave no answer within {n} seconds", n=round(TRIAL_S)),))
    except (ValueError, IndexError, KeyError, TypeError):
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "")
        return Trial("", (), 0, (), (verbatim(last.strip() or f"exit code {done.returncode}"),))


def _text(told: object) -> Text:
    """A text as another version wrote it down."""
    found: Text = msgspec.convert(told, Text)
    return found


# --- back -------------------------------------------------------------------------------------------------------------


def go_back(say: Say) -> About:
    """Have the service run the version before; what it is. Raises NoUpdate, where there is none, or where an evening
    was begun with the present one."""
    now = present()
    _must_settle()
    before, switch = previous(), last_switch()
    if before is None or switch is None:
        raise NoUpdate(T("There is no earlier version here to go back to."))
    kept = try_out(VERSIONS / now.name)
    if set(kept.evenings) - set(switch.evenings):
        raise NoUpdate(
            T(
                "An evening was begun with version {version}, so there is no going back to {before} any more.",
                version=now.version, before=before.version,
            )
        )  # fmt: skip
    say(T("Trying version {version} on copies of your evenings.", version=before.version))
    trial = try_out(VERSIONS / before.name)
    as_it_was = not trial.works(kept)
    if as_it_was and kept.steps != switch.steps:
        raise NoUpdate(
            T(
                "Version {before} cannot open what was played with {version}, so there is no going back any more.",
                version=now.version, before=before.version,
            )
        )  # fmt: skip
    say(T("Switching over."))
    with _uninterrupted():
        # What was kept aside is of the switch before; once it is written over, the older version gets no other log.
        undoes = switch if as_it_was else replace(switch, steps=NO_STEPS)
        _switch(now, before, kept, restore=as_it_was, undoes=undoes)
        STATE.unlink(missing_ok=True)
    return before


# --- switching --------------------------------------------------------------------------------------------------------


def _switch(before: About, now: About, kept: Trial, restore: bool = False, undoes: Switch | None = None) -> None:
    """Stop the one, start the other, and watch it for a while; one that fails is left again. Raises NoUpdate then."""
    earlier = None if undoes is None else asdict(undoes)
    switch = Switch(before.name, now.name, kept.evenings, kept.steps, time.time(), undoes=earlier)
    _settler(VERSIONS / before.name)
    _note(switch)
    _systemctl("stop", UNIT)
    if restore:
        _put_back()
    else:
        _keep_aside()
    _run(now)
    trouble = _watched()
    if trouble is None:
        _note(replace(switch, settled=True))
        _settler(None)
        return
    raise NoUpdate(_left_again(before, now, trouble, switch))


def _left_again(before: About, now: About, trouble: str, switch: Switch) -> Text:
    _systemctl("stop", UNIT)
    _put_back_if_unread(before)
    _run(before)
    _never_was(switch)
    if _watched() is None:
        return T(
            "Version {version} did not become healthy ({why}), so {before} runs again.",
            version=now.version, before=before.version, why=trouble,
        )  # fmt: skip
    return T(
        "Version {version} did not become healthy ({why}), and {before} does not start either: "
        "journalctl --namespace=table-companion -n 30",
        version=now.version, before=before.version, why=trouble,
    )  # fmt: skip


def _never_was(switch: Switch) -> None:
    """A switch came to nothing: what was done before it is what was done last."""
    if switch.undoes is None:
        STATE.unlink(missing_ok=True)
    else:
        _note(_switch_of(switch.undoes))
    _settler(None)


def _run(what: About) -> None:
    folder = VERSIONS / what.name
    service.make_current(folder)
    _refresh(folder)
    _systemctl("daemon-reload")
    _systemctl("reset-failed", UNIT)
    _systemctl("start", UNIT)


def _refresh(folder: Path) -> None:
    """The unit and the rules are the version's own; those of the Debian package are dpkg's."""
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-I", "-B", "-m", "companion.system.service", "refresh"], check=False)


def _watched() -> str | None:
    """What keeps the service from being healthy, or None: it is up, answers, and stays up for a while."""
    began, first = time.monotonic(), _shown()
    while time.monotonic() - began < WATCH_S:
        shown = _shown()
        if shown.get("ActiveState") != "active" or shown.get("MainPID") != first.get("MainPID"):
            return f"{shown.get('ActiveState')}, {shown.get('Result')}"
        time.sleep(LOOK_S)
    return None


def _shown() -> dict[str, str]:
    asked = subprocess.run(
        ["systemctl", "show", "-p", "ActiveState", "-p", "MainPID", "-p", "Result", UNIT],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return dict(line.split("=", 1) for line in asked.stdout.splitlines() if "=" in line)


def _systemctl(*words: str) -> None:
    subprocess.run(["systemctl", *words], check=False, capture_output=True)


def _note(switch: Switch) -> None:
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(asdict(switch)), encoding="utf-8")
    new.chmod(0o644)
    with new.open("rb") as file:
        os.fsync(file.fileno())
    new.rename(STATE)


def _settler(folder: Path | None) -> None:
    """Which version the system calls at its next start, to `settle`; None: none is needed."""
    SETTLER.unlink(missing_ok=True)
    if folder is not None:
        SETTLER.symlink_to(folder.relative_to(HOME))


def _must_settle() -> None:
    switch = last_switch()
    if switch is not None and not switch.settled:
        settle()


def settle() -> Text | None:
    """Finish a switch that a power cut ended: a version that is not healthy is left again. In words, what was done."""
    switch = last_switch()
    if switch is None or switch.settled:
        _settler(None)
        return None
    now, before = present(), VERSIONS / switch.before
    if now.name != switch.now:  # it was cut before anything was switched, or after it was switched back
        _run(now)
        _never_was(switch)
        return None
    _run(now)  # with its own unit, which may be what the cut left undone
    trouble = _watched()
    if trouble is not None and before.is_dir():
        return _left_again(_about(before), now, trouble, switch)
    if trouble is not None or switch.undoes is not None:
        STATE.unlink(missing_ok=True)
    else:
        _note(replace(switch, settled=True))
    _settler(None)
    return T("Version {version} is healthy.", version=now.version) if trouble is None else None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Whoever closes the terminal does not end it half-way."""
    ignored = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in ignored]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


# --- what was kept before ---------------------------------------------------------------------------------------------


def _keep_aside() -> None:
    """The log as it is; its files are the service's user's, and so no link of theirs is followed. It is there whole, or
    not at all: half of it must never be put back."""
    new = BEFORE.with_suffix(".new")
    for old in (new, BEFORE):
        shutil.rmtree(old, ignore_errors=True)
    new.mkdir(mode=0o700)
    for name in PARTS:
        _copy(DATA / name, new / name)
    new.rename(BEFORE)


def _put_back() -> None:
    """Every file takes its place whole. What belongs to another database goes first: it would be written into this
    one."""
    user = pwd.getpwnam(USER)
    there = [name for name in PARTS if (BEFORE / name).exists()]
    for name in there:
        staged = DATA / f"{name}{STAGED}"
        with suppress(FileNotFoundError):
            staged.unlink()
        _copy(BEFORE / name, staged)
        os.chown(staged, user.pw_uid, user.pw_gid, follow_symlinks=False)
    for name in (*(name for name in PARTS if name not in there), *BESIDE_DATABASE):
        with suppress(FileNotFoundError):
            (DATA / name).unlink()
    for name in there:
        (DATA / f"{name}{STAGED}").replace(DATA / name)


def _put_back_if_unread(before: About) -> None:
    """After a switch that failed nothing was played; what the older version opens as it is stays as it is."""
    if try_out(VERSIONS / before.name).troubles and (BEFORE / PARTS[0]).exists():
        _put_back()


def _copy(source: Path, target: Path) -> bool:
    try:
        handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    made = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "rb") as there, os.fdopen(made, "wb") as copy:
        shutil.copyfileobj(there, copy)
        os.fsync(copy.fileno())
    return True


def _clean(stay: Sequence[str]) -> None:
    """Versions that nobody goes back to; those of the Debian package are dpkg's."""
    for folder in VERSIONS.iterdir():
        if folder.name not in stay and not (folder / "packaged").exists():
            shutil.rmtree(folder, ignore_errors=True)
