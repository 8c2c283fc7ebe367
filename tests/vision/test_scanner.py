"""Frames to readings: right on clear pictures, silent on everything else."""

import cv2
import numpy as np
import pytest

from hardware.drawn_deck import Pose, draw_card, empty_table, lay, show, write
from tests.vision.codes import EVERY
from tests.vision.drawn_rows import on_a_plate
from vision import scanner as scanner_module
from vision.find.picture import Candidate, widened
from vision.read.fusion import ReadFusion
from vision.read.networks import Prediction, Prescreen
from vision.read.recogniser import Recognition, recogniser
from vision.read.text_reader import TextReader
from vision.reads import CARD_ID, DOUBTFUL, NUMBOX, Frame, FrameReads, Read
from vision.scanner import Scanner, sure_and_unsure

pytestmark = pytest.mark.slow

PAPER = (222, 232, 236)
CLOSE = (480, 576)  # pixels across and down: a still in which there is little more than one card at six to a millimetre


def texts(reads: FrameReads) -> list[str]:
    """The sure readings of a frame, sorted."""
    return sorted(read.text for read in reads.reads)


def nothing(reads: FrameReads) -> bool:
    """Whether nothing was read and nothing is asked about; why may be told."""
    return (reads.reads, reads.unsure) == ((), ())


def paper(*lines: str, digit_mm: float = 4.0, background: tuple[int, int, int] = PAPER) -> Frame:
    """A sheet with these lines printed on it."""
    sheet = np.empty((720, 1280, 3), np.uint8)
    sheet[:] = background
    for number, line in enumerate(lines):
        write(sheet, line, 12 + 50 * (number % 2), 12 + 11 * (number // 2), digit_mm)
    return sheet


class Hasty:
    """The recogniser, which reads these texts at first, and not surely."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def read(self, crops: list[Frame]) -> list[Recognition]:
        return [Recognition(self.texts.pop(0), 0.5) if self.texts else word for word in recogniser().read(crops)]


def in_a_row(cards: list[Frame], turned: float) -> Frame:
    """Two or three cards side by side, each turned."""
    frame = empty_table()
    for place, card in enumerate(cards):
        lay(frame, card, Pose(6, turned, 0, (420 * (place - (len(cards) - 1) / 2), 0)))
    return frame


IDS_IN_A_ROW = ("D012", "M017", "#D305"), ("I/08", "L09", "L16"), ("IV/03", "M770"), ("D999", "M346")
NUMBERS_IN_A_ROW = ("123", "450", "777"), ("002", "935", "314")


@pytest.mark.parametrize("codes", IDS_IN_A_ROW, ids=" ".join)
def test_clear_ids_are_read(scanner: Scanner, codes: tuple[str, ...]):
    """Cards with an ID, lying straight and close, are read surely and in their plain form."""
    reads = scanner.read(in_a_row([draw_card(code) for code in codes], 4))
    assert texts(reads) == sorted(code.strip("#") for code in codes)
    assert {read.kind for read in reads.reads} == {"card_id"}
    assert reads.unsure == ()


@pytest.mark.parametrize("numbers", NUMBERS_IN_A_ROW, ids=" ".join)
@pytest.mark.parametrize("back", ["gold", "green"])
def test_clear_numboxes_are_read(scanner: Scanner, numbers: tuple[str, ...], back: str):
    """Three spaced digits in a dark green box are read on gold and on green backs."""
    reads = scanner.read(in_a_row([draw_card(number, back) for number in numbers], -5))
    assert sorted((read.text, read.kind) for read in reads.reads) == [(each, "numbox") for each in sorted(numbers)]


def test_another_try():
    """What was only asked about is read once a finer search finds it again, though it lies just as it did."""
    asked = Hasty(["D2A7", "D24"])
    reader = TextReader(EVERY, asked)  # type: ignore[arg-type]
    reads = Scanner(reader).read(show("D247", pose=Pose(6, 4)))
    assert texts(reads) == ["D247"]
    assert not asked.texts


def test_a_line_is_read_where_a_row_was_cut_out_badly(monkeypatch: pytest.MonkeyPatch):
    """What the text detector finds in the place of a row that was not read is another look at it."""
    frame = show("D247", pose=Pose(6, 0))
    [read] = Scanner(TextReader(EVERY)).read(frame).reads
    assert read.quad is not None
    good = Candidate(np.array(read.quad, np.float32), pale=False)
    bad = Candidate(widened(good.quad, 0.3, 0.1), pale=False)
    monkeypatch.setattr(scanner_module, "find_boxes", lambda *_: [bad])
    for lines, read_then in (([], []), ([good], ["D247"])):
        monkeypatch.setattr(scanner_module, "find_lines", lambda *_, lines=lines, **__: lines)
        asked = Hasty(["D2A7"])
        assert texts(Scanner(TextReader(EVERY, asked)).read(frame)) == read_then  # type: ignore[arg-type]


@pytest.mark.parametrize("room", [4, 10, 14])
@pytest.mark.parametrize("colour", [(150, 60, 170), (120, 60, 140)])
def test_dark_print_on_a_narrow_coloured_plate(scanner: Scanner, colour: tuple[int, int, int], room: int):
    """The white card round the plate was taken for the print, and the print for its ground."""
    assert texts(scanner.read(on_a_plate(colour, room))) == ["D012"]


@pytest.mark.parametrize("turned", [0, 45, 90, 137, 180, 215, 270, 330])
def test_any_way_round(scanner: Scanner, turned: int):
    """Cards are read whichever way they lie."""
    frame = empty_table()
    lay(frame, draw_card("D247"), Pose(4.5, turned, 0, (-330, 0)))
    lay(frame, draw_card("352"), Pose(4.5, turned, 0, (330, 0)))
    assert texts(scanner.read(frame)) == ["352", "D247"]


@pytest.mark.parametrize("tipped", [-30, -15, 15, 30])
def test_tipped_cards(scanner: Scanner, tipped: int):
    """Cards that are seen at a slant are read, or asked about, and never read as something else."""
    reads = scanner.read(show("M017", pose=Pose(6, 10, tipped)))
    assert [read.text for read in (*reads.reads, *reads.unsure)] == ["M017"]


@pytest.mark.parametrize("px_per_mm", [2.0, 3.0, 8.0])
def test_near_and_far(scanner: Scanner, px_per_mm: float):
    """Digits from twelve pixels on are read."""
    assert texts(scanner.read(show("D568", pose=Pose(px_per_mm, 7)))) == ["D568"]


def test_a_photo_of_twelve_megapixels(scanner: Scanner):
    """Large digits in a large picture are read, and small ones too."""
    frame = empty_table(4000, 3000)
    lay(frame, draw_card("D568"), Pose(24, 4, 0, (-1000, 0)))
    lay(frame, draw_card("L09"), Pose(6, 4, 0, (1300, 0)))
    assert texts(scanner.read(frame)) == ["D568", "L09"]


def test_small_print_is_asked_about(scanner: Scanner):
    """Digits of less than nine pixels are never sure."""
    reads = scanner.read(show("D247", pose=Pose(1.3)))
    assert reads.reads == ()
    assert {read.uncertainty_reason for read in reads.unsure} <= {"too_small"}


def test_where_the_code_is(scanner: Scanner):
    """The quad encloses the upright code: top left first, then clockwise."""
    frame = empty_table()
    card = lay(frame, draw_card("D247"), Pose(6, 90))
    [read] = scanner.read(frame).reads
    onto = cv2.getPerspectiveTransform(card, np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32))
    on_card = cv2.perspectiveTransform(np.array([read.quad], np.float32), onto)[0]
    # Millimetres: the code's left end is written at (6, 13), its digits 6 high and about four of them 16 wide.
    assert np.allclose(on_card[3], [6, 13], atol=1.0)
    assert np.allclose(on_card[0], [6, 7], atol=1.0)
    assert on_card[1][0] - on_card[0][0] == pytest.approx(18, abs=3)


def test_several_cards(scanner: Scanner):
    """All cards in a frame are read, each once, also two that are equal."""
    assert texts(scanner.read(show("D012", "M017", "D012", pose=Pose(4.5, 3)))) == ["D012", "D012", "M017"]


@pytest.mark.parametrize("turned", [0, 180])
def test_numbers_that_can_be_turned_are_asked_about(scanner: Scanner, turned: int):
    """A number that is another one upside down is never sure where none of its digits tells which way it stands."""
    reads = scanner.read(in_a_row([draw_card(number) for number in ("960", "699", "066")], turned))
    assert reads.reads == ()
    assert sorted(read.text for read in reads.unsure) == ["066", "096", "669", "699", "960", "990"]
    assert {read.uncertainty_reason for read in reads.unsure} == {"upside_down"}


@pytest.mark.parametrize("turned", [0, 180])
def test_numbers_whose_digits_tell_the_way_up(scanner: Scanner, turned: int):
    """The shape of an 8 or a 1 may tell which way up such a number stands: then it is never the other one."""
    numbers = {"890", "806", "198"}
    reads = scanner.read(in_a_row([draw_card(number) for number in sorted(numbers)], turned))
    assert set(texts(reads)) <= numbers
    asked = {read.text for read in reads.unsure if read.uncertainty_reason == "upside_down"}
    assert numbers <= {*texts(reads), *asked}


@pytest.mark.parametrize(
    "lines",
    [
        ("12.99", "3,50 EUR", "12/03/2024", "07:45", "2024", "17", "page 113"),
        ("123", "4567", "1/08", "11/08", "98", "No 305", "+48 601"),
        ("D12", "M0171", "BD012", "D012a", "L17", "L00", "A017"),
        ("The wind turned at dusk and", "somebody lit 12 lamps in 305", "houses; we counted 48 sacks"),
        ("$100", "100%", "3 x 4", "D-012", "D.012", "0123456789", "M1.75"),
    ],
)
@pytest.mark.parametrize("digit_mm", [2.2, 5.0])
def test_other_print_is_left_alone(scanner: Scanner, lines: tuple[str, ...], digit_mm: float):
    """Prices, dates, times, page numbers, sentences and near misses are not read and not asked about."""
    reads = scanner.read(paper(*lines, digit_mm=digit_mm))
    assert (texts(reads), reads.unsure) == ([], ())


@pytest.mark.parametrize("background", [(60, 150, 190), (30, 30, 30), (160, 60, 40), (40, 40, 150), (140, 220, 150)])
def test_three_digits_need_a_dark_green_box(scanner: Scanner, background: tuple[int, int, int]):
    """Three pale digits on gold, black, blue, red or pale green are no numbox."""
    sheet = np.empty((CLOSE[1], CLOSE[0], 3), np.uint8)
    sheet[:] = background
    write(sheet, "1 2 3", 8, 32, 8, (240, 245, 245))
    assert nothing(scanner.read(sheet))


def with_a_green_box(text: str) -> Frame:
    """A card with this in a dark green box."""
    card = np.empty((880, 630, 3), np.uint8)
    card[:] = (60, 150, 190)
    cv2.rectangle(card, (150, 360), (480, 520), (44, 74, 26), -1)
    write(card, text, 20, 47.6, 7.2, (226, 240, 240))
    return card


@pytest.mark.parametrize(
    "things", [("12", "1234", "1.2"), ("A12", "ABC", "1-3"), ("K 352", "352 A", "W352")], ids=" ".join
)
def test_other_things_in_a_green_box(scanner: Scanner, things: tuple[str, ...]):
    """A dark green box that holds something other than three digits is left alone."""
    assert nothing(scanner.read(in_a_row([with_a_green_box(text) for text in things], 0)))


def with_a_plate(code: str, plate: tuple[int, int, int]) -> Frame:
    """A card with a code on a strip from edge to edge."""
    card = np.full((880, 630, 3), 238, np.uint8)
    cv2.rectangle(card, (0, 80), (630, 160), plate, -1)
    write(card, code, 20, 13.8, 4.0, (215, 230, 220))
    return card


@pytest.mark.parametrize("plate", [(60, 84, 40), (45, 42, 40)])
def test_an_id_on_a_dark_plate(scanner: Scanner, plate: tuple[int, int, int]):
    """Pale print on a strip from edge to edge is an ID, on a green one as well: no box, and `312` no number in it."""
    codes = ["D283", "L07", "M312"]
    reads = scanner.read(in_a_row([with_a_plate(code, plate) for code in codes], 17))
    assert sorted((read.text, read.kind) for read in reads.reads) == [(code, "card_id") for code in codes]


@pytest.mark.parametrize("turned", [0, 200])
@pytest.mark.parametrize(
    "text", ["I/01", "I/08", "I/11", "II/17", "III/14", "VII/19", "1/01", "1/08", "11/08", "11/26"]
)
def test_numeral_codes_and_dates(scanner: Scanner, text: str, turned: int):
    """`II/08` is a numeral code, `11/08` the eleventh of August, in a camera's soft picture too."""
    card = np.full((880, 630, 3), 238, np.uint8)
    write(card, text, 20, 13.8, 4.0)
    frame = empty_table(*CLOSE)
    lay(frame, card, Pose(turned_deg=turned))
    soft = np.asarray(cv2.GaussianBlur(frame, (0, 0), 1.2), np.uint8)
    assert texts(scanner.read(soft)) == ([text] if text[0] != "1" else [])


def test_empty_tables_and_plain_cards(scanner: Scanner):
    """Nothing is read where there is no code."""
    assert scanner.read(empty_table()) == FrameReads()
    assert scanner.read(show("", pose=Pose(6, 12))) == FrameReads()
    assert nothing(scanner.read(np.zeros((720, 1280, 3), np.uint8)))


def test_noise(scanner: Scanner):
    """Noise is not read."""
    noise = np.random.default_rng(3).integers(0, 256, (360, 640, 3)).astype(np.uint8)
    assert scanner.read(cv2.GaussianBlur(noise, (0, 0), 2)) == FrameReads()


@pytest.mark.parametrize("blur_px", [6.0, 12.0])
def test_what_is_too_blurred_is_never_wrong(scanner: Scanner, blur_px: float):
    """Out of focus, a code is asked about or left alone, or right."""
    reads = scanner.read(cv2.GaussianBlur(show("D385", pose=Pose(5)), (0, 0), blur_px))
    assert set(texts(reads)) <= {"D385"}


@pytest.mark.parametrize("covered_mm", [4, 9, 14])
def test_a_covered_code_is_never_sure(scanner: Scanner, covered_mm: int):
    """A code of which a part is covered is not read as a shorter one."""
    frame = empty_table(*CLOSE)
    card = draw_card("D385")
    card[60:140, : 60 + 10 * covered_mm] = (120, 150, 200)
    lay(frame, card, Pose(6))
    assert scanner.read(frame).reads == ()


@pytest.mark.parametrize(
    ("number", "code", "moved", "sure"),
    [("607", "L09", 3.0, False), ("607", "L09", 200.0, True), ("607", "D607", 3.0, False)],
)
def test_a_number_that_a_code_is_upside_down(number: str, code: str, moved: float, sure: bool):
    """What is read as 607 and, not so surely, as something else in the same place is asked about."""
    whole = ((0.0, 0.0), (60.0, 0.0), (60.0, 20.0), (0.0, 20.0))
    turned = tuple((60 + moved - x, 20 - y) for x, y in whole)
    told = sure_and_unsure([Read(number, NUMBOX, 0.99, whole), Read(code, CARD_ID, 0.9, turned, DOUBTFUL)])
    assert [read.text for read in told.reads] == ([number] if sure else [])
    assert code in {read.text for read in told.unsure}


@pytest.mark.parametrize(("other_cut", "found"), [(0.05, [("928", "")]), (0.9, [("826", DOUBTFUL), ("928", DOUBTFUL)])])
def test_all_cuts_of_a_number_tell_which_way_up_it_is(other_cut: float, found: list[tuple[str, str]]):
    """928 is 826 upside down to the recogniser. In one cut the small network thinks so half as much; that counts for
    nothing where it does not in the mean with another one: 0.45 + 0.3 are less than 0.4 times 0.95 + 0.98."""
    row = Candidate(np.array([[100, 100], [180, 100], [180, 130], [100, 130]], np.float32), pale=True, boxed=True)
    rows = []
    for upside_down in (0.45, other_cut):
        likely = Prediction(0.965, "928", 0.97), Prediction(upside_down, "826", 0.9)
        fusion = ReadFusion(True, Prescreen(*likely), ("928", "826"))
        while (look := fusion.next_crop) is not None:
            text = "826" if look.turned else "928"
            fusion.take(look, Recognition(text, 0.99, (0.99,) * 3), EVERY.fit(text, NUMBOX))
        rows.append((row, fusion))
    reads = scanner_module.combined(rows)
    assert sorted((read.text, read.uncertainty_reason) for read in (*reads.reads, *reads.unsure)) == found


def test_tiny_frames(scanner: Scanner):
    """A frame of a few pixels is no error."""
    for shape in ((1, 1, 3), (8, 300, 3), (200, 5, 3)):
        assert nothing(scanner.read(np.zeros(shape, np.uint8)))
