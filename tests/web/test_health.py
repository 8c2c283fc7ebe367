"""What machines that look after the companion are told, and who else may read it."""

from __future__ import annotations

from pathlib import Path

from companion.api.text import T
from companion.app.figures import Figures
from companion.app.machine import MachineWatch
from companion.status.health import DeviceHealth, device
from companion.status.metrics import Metric, exposition
from hardware.machine import Machine
from web.ports import DashboardSettings

from .household import Household
from .phones import Phone


def test_anybody_may_ask_whether_it_is_well(house: Household, stranger: Phone) -> None:
    """Which part is how, in one word each; a device that is lost is no reason not to play."""
    house.health.put(device("camera", "lost"))
    answer = stranger.get("/healthz")
    assert answer.status_code == 200
    parts = {"drawer": "simulated", "camera": "lost", "voice": "ok", "panel": "simulated", "data": "ok"}
    assert answer.json == {"ok": True, "parts": parts}


def test_what_cannot_be_kept_is_not_well(house: Household, stranger: Phone) -> None:
    """503, so that whoever looks only at that knows too; and no words, which may name a folder or an evening."""
    trouble = T("The disk of {folder} is full.", folder="/home/zebedee")
    house.health.put(DeviceHealth("data", T("Saved evenings"), "trouble", trouble))
    answer = stranger.get("/healthz")
    assert (answer.status_code, answer.json["ok"], answer.json["parts"]["data"]) == (503, False, "trouble")
    assert "zebedee" not in answer.text


def test_figures_are_for_joined_phones_unless_the_owner_opens_them(
    house: Household, phone: Phone, stranger: Phone, tmp_path: Path
) -> None:
    """A setting lets a monitoring system in the home network read them, and nothing else."""
    assert stranger.get("/metrics").status_code == 401
    answer = phone.get("/metrics")
    assert answer.text == (
        "# HELP companion_phones_joined Phones.\n# TYPE companion_phones_joined gauge\ncompanion_phones_joined 1\n"
    )
    open_house = Household(tmp_path / "open" / "data", settings=DashboardSettings(metrics=True))
    try:
        assert Phone(open_house).get("/metrics").status_code == 200
        assert Phone(open_house).get("/api/support.zip").status_code == 401
        assert Phone(open_house).get("/api/phones").status_code == 401
    finally:
        open_house.close()


def test_the_figures_of_the_service(house: Household, phone: Phone) -> None:
    """Each with its help and type once, values that can be read, and nobody's name."""
    watch = MachineWatch(house.folder, house.log, house.health, lambda: Machine(temperature_c=61.5, power=1))
    watch.look()
    house.log.put("backup", "last", {"at": 1_790_000_000.0})
    text = exposition(Figures(house.log, house.health, watch, house.folder).all(3, 2))
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    values = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines}
    assert len(values) == len(lines)
    assert values["companion_temperature_celsius"] == 61.5
    assert values["companion_undervoltage"] == 1
    assert values["companion_evenings"] == 1
    assert values["companion_phones_joined"] == 3
    assert values["companion_pages_open"] == 2
    assert values['companion_device_state{device="machine",state="trouble"}'] == 1
    assert values["companion_last_backup_time_seconds"] == 1_790_000_000.0
    assert values["companion_writes_total"] == house.log.newest
    assert values["companion_memory_bytes"] > 1_000_000
    types = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(types) == len(set(types))
    assert not any(name in text for name in ("Ada", "Ben", "Friday"))


def test_labels_are_escaped() -> None:
    """As the format has it."""
    text = exposition([Metric("x", "X.", 0.5, {"a": 'b"c\\d\ne'})])
    assert text.splitlines()[-1] == 'companion_x{a="b\\"c\\\\d\\ne"} 0.5'
