"""The torch goes out by itself."""

import threading

from companion.scanner.desk import Torch


def test_it_goes_out_by_itself():
    """After its time the light is off, and whoever shows it hears of that."""
    lit: list[bool] = []
    out = threading.Event()
    torch = Torch(lit.append, lambda: lit[-1:] == [False] and out.set(), lit_s=0.02)
    torch.set(True)
    assert out.wait(20)
    assert (lit, torch.lit) == ([True, False], False)


def test_put_out_by_hand_it_stays_out():
    """Its time is over then; lit anew, it begins anew."""
    lit: list[bool] = []
    torch = Torch(lit.append, lambda: None, lit_s=600)
    torch.set(True)
    first = torch._timer
    torch.set(True)
    anew = torch._timer
    assert torch.lit
    torch.set(False)
    assert (lit, torch.lit) == ([True, True, False], False)
    assert all(one is not None and one.finished.is_set() for one in (first, anew))  # none puts it out later


def test_a_time_that_is_over_puts_out_no_light_that_was_lit_anew():
    """The earlier timer no longer counts."""
    lit: list[bool] = []
    torch = Torch(lit.append, lambda: None, lit_s=600)
    torch.set(True)
    first = torch._timer
    torch.set(True)
    assert first is not None
    torch._out(first)
    assert torch.lit
    torch.set(False)
