"""`companion venue fleet`: what the venue's owner wants of which tables, and what they have of it."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TextIO

import msgspec
from nats.js import JetStreamContext

from companion.api.refusals import BadFile, BadMove
from companion.api.text import T, Text, all_of
from companion.app.pushed_settings import ALLOWED, with_values
from companion.app.settings import BadSettings, Settings
from companion.app.versions import said
from companion.storage.losses import moment
from companion.system.program import About
from companion.venue import fleet, fleet_staff, signing
from companion.venue.fleet import Plan, Release, Standing, Wish
from companion.venue.fleet_staff import Fleet

Say = Callable[[Text], str]
ABOUT = T(
    "key: a new key of the venue's owner. group: which tables are in a group; what is wanted of it stays. set: what is "
    "wanted of a group, for all of it or for some tables first. all: the rest of the group, too. back: what the group "
    "had before. show: what is wanted of each table, and what it has. send: tell every table once more."
)


class Asking(Protocol):
    """Asks the venue's server something, as the command line says."""

    def __call__(self, args: argparse.Namespace, question: Callable[[JetStreamContext], Awaitable[Any]]) -> Any: ...


def arguments(verbs: Any, asking: Callable[[argparse.ArgumentParser, Say], argparse.ArgumentParser], say: Say) -> None:
    """What can be said on the command line."""
    whole = verbs.add_parser("fleet")
    whole.description = say(ABOUT)
    inner = whole.add_subparsers(dest="what", required=True, metavar="VERB")
    inner.add_parser("key").add_argument("file", type=Path, help=say(T("where the new key goes")))

    def one(name: str, of_group: bool) -> argparse.ArgumentParser:
        parser = asking(inner.add_parser(name), say)
        parser.add_argument("--owner", type=Path, required=True, help=say(T("the key of the venue's owner")))
        if of_group:
            parser.add_argument("group")
        return parser

    one("group", True).add_argument("tables", nargs="*", help=say(T("none: there is no such group any more")))
    _about_set(one("set", True), say)
    anyway = say(T("also where the first ones do not have it"))
    one("all", True).add_argument("--anyway", action="store_true", help=anyway)
    one("back", True)
    one("show", False)
    one("send", False)


def _about_set(parser: argparse.ArgumentParser, say: Say) -> None:
    names = say(T("a setting; these may be set: {names}", names=all_of(ALLOWED)))
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help=names)
    parser.add_argument("--unset", action="append", default=[], metavar="NAME", help=say(T("as each table's own file")))
    release = say(T("a release file; one for each kind of machine"))
    parser.add_argument("--release", action="append", default=[], type=Path, metavar="FILE", help=release)
    parser.add_argument("--any-version", action="store_true", help=say(T("no version is wanted any more")))
    cards = say(T("what this table keeps of this game"))
    parser.add_argument("--cards", action="append", default=[], metavar="TABLE/GAME", help=cards)
    first = say(T("this table first; the others after: all"))
    parser.add_argument("--first", action="append", default=[], metavar="TABLE", help=first)


def do(args: argparse.Namespace, asking: Asking, say: Say, out: TextIO) -> None:
    """Do it. Raises `BadMove`, `BadFile` and `VenueTrouble`."""
    if args.what == "key":
        _new_key(args.file, say, out)
        return
    seed = _seed(args.owner)

    async def whole(stream: JetStreamContext) -> list[str]:
        owned = Fleet(stream, seed)
        if args.what == "show":
            return list(_shown(await owned.standing(), say))
        told = await _changed(owned, args)
        return [
            say(T("Told: {tables}", tables=all_of(told))) if told else say(T("This changes nothing for any table."))
        ]

    out.writelines(f"{line}\n" for line in asking(args, whole))


async def _changed(owned: Fleet, args: argparse.Namespace) -> list[str]:
    if args.what == "send":
        return await owned.send_again()
    if args.what == "group":
        return await owned.change(lambda plan: fleet_staff.members(plan, args.group, args.tables))
    if args.what == "back":
        return await owned.change(lambda plan: fleet_staff.back(plan, args.group))
    if args.what == "all":
        if not args.anyway:
            await owned.must_be_there((await owned.plan())[1].group(args.group).first)
        return await owned.change(lambda plan: fleet_staff.advance(plan, args.group))
    wish = await _wish(owned, (await owned.plan())[1], args)
    told = await owned.change(lambda plan: fleet_staff.put(plan, args.group, wish, args.first))
    await owned.tidy()
    return told


async def _wish(owned: Fleet, plan: Plan, args: argparse.Namespace) -> Wish:
    """What the group wants now, changed as the command line says; what is large is in the server then."""
    wish = plan.group(args.group).wish
    settings = {name: value for name, value in wish.settings.items() if name not in args.unset}
    settings |= _settings(args.setting)
    version, releases = ("", ()) if args.any_version else (wish.version, wish.releases)
    if args.release:
        abouts = [_about(path) for path in args.release]
        version = abouts[0].version
        releases = tuple([await _release(owned, *one) for one in zip(args.release, abouts, strict=True)])
    kept = dict(wish.cards)
    for named in args.cards:
        table, _, game = named.partition("/")
        kept[game] = await owned.put_cards(table, game)
    return msgspec.structs.replace(wish, settings=settings, cards=kept, version=version, releases=releases)


def _settings(typed: list[str]) -> dict[str, Any]:
    found = {}
    for one in typed:
        name, equals, value = one.partition("=")
        if not equals:
            raise BadMove(T("Write a setting as NAME=VALUE, such as voice.rate=180; not {typed}.", typed=one))
        try:
            found[name.strip()] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            found[name.strip()] = value.strip()
    try:
        with_values(Settings(), found)
    except BadSettings as error:
        raise BadMove(error.text) from error
    return found


def _about(path: Path) -> About:
    about = said(path)
    if about is None:
        raise BadFile(T("{file} is no release of the companion.", file=str(path)))
    return about


async def _release(owned: Fleet, path: Path, about: About) -> Release:
    digest, size = await owned.put_release(path)
    return Release(machine=about.machine, python=about.python, digest=digest, size=size)


def _shown(tables: list[Standing], say: Say) -> Iterator[str]:
    if not tables:
        yield say(T("There is no group yet: companion venue fleet group NAME TABLE…"))
    for one in tables:
        yield f"{one.table}\t{', '.join(one.groups)}"
        wish = one.wanted.wish
        settings = ", ".join(f"{name}={value}" for name, value in sorted(wish.settings.items()))
        wanted = [*([settings] if settings else []), *sorted(wish.cards), *([wish.version] if wish.version else [])]
        yield "  " + say(T("wanted: {what}", what="; ".join(wanted) or "–"))
        yield "  " + say(_has(one))
        if one.has is not None and one.has.why is not None and one.has.state != "taken":
            yield f"    {say(one.has.why)}"
        if not one.told:
            yield "  " + say(T("This was not told to it: companion venue fleet send"))


def _has(one: Standing) -> Text:
    if one.has is None:
        return T("It has told nothing yet.")
    if not one.fetched:
        return T("It has not fetched it yet; it runs {version}, as of {when}.", version=one.has.version, when=moment(one.has.at))  # fmt: skip  # noqa: E501
    return T("It {state}; it runs {version}, as of {when}.", state=fleet.STATES[one.has.state], version=one.has.version, when=moment(one.has.at))  # fmt: skip  # noqa: E501


def _seed(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(T("The key of the venue's owner, {file}, cannot be read.", file=str(path))) from error


def _new_key(path: Path, say: Say, out: TextIO) -> None:
    seed, public = signing.new_key()
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(seed + "\n")
    except FileExistsError as error:
        raise BadMove(T("{file} is there already; nothing was done.", file=str(path))) from error
    out.write(say(T("The key is in {file}: keep it off the server. Each table's settings get, under venue:", file=str(path))) + "\n")  # fmt: skip  # noqa: E501
    out.write(f'owner = "{public}"\n')
