"""Crops of one row of glyphs to a reading: each is cut with other margins, and all of them must agree, with each other
and with what the small network says."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import TypeAlias

from vision import thresholds as limits
from vision.find.picture import Candidate
from vision.grammar import Fit, Grammar, turned
from vision.read.glyphs import CROPS_UPSIDE_DOWN, is_no_number, may_be_number, turned_number
from vision.read.networks import TAUGHT, Prediction, Prescreen
from vision.read.quality import Quality
from vision.read.recogniser import Recognition
from vision.reads import CARD_ID, COVERED, DOUBTFUL, NUMBOX, TOO_SMALL, UPSIDE_DOWN, Read, corners

# What a short code begins with: a small word, such as `in` upside down, looks like L11 to the small network.
LIKE_WORDS = "L"
_TWO = 2
# Margins along and across the row, in glyph heights. The last crop is wide, so that a neighbour that was not found as a
# glyph ("3.99", "D012a") is seen too; not in a box, which was found to hold nothing else and ends there.
_CROP_MARGINS: Mapping[str, tuple[tuple[float, float], ...]] = {
    CARD_ID: ((0.30, 0.16), (0.45, 0.30), (0.60, 0.12), (0.90, 0.22)),
    NUMBOX: ((0.30, 0.16), (0.40, 0.25), (0.20, 0.08), (0.20, 0.20)),
}
_SUPPORTED_CROPS = 2  # enough of them, where the small network reads the same
_HOLES = "000"  # what is inside the noughts of dark print, as of 1000, looks like pale noughts in a dark box
Ends: TypeAlias = tuple[tuple[str, float], ...]  # codes, each with how likely it is whole (the logarithm of the odds)


@dataclass
class OrientationEvidence:
    """What was seen one way up: the code in the first crop, if it was one, what was read in each, and what the small
    network says, with the code that it reads, if it is one; `consistency` is how sure it is of that in many crops;
    `shaped` whether a code that is nearly a number upside down has an L, and no 7, by the shape of it; `loose` whether
    the row was cut with a margin that was guessed, where the small network may hold to what is wrong."""

    fit: Fit | None = None
    recognitions: list[Recognition] = field(default_factory=list)
    agreed: bool = True
    prediction: Prediction | None = None
    predicted: str = ""
    consistency: float | None = None
    shaped: bool | None = None
    loose: bool = False

    @property
    def backed(self) -> bool:
        """Whether the small network reads the same code, and is not quite unsure of it."""
        if self.prediction is None or self.fit is None or not _is_taught(self.fit.code):
            return False
        return self.prediction.text.removeprefix("#") == self.fit.code and self.prediction.sureness >= limits.BACKS

    @property
    def likelihood(self) -> float:
        """How likely it is a code that is looked for, as the small network has it; less where it reads none."""
        if self.prediction is None:
            return 1.0
        return self.prediction.likelihood if self.predicted else limits.READS_NONE * self.prediction.likelihood

    def contradicts(self, code: str) -> bool:
        """Whether the small network surely reads another code here, or does not hold to this one in many crops, where
        the recogniser is not sure of it either."""
        if self.prediction is None or not self.predicted:
            return False
        if self.predicted == code:
            wavers = self.consistency is not None and self.consistency < limits.CONSISTENT
            return wavers and self.backed and self.confidence < self.least_confidence
        sure = self.prediction.likelihood if self.prediction.others else self.prediction.sureness
        return sure >= limits.CONTRADICTS

    @property
    def least_confidence(self) -> float:
        """The least confidence of a sure reading."""
        if self.prediction is None or self.fit is None or not _is_taught(self.fit.code):
            return limits.SURE
        if self.backed:
            if (self.consistency or 0.0) >= limits.CONSISTENT and not self.loose:
                return limits.SURE_OF_SHORT if self.fit.code.startswith(LIKE_WORDS) else limits.SURE_CONSISTENT
            lack = 1 - (self.prediction.sureness - limits.BACKS) / (limits.BACKS_FULLY - limits.BACKS)
            return limits.SURE_BACKED + max(lack, 0.0) * (limits.SURE_ALONE - limits.SURE_BACKED)
        surest, *others = (text.removeprefix("#") for text in (self.prediction.text, *self.prediction.others))
        if surest != self.fit.code and self.prediction.likelihood >= limits.CONTRADICTS:
            return limits.NEVER
        seen = {surest, *others}
        if self.fit.code not in seen or any(len(text) > len(self.fit.code) for text in seen):
            return limits.NEVER  # a longer text, where a 1 ran into the M of M1205, say
        return (
            limits.SURE_ALONE
            if self.prediction.likelihood >= (limits.HARDLY_A_CODE if self.prediction.others else limits.NOT_RULED_OUT)
            else limits.NEVER
        )

    @property
    def confidence(self) -> float:
        """That of the least sure character in the least sure crop but one, or, of two crops, between both; 0 where
        crops disagree, and for none."""
        if not self.recognitions:
            return 0.0
        least = sorted(each.confidence for each in self.recognitions)[:2]
        second = sum(least) / len(least) if len(self.recognitions) == _TWO else least[-1]
        return second if self.agreed else 0.0

    @property
    def is_predicted_alone(self) -> bool:
        """Whether the small network alone reads a code, is sure of it, and the recogniser is sure of nothing else."""
        if not self.predicted or self.prediction is None or self.prediction.sureness < limits.TOLD:
            return False
        seen = not self.recognitions or any(self.predicted[1:] in each.text for each in self.recognitions)
        if self.predicted.startswith(LIKE_WORDS) and not seen:
            return False
        return not any(
            each.confidence >= limits.SURE and plain(each.text) != self.predicted for each in self.recognitions
        )


def _is_taught(code: str) -> bool:
    return any(TAUGHT.code(code, kind) is not None for kind in (CARD_ID, NUMBOX))


def plain(text: str) -> str:
    """What was read in capitals, without the # that not every crop shows."""
    return text.upper().removeprefix("#")


@dataclass(frozen=True)
class CropRequest:
    """A crop to be read: of the row this way up or `turned`, with margins along and across it in glyph heights; one
    that is `for_number` shows what may be a number upside down, and nothing else."""

    turned: bool
    margins: tuple[float, float]
    for_number: bool = False


class ReadFusion:
    """The crops of one row of glyphs that were read so far, and which one is wanted next. They may come from several
    frames."""

    def __init__(
        self,
        boxed: bool,
        prescreen: Prescreen | None = None,
        predicted: tuple[str, ...] = ("", ""),
        *,
        leftwards: bool = False,
        loose: bool = False,
    ) -> None:
        """A row that goes `leftwards` in the picture is looked at the other way up first: most pictures are upright.
        One that was cut `loose`, with a margin that was guessed, must be read more surely."""
        self._leftwards = leftwards
        self.kind = NUMBOX if boxed else CARD_ID
        self.quality: Quality | None = None  # measured once there is something to read
        self.ends: dict[bool, float] = {}  # how likely it is whole, upright and turned (the logarithm of the odds)
        self.longer = False  # whether more of a longer code stands before it
        self._number_crops: list[Recognition] = []  # what was read of a code upside down
        self._cut = False  # whether a part of a code was seen
        self._prescreen = prescreen
        predictions = (prescreen.upright, prescreen.turned) if prescreen is not None else (None, None)
        ways = [
            OrientationEvidence(prediction=prediction, predicted=code, loose=loose)
            for prediction, code in zip(predictions, predicted, strict=True)
        ]
        self.orientations = (ways[0], ways[1])  # upright and turned

    @property
    def next_crop(self) -> CropRequest | None:
        """The next crop; None when the matter is settled."""
        for number in self._likelier_first:
            way, margins = self.orientations[number], _CROP_MARGINS[self.kind]
            taken = len(way.recognitions)
            if taken == 0 and self._is_worth_a_crop(way):
                return CropRequest(bool(number), margins[0])
            if way.fit is not None and way.agreed and 0 < taken < self._crops_wanted(way):
                return CropRequest(bool(number), margins[_second(way.fit) if way.backed else taken])
        return self._at_number

    @property
    def _at_number(self) -> CropRequest | None:
        """A crop of a code upside down, where that is nearly a number."""
        taken = len(self._number_crops)
        if self.kind != CARD_ID or taken >= CROPS_UPSIDE_DOWN:
            return None
        codes = (number for number, way in enumerate(self.orientations) if way.agreed and self._looks_like_number(way))
        return next((CropRequest(not number, _CROP_MARGINS[CARD_ID][taken], for_number=True) for number in codes), None)

    @property
    def _likelier_first(self) -> tuple[int, int]:
        if self._prescreen is None:
            return (1, 0) if self._leftwards else (0, 1)
        return (1, 0) if self._prescreen.turned.likelihood > self._prescreen.upright.likelihood else (0, 1)

    def _is_worth_a_crop(self, way: OrientationEvidence) -> bool:
        if way.prediction is None or self._prescreen is None:
            return not self.is_other_print
        return way.likelihood >= limits.WORTH_A_CROP

    def _crops_wanted(self, way: OrientationEvidence) -> int:
        return _SUPPORTED_CROPS if way.backed else len(_CROP_MARGINS[self.kind])

    @property
    def likelihood(self) -> float:
        """How likely the row is a code, by the prescreen: 0 to 1; 1 where there was none."""
        return 1.0 if self._prescreen is None else max(way.likelihood for way in self.orientations)

    @property
    def likelihoods(self) -> tuple[float, float]:
        """How likely the row is a code upright and turned, by the prescreen; 1 each where there was none."""
        upright, turned = (way.likelihood for way in self.orientations)
        return upright, turned

    @property
    def prescreened(self) -> bool:
        """Whether the small network has prescreened it."""
        return self._prescreen is not None

    @property
    def is_other_print(self) -> bool:
        """Whether a first crop shows what is no code either way up: a word in small letters, or a whole line."""
        return any(
            way.fit is None and way.recognitions and way.recognitions[0].is_other_print for way in self.orientations
        )

    @property
    def covered(self) -> bool:
        """Whether something may lie over a part of what was read."""
        return self.longer or (bool(self.ends) and fmean(self.ends.values()) < limits.WHOLE)

    @property
    def code_ends(self) -> Ends:
        """What was surely read in it, with how likely that is whole. Where it was hardly read it was cut badly, and its
        ends are not where the print's are."""
        read = (way for way in self.orientations if way.agreed and way.confidence >= way.least_confidence)
        likely = (-math.inf,) if self.longer else tuple(self.ends.values())
        return tuple((way.fit.code, each) for way in read if way.fit is not None for each in likely)

    def may_be(self, codes: Grammar) -> bool:
        """Whether the row is one of these codes, by the prescreen."""
        return any(way.predicted and codes.code(way.predicted, self.kind) is not None for way in self.orientations)

    @property
    def wants_consistency(self) -> tuple[CropRequest, ...]:
        """The ways up, where many crops of the small network may settle what both readers read: the recogniser is not
        sure enough of it, the small network reads something else upside down, or it is nearly a number that way."""
        if any(way.consistency is not None for way in self.orientations):
            return ()
        for number, way in enumerate(self.orientations):
            if way.fit is None or not way.agreed or not way.backed or len(way.recognitions) < _SUPPORTED_CROPS:
                continue
            unclear = way.confidence < way.least_confidence or self._stands_the_other_way(way)
            if (unclear or turned_number(way.fit.code)) and not way.fit.turned:
                request = CropRequest(bool(number), _CROP_MARGINS[self.kind][0])
                return request, replace(request, turned=not request.turned)
        return ()

    def take_consistency(self, request: CropRequest, consistency: float) -> None:
        """Take in how sure the small network is of what it reads that way up, in many crops of the row."""
        self.orientations[request.turned].consistency = consistency

    @property
    def wants_shape_check(self) -> tuple[CropRequest, str] | None:
        """A way up in which the shape of a code's L may tell that it is no number upside down, and that code."""
        for number, way in enumerate(self.orientations):
            if (
                way.fit is not None
                and way.consistency is not None
                and way.shaped is None
                and self._looks_like_number(way)
            ):
                return CropRequest(bool(number), _CROP_MARGINS[self.kind][0]), way.fit.code
        return None

    @property
    def promising(self) -> bool:
        """Whether a code was read in a crop and denied in no other one."""
        return any((way.fit is not None and way.agreed) or way.is_predicted_alone for way in self.orientations)

    def trouble(self, height: float) -> str:
        """Why a row that may be a code, of this height in pixels, could not be read; empty where it is none or nothing
        tells why."""
        if self._cut or self.covered:
            return COVERED
        seen = any(way.fit is not None for way in self.orientations)
        return (TOO_SMALL if height < limits.SMALLEST_DIGIT else self._cause()) if seen else ""

    def take(self, request: CropRequest, recognition: Recognition, fit: Fit | None, cut: bool = False) -> None:
        """Take in what was read in a crop, and the code that it is, or whether it is a part of one."""
        if request.for_number:
            self._number_crops.append(recognition)
            return
        way = self.orientations[request.turned]
        self._cut = self._cut or (cut and recognition.confidence >= limits.SURE)
        if not way.recognitions:
            way.fit = fit if recognition.confidence >= limits.WORTH_ASKING / 2 else None
        else:
            # A v and a V are one shape in two sizes, and a crop tells no size; which of them it is, the grammar knows.
            alike = plain(recognition.text) == plain(way.recognitions[0].text)
            way.agreed = way.agreed and alike
        way.recognitions.append(recognition)

    def reads(self, candidate: Candidate) -> list[Read]:
        """The reading of a settled row: none, one, or two where it is one number this way up and another that way."""
        ways = tuple(zip(self.orientations, (candidate, candidate.turned()), strict=True))
        codes = [(way, each) for way, each in ways if way.fit is not None]
        reads = [self._judged(way, each) for way, each in codes if not self._is_nothing_beside_the_other(way)]
        if not reads:
            return [self._as_predicted(way, each) for way, each in ways if way.is_predicted_alone][:1]
        if not any(read.uncertainty_reason == UPSIDE_DOWN for read in reads):
            return reads
        up = self._way_by_prediction()
        upright = [way for way in ways[:: up or 1][:1] if up and way[0].confidence >= way[0].least_confidence]
        sure = [replace(self._judged(way, each), uncertainty_reason="") for way, each in upright if way.fit is not None]
        return sure or _both_orientations(max(reads, key=lambda read: read.confidence))

    def _way_by_prediction(self) -> int:
        """1 where the shapes of a number's digits say that it is upright, -1 where they say that it is upside down. A 6
        is a 9 the other way up, and a 0 a 0: only a 1 and an 8 tell."""
        if self._prescreen is None:
            return 0
        for up, one, other in ((1, *self.orientations), (-1, *self.orientations[::-1])):
            if one.fit is None or not set(one.fit.code) & {"1", "8"}:
                continue
            sure = one.prediction is not None and one.prediction.sureness >= limits.ONE_WAY and one.backed
            if sure and other.prediction is not None and other.prediction.likelihood <= limits.OTHER_WAY:
                return up
        return 0

    def _judged(self, way: OrientationEvidence, candidate: Candidate) -> Read:
        code = way.fit.code if way.fit else ""
        reason = self._uncertainty_reason(way, candidate.glyph_height)
        return Read(code, self.kind, way.confidence, corners(candidate.tight), reason)

    def _as_predicted(self, way: OrientationEvidence, candidate: Candidate) -> Read:
        """What only the small network reads."""
        confidence = way.prediction.confidence * limits.WORTH_ASKING if way.prediction is not None else 0.0
        small = candidate.glyph_height < limits.SMALLEST_DIGIT
        uncertainty_reason = TOO_SMALL if small else COVERED if self.covered else self._cause()
        return Read(
            way.predicted, self.kind, max(confidence, limits.WORTH_ASKING), corners(candidate.tight), uncertainty_reason
        )

    def _uncertainty_reason(self, way: OrientationEvidence, height: float) -> str:
        if height < limits.SMALLEST_DIGIT:
            return TOO_SMALL
        if self.covered:
            return COVERED
        code = way.fit.code if way.fit else ""
        if way.fit is not None and way.fit.turned:
            return UPSIDE_DOWN
        if self.kind == NUMBOX and code == _HOLES:
            return DOUBTFUL
        clear = way.confidence >= way.least_confidence and not self._stands_the_other_way(way)
        clear = clear and not self._may_be_number(way)
        return "" if clear and way.fit is not None and way.fit.only else self._cause()

    def _may_be_number(self, way: OrientationEvidence) -> bool:
        """Whether a code may be a number that lies upside down."""
        if way.fit is None or not self._looks_like_number(way):
            return False
        return may_be_number(way.fit.code, way.recognitions[0], way.consistency or 0.0, self._number_crops)

    @staticmethod
    def _looks_like_number(way: OrientationEvidence) -> bool:
        """Whether a code is nearly a number upside down, and nothing has told yet that it is none."""
        if way.fit is None or not way.recognitions or turned_number(way.fit.code) is None:
            return False
        return not is_no_number(way.recognitions[0], way.consistency or 0.0, shaped=way.shaped is True)

    def _stands_the_other_way(self, way: OrientationEvidence) -> bool:
        """Whether the small network takes the row for a code that is this way upside down: L09 is 607 then. Not where
        it is the same number that way, nor for what is no code: 667 is L99."""
        [other] = [each.prediction for each in self.orientations if each is not way]
        if way.prediction is None or other is None or not _is_taught(other.text):
            return False
        if way.fit is not None and other.text == way.fit.code:
            return False
        likely = other.likelihood > limits.LIKELY_TOO[self.kind] * way.prediction.likelihood
        return likely and other.confidence >= limits.READABLE and not self._is_more_consistent(way)

    def _is_nothing_beside_the_other(self, way: OrientationEvidence) -> bool:
        """Whether it is nobody's question what a row is this way up, which is surely read the other way up."""
        [other] = [each for each in self.orientations if each is not way]
        turnable = other.fit is not None and way.fit is not None and other.fit.turned == way.fit.code
        if turnable or not other.backed or other.confidence < max(other.least_confidence, way.confidence):
            return False
        return self._is_more_consistent(other)

    def _is_more_consistent(self, way: OrientationEvidence) -> bool:
        """Whether the small network holds to what it reads this way up, and not to what it reads the other way."""
        [other] = [each for each in self.orientations if each is not way]
        if way.consistency is None or other.consistency is None:
            return False
        return way.consistency >= limits.CONSISTENT and other.consistency < limits.INCONSISTENT

    def _cause(self) -> str:
        return (self.quality.trouble if self.quality is not None else "") or DOUBTFUL


def in_doubt(read: Read, ends: Ends) -> Read:
    """A sure reading as one to ask about, where in the mean of all cuts of the same print something may lie over an end
    of it."""
    likely = [wholeness for code, wholeness in ends if code == read.text]
    if read.uncertainty_reason or not likely or fmean(likely) >= limits.WHOLE:
        return read
    return replace(read, uncertainty_reason=COVERED)


def _second(fit: Fit) -> int:
    """Which crop is the second and last one of what the small network reads as well: the widest, but for long numeral
    codes, whose strokes run together in it."""
    return 1 if "/" in fit.code else -1


def _both_orientations(read: Read) -> list[Read]:
    """A code that is another one upside down, as what it is either way up."""
    text = turned(read.text)
    if text is None or read.quad is None:
        return [read]
    upright = replace(read, uncertainty_reason=UPSIDE_DOWN, other=text)
    return [upright, replace(upright, text=text, other=read.text, quad=read.quad[2:] + read.quad[:2])]
