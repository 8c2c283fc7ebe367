"""Programs that tests run, other than our own. `./setup.sh test` installs all of them before it runs any test."""

from __future__ import annotations

import os
import shutil

import pytest


def _found(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


def program(name: str) -> str:
    """Where a program is; its bare name where it is not installed. Servers lie where only root's path leads."""
    return _found(name) or name


def needs(*names: str) -> pytest.MarkDecorator:
    """For tests that cannot be run without these: by somebody who runs a few tests on a machine that lacks them."""
    missing = [name for name in names if _found(name) is None]
    reason = f"not installed: {', '.join(missing)}; ./setup.sh test installs it"
    return pytest.mark.skipif(bool(missing), reason=reason)
