"""How an update is asked for: a file for root, which believes nothing in it but a plain name."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.api.refusals import BadMove
from companion.api.text import T
from companion.app import versions
from companion.app.versions import BACK, WANTED, InstalledVersions, take_wanted
from companion.session.session import Session


def test_a_release_is_asked_for_by_its_name(tmp_path: Path, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the version before; a companion that was started by hand asks for nothing. What came of an earlier update is
    no answer."""
    monkeypatch.setattr(versions, "DATA", tmp_path)
    monkeypatch.setattr(versions, "TOLD", tmp_path / "told.json")
    versions.tell(T("Version {version} runs.", version="0.1.0"))
    desk = InstalledVersions(tmp_path, session.screen)
    with pytest.raises(BadMove, match="started by hand"):
        desk.install_named(None)
    monkeypatch.setattr(InstalledVersions, "_is_service", True)
    desk.install_named(tmp_path / "releases" / "venue-0123.release")
    assert desk.told_last() is None
    assert take_wanted() == "venue-0123.release"
    assert desk.told_last() is None
    versions.tell(T("Version {version} runs.", version="0.3.0"))
    assert str(desk.told_last()) == "Version 0.3.0 runs."
    desk.install_named(None)
    assert take_wanted() == BACK
    assert not (tmp_path / WANTED).exists()


@pytest.mark.parametrize("text", ["", "../../etc/passwd", "/dev/zero", ".hidden", "a b", "x" * 4000 + "/y", "\0"])
def test_nothing_but_a_plain_name_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Then it is the newest release that lies ready."""
    monkeypatch.setattr(versions, "DATA", tmp_path)
    monkeypatch.setattr(versions, "TOLD", tmp_path / "told.json")
    (tmp_path / WANTED).write_text(text)
    assert "/" not in take_wanted()
    (tmp_path / "secret").write_text("secret")
    (tmp_path / WANTED).symlink_to(tmp_path / "secret")
    assert take_wanted() == ""
