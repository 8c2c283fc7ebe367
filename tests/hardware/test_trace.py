from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.trace import BadTrace, Mark, open_trace, read_trace

HEAD = "time_s,raw,mark\n"


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "evening.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_reads_samples_and_marks(tmp_path: Path) -> None:
    """Every row is a sample; a mark has its kind and number; line ends of either kind and empty lines do not matter."""
    text = HEAD + "0.1,-19000,tare\r\n\r\n0.2,-19001,\n0.3,5,known 40\n0.4,6,drop 3\n0.5,7,drawer out"
    samples = read_trace(write(tmp_path, text))
    assert [(sample.time_s, sample.raw) for sample in samples] == [
        (0.1, -19000),
        (0.2, -19001),
        (0.3, 5),
        (0.4, 6),
        (0.5, 7),
    ]
    assert [sample.mark for sample in samples] == [
        Mark("tare"),
        None,
        Mark("known", 40),
        Mark("drop", 3),
        Mark("drawer out"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "empty", None),
        (HEAD, "no_samples", None),
        ("time,value\n1,2\n", "wrong_header", 1),
        ("0.1,5,\n", "wrong_header", 1),
        (HEAD + "0.1,5,\n0.2,5\n0.3,5,\n", "wrong_columns", 3),
        (HEAD + "0.1,5,\n0.2,5,,\n", "wrong_columns", 3),
        (HEAD + "0.1,5,\n0.1,84,", "time_back", 3),
        (HEAD + "0.1,5,\n0.2,84,,", "wrong_columns", 3),
        (HEAD + "0.2,84", "no_samples", None),
        (HEAD + "0.1," + "5" * 5000, "wrong_columns", 2),
        ("time_s,ra", "wrong_header", 1),
        (HEAD + "0.1,5,\nx,5,\n", "wrong_time", 3),
        (HEAD + "nan,5,\n", "wrong_time", 2),
        (HEAD + "inf,5,\n", "wrong_time", 2),
        (HEAD + "0.2,5,\n0.2,5,\n", "time_back", 3),
        (HEAD + "0.1,5.5,\n", "wrong_raw", 2),
        (HEAD + "0.1,8388608,\n", "wrong_raw", 2),
        (HEAD + "0.1,99999999999999999999,\n", "wrong_raw", 2),
        (HEAD + "0.1,,\n", "wrong_raw", 2),
        (HEAD + "0.1,5,dropp 3\n", "wrong_mark", 2),
        (HEAD + "0.1,5,drop\n", "wrong_mark", 2),
        (HEAD + "0.1,5,drop -1\n", "wrong_mark", 2),
        (HEAD + "0.1,5,known 1\n", "wrong_number", 2),
        (HEAD + "0.1,5,known 5000\n", "wrong_number", 2),
        (HEAD + '0.1,5,"tare\n', "wrong_columns", 2),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not_text", None),
        (HEAD + "0.1,5,\0\n", "not_text", None),
    ],
)  # fmt: skip
def test_what_is_no_trace_is_refused_with_its_line(
    tmp_path: Path, text: str | bytes, code: str, line: int | None
) -> None:
    """A wrong file is refused with a code and the number of the line that is wrong."""
    with pytest.raises(BadTrace) as bad:
        read_trace(write(tmp_path, text))
    assert (bad.value.code, bad.value.line) == (code, line)


def test_no_file(tmp_path: Path) -> None:
    """A missing file, or a folder, is refused by its name."""
    for path, code in ((tmp_path / "none.csv", "no_file"), (tmp_path, "not_a_file")):
        with pytest.raises(BadTrace) as bad:
            read_trace(path)
        assert (bad.value.code, bad.value.got) == (code, path.name)


@pytest.mark.parametrize("rest", ["0.2,84", "0.", "0.2,84,dro", "0.2,84,known ", '0.2,84,"tare'])
def test_a_last_row_that_is_cut_off_is_left_out(tmp_path: Path, rest: str) -> None:
    """Only the row that is cut in the middle is missing, and it is told with its line and what stood there."""
    with open_trace(write(tmp_path, HEAD + "0.1,5,tare\n" + rest)) as trace:
        assert [line for line, _ in trace.samples()] == [2]
    assert trace.cut is not None
    assert (trace.cut.code, trace.cut.line, trace.cut.got) == ("cut_off", 3, rest)


@given(data=st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_are_refused_or_read(tmp_path: Path, data: bytes) -> None:
    """Whatever the file holds, reading ends in samples or in `BadTrace`."""
    for text in (data, HEAD.encode() + data):
        try:
            assert read_trace(write(tmp_path, text))
        except BadTrace:
            continue
