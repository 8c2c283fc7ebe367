"""A call for the venue's staff."""

from companion.status.staff_call import StaffCall


def test_a_call_stays_until_it_is_taken_back() -> None:
    """A second one changes nothing; the staff takes back the very call that it saw."""
    heard: list[str] = []
    one = StaffCall(lambda: 5.0)
    one.subscribe(lambda: heard.append("" if one.present is None else one.present.by))
    first = one.call("Anna")
    assert one.call("Bert") == first
    one.take_back("another")
    assert one.present == first
    one.take_back(first.id)
    assert one.present is None
    assert one.call("Bert").id != first.id
    one.take_back()
    assert heard == ["Anna", "", "Bert", ""]
