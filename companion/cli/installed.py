"""Whether the virtual environment still holds what a lock file names: `python -m companion.cli.installed LOCKFILE`.

Prints the lock file's entries of the packages that are missing, of another version, or lack a file or a part of one,
for pip to install again; nothing, and exit code 0, where everything is there. Contents are not compared, only sizes, so
that it takes no longer than a start may.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata
from pathlib import Path

from pip._vendor.packaging.requirements import Requirement

from companion.system.lock import entries


def is_whole(entry: str) -> bool:
    """Whether the package of an entry is there, all of it; so is one that this machine does not need."""
    wanted = Requirement(entry.partition("--hash")[0].replace("\\", " ").strip())
    if wanted.marker is not None and not wanted.marker.evaluate():
        return True
    try:
        there = metadata.distribution(wanted.name)
    except metadata.PackageNotFoundError:
        return False
    return there.version in wanted.specifier and _has_its_files(there)


def _has_its_files(there: metadata.Distribution) -> bool:
    files = there.files
    if not files:  # what pip writes last is gone
        return False
    for file in files:
        try:
            size = os.stat(str(there.locate_file(file))).st_size
        except OSError:
            if file.suffix == ".pyc":  # made anew when it is wanted
                continue
            return False
        if file.size is not None and size != file.size:
            return False
    return True


def main() -> int:
    """Print what is wanting; the answer is the exit code."""
    wanting = [entry for entry in entries(Path(sys.argv[1]).read_text(encoding="utf-8")) if not is_whole(entry)]
    sys.stdout.writelines(f"{entry}\n" for entry in wanting)
    return 1 if wanting else 0


if __name__ == "__main__":
    sys.exit(main())
