"""A command whose output finds no room says so."""

import subprocess
import sys
from pathlib import Path

FULL = Path("/dev/full")  # a disk on which there is never room


def test_output_that_finds_no_room_is_told_in_one_sentence():
    """Also that of the help; nothing else is said, and the exit code is no success."""
    call = "from companion.cli.main import main; raise SystemExit(main(['weigh', '--help']))"
    with FULL.open("w") as full:
        done = subprocess.run([sys.executable, "-c", call], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("companion: The disk is full")
    assert len(done.stderr.splitlines()) == 1
