"""The command line: `companion run`, `scan`, `weigh`, `play`, `phones` and `doctor`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion import __version__
from companion.api.text import T, Text, catalogue, environment_language
from companion.app.settings import BadSettings, Settings, load_settings

PHONES = T(
    "list: the phones that have joined, each with its id. invite: let another phone in by a QR code and a pairing code "
    "that hold for some minutes. owner PHONE: make this phone the owner’s, which alone may remove others. "
    "remove PHONE: a phone that is lost may only watch from then on."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the answer is the exit code (2 for bad input, as usual)."""
    args = _parser().parse_args(argv)
    try:
        return int(args.do(args))
    except BadSettings as error:
        sys.stderr.write(f"companion: {catalogue(environment_language()).say(error.text)}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone, as in `companion scan ... | head`
        sys.stderr.close()
        return 0


def _parser() -> argparse.ArgumentParser:
    say = catalogue(environment_language()).say
    parser = argparse.ArgumentParser(prog="companion", description=say(T("Runs beside a physical board game.")))
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument(
        "--settings", type=Path, help=say(T("settings file (default: settings.toml here, when there is one)"))
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    run = commands.add_parser("run", help=say(T("start the companion and its dashboard")))
    run.add_argument("--game", help=say(T("the game that is on the table: offered first for a new evening")))
    run.add_argument("--port", type=int, help=say(T("port of the dashboard")))
    run.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    run.add_argument("--simulate", action="store_true", help=say(T("simulate every device, plugged in or not")))
    run.set_defaults(do=_run)

    scan = commands.add_parser("scan", help=say(T("read card codes in images, folders or a video")))
    scan.add_argument("paths", nargs="+", metavar="PATH", type=Path)
    scan.add_argument("--json", action="store_true", help=say(T("one JSON object a frame")))
    scan.add_argument(
        "--box",
        type=float,
        nargs=4,
        metavar=("LEFT", "TOP", "WIDTH", "HEIGHT"),
        help=say(T("read only the code in this box of each picture, in pixels")),
    )
    scan.set_defaults(do=_scan)

    weigh = commands.add_parser("weigh", help=say(T("count cubes in a recorded evening of a load cell")))
    weigh.add_argument("trace", metavar="TRACE.csv", type=Path)
    weigh.add_argument("--json", action="store_true", help=say(T("one JSON object a line")))
    weigh.set_defaults(do=_weigh)

    play = commands.add_parser("play", help=say(T("play a scripted evening; prints its facts and final state as JSON")))
    play.add_argument("file", metavar="FILE", type=Path)
    play.set_defaults(do=_play)

    _add_phones(commands, say)
    doctor = commands.add_parser(
        "doctor", help=say(T("what is plugged in, what works, and what to do about what does not"))
    )
    doctor.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    doctor.set_defaults(do=_doctor)
    return parser


def _add_phones(commands: Any, say: Callable[[Text], str]) -> None:
    phones = commands.add_parser(
        "phones", help=say(T("who has joined; a new pairing code; whose the owner’s phone is")), description=say(PHONES)
    )
    phones.add_argument("verb", nargs="?", choices=("list", "invite", "owner", "remove"), default="list")
    phones.add_argument("phone", nargs="?", default="", metavar="PHONE", help=say(T("its name, or its id in the list")))
    phones.add_argument("--data", type=Path, help=say(T("folder where evenings are kept")))
    phones.set_defaults(do=_phones)


def _phones(args: argparse.Namespace) -> int:
    from companion.cli.phones import phones

    asked = {"do": args.verb, "phone": args.phone}
    return phones(_settings(args), args.data, asked, sys.stdout, sys.stderr)


def _settings(args: argparse.Namespace) -> Settings:
    beside = Path("settings.toml")
    return load_settings(args.settings or (beside if beside.is_file() else None))


def _run(args: argparse.Namespace) -> int:
    from companion.cli.run import run

    return run(_settings(args), game=args.game, port=args.port, data=args.data, simulate=args.simulate)


def _scan(args: argparse.Namespace) -> int:
    from companion.app.codes import codes_of_all_games
    from vision.read.text_reader import TextReader
    from vision.scan_command import SENTENCES, scan
    from vision.scanner import Scanner

    say = catalogue(_settings(args).language).say
    return scan(
        args.paths,
        args.json,
        sys.stdout,
        sys.stderr,
        Scanner(TextReader(codes_of_all_games())),
        lambda code, name: say(Text(SENTENCES[code], {"name": name})),
        box=args.box,
    )


def _weigh(args: argparse.Namespace) -> int:
    from hardware.weigh_command import MESSAGES, weigh

    say = catalogue(_settings(args).language).say
    messages = {code: say(Text(words)) for code, words in MESSAGES.items()}
    return weigh(args.trace, args.json, sys.stdout, sys.stderr, messages)


def _play(args: argparse.Namespace) -> int:
    from companion.library.registry import find_games
    from companion.testing.playscript import play_file

    return play_file(args.file, sys.stdout, sys.stderr, find_games())


def _doctor(args: argparse.Namespace) -> int:
    from companion.cli.doctor import doctor

    return doctor(_settings(args), sys.stdout, args.data)


if __name__ == "__main__":
    sys.exit(main())
