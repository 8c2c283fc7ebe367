"""Rewrite golden evenings as they go now, and print what changed, for review: `regenerate.py [FILE...]`."""

import difflib
import sys
from pathlib import Path

from companion.library.registry import find_games
from companion.testing.playscript import rewrite
from companion.testing.script import BadScript

HERE = Path(__file__).parent


def main(paths: list[Path]) -> int:
    games = find_games()
    for path in paths or sorted(HERE.glob("*/*.evening")):
        old = path.read_text(encoding="utf-8")
        try:
            new = rewrite(old, games)
        except BadScript as error:
            sys.stderr.write(f"{path}:{error.line}: {error.text}\n")
            return 2
        name = str(path)
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), name, name))
        path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
