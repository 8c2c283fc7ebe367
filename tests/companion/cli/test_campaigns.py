"""`companion campaigns`, beside a running service."""

from pathlib import Path

import pytest

from companion.api.text import catalogue
from companion.app import campaign_desk
from companion.app.control import Control
from companion.cli.main import main
from companion.session.session import Session
from companion.storage.log import Log
from tests.companion.toy_game import GAME
from tests.web.household import CampaignsThere


def test_campaigns_are_listed_handed_over_and_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By id or by name; one that is played elsewhere only with `--over`, and what that means is said before."""
    log = Log(tmp_path / "data", durable=False)
    session = Session(log, {"boiler": GAME})
    session.start("boiler", "Friday", ["Anna"], {"level": "easy"}, "Anna")
    desk = CampaignsThere(session)
    control = Control(tmp_path, lambda asked: dict(campaign_desk.answer(desk, session, catalogue("en"), asked)))
    control.start()

    def typed(*words: str) -> tuple[int, str]:
        code = main(["campaigns", *words, "--data", str(tmp_path)])
        said = capsys.readouterr()
        return code, said.out + said.err

    try:
        code, said = typed()
        assert (code, said.count("at table-17")) == (0, 2)
        assert typed("hand-over", "friday")[0] == 0
        assert len(desk.evenings) == 1
        code, said = typed("take", "The long way")
        assert code == 2
        assert "that table is told, and keeps it as an evening of its own" in said
        assert typed("take", "The long way", "--over") == (0, "“The long way” is open here.\n")
        assert typed("take", "c2")[0] == 0
        assert desk.taken == [("c1", True), ("c2", False)]
        assert typed("take", "Sunday") == (2, "companion: There is none of that name.\n")
    finally:
        control.stop()
        log.close()
    code, said = typed()
    assert (code, said) == (2, "companion: The companion is not running here; start it first.\n")
