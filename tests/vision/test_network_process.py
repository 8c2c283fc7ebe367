"""Networks in a process of their own answer as they do here; where it dies, they never do in this one."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from vision.inference import Inference
from vision.network import Network, NetworkProcess, run_in
from vision.worker_process import WorkerLost

MODEL = Path(__file__).parents[2] / "vision" / "models" / "numeral_net.onnx"
ROWS = np.linspace(-1, 1, 2 * 32 * 128, dtype=np.float32).reshape(2, 1, 32, 128)


@pytest.fixture
def elsewhere() -> Iterator[NetworkProcess]:
    """A process that all networks run in."""
    process = NetworkProcess()
    run_in(process)
    yield process
    run_in(None)
    process.stop()


def test_the_same_answer_in_another_process(elsewhere: NetworkProcess) -> None:
    """It ends only where none of its networks is wanted, and another one is begun with the next question."""
    network, here = Network(MODEL), Inference(MODEL, 1).answer(ROWS)
    assert elsewhere.pid is None
    np.testing.assert_allclose(network.answer(ROWS), here, atol=1e-5)
    first = elsewhere.pid
    elsewhere.rest()
    assert first is not None
    assert elsewhere.pid == first
    assert network.let_go(0)
    elsewhere.give_back()
    elsewhere.rest()
    assert elsewhere.pid is None
    np.testing.assert_allclose(network.answer(ROWS), here, atol=1e-5)


def test_room_is_made_before_one_is_begun() -> None:
    """Once for each process, and by then there is none."""
    begun: list[int | None] = []
    process = NetworkProcess(on_begin=lambda: begun.append(process.pid))
    run_in(process)
    try:
        network = Network(MODEL)
        for times in (1, 2):
            network.answer(ROWS)
            network.answer(ROWS)
            assert begun == [None] * times
            network.let_go(0)
            process.rest()
    finally:
        run_in(None)
        process.stop()


def test_a_process_that_dies_is_replaced(elsewhere: NetworkProcess) -> None:
    """Whatever it died of, the next question has its answer."""
    network = Network(MODEL)
    before, first = network.answer(ROWS), elsewhere.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    np.testing.assert_array_equal(network.answer(ROWS), before)
    assert elsewhere.pid not in (None, first)


def test_where_each_one_dies_nothing_is_read_here(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever they die of would end this process, too. Another one is begun after pauses that grow to five minutes,
    and from the first of them on where all went well for longer; that it was lost is told once in the log."""
    monkeypatch.setattr("vision.network.open_network", lambda *_: pytest.fail("it was read here"))
    now_s = 1000.0
    dies = (sys.executable, "-c", f"import os; os.kill(os.getpid(), {int(signal.SIGILL)})")
    process = NetworkProcess(dies, clock=lambda: now_s)
    run_in(process)
    try:
        network = Network(MODEL)
        with caplog.at_level(logging.WARNING):
            for pause_s in (2, 8, 32, 128, 300, 300):
                with pytest.raises(WorkerLost):
                    network.answer(ROWS)
                assert process.lost
                now_s += pause_s - 0.5
                assert process.is_paused
                now_s += 0.5
                assert not process.is_paused
            now_s += 301
            with pytest.raises(WorkerLost):
                network.answer(ROWS)
            now_s += 2
            assert not process.is_paused
    finally:
        run_in(None)
        process.stop()
    assert [record.message for record in caplog.records] == [
        "the networks' process was lost (it was ended by SIGILL); another one is begun in 2 s"
    ]


def test_one_that_lives_answers_again(tmp_path: Path) -> None:
    """After the pause, as where memory was short for a while."""
    now_s, lives = 0.0, tmp_path / "lives"
    lives_then = (
        f"import os, pathlib; pathlib.Path({str(lives)!r}).exists() or os.kill(os.getpid(), {int(signal.SIGKILL)});"
        "from vision.inference import main; main()"
    )
    process = NetworkProcess((sys.executable, "-c", lives_then), clock=lambda: now_s)
    run_in(process)
    try:
        network = Network(MODEL)
        with pytest.raises(WorkerLost):
            network.answer(ROWS)
        lives.touch()
        with pytest.raises(WorkerLost):
            network.answer(ROWS)
        now_s += 2
        assert network.answer(ROWS).shape == (2, 153)
        assert not process.lost
    finally:
        run_in(None)
        process.stop()


def test_one_that_hangs_is_not_waited_for(elsewhere: NetworkProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that was read answers soon or never; to read one may take long, where memory is short."""
    network = Network(MODEL)
    network.answer(ROWS)
    assert elsewhere.pid is not None
    os.kill(elsewhere.pid, signal.SIGSTOP)
    monkeypatch.setattr("vision.network._READ_S", 3600.0)
    monkeypatch.setattr("vision.network._ANSWER_S", 0.1)
    with pytest.raises(WorkerLost):
        network.answer(ROWS)
    assert elsewhere.lost
