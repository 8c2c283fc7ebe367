"""Row of glyphs to code: two readers that must agree, a strict grammar, and silence for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.find.picture import Candidate, Pyramid, widened
from vision.grammar import Fit, Grammar
from vision.read.ends import ends_net, wholeness
from vision.read.fusion import ReadFusion
from vision.read.glyphs import are_letters, has_upright_l, is_of_two_words, stands_alone
from vision.read.networks import (
    CodeNet,
    Prediction,
    Prescreen,
    code_net,
    is_taught,
    prescreen_rows,
    view_consistency,
    wide_predictions,
)
from vision.read.numeral_codes import NumeralCodes, is_end_of, is_numeral_code
from vision.read.quality import quality_of
from vision.read.recogniser import Recogniser, Recognition, recogniser
from vision.reads import CARD_ID, NUMBOX

_CROP_HEIGHT = 48


class TextReader:
    """Reads rows of glyphs that may be codes. `confidence` of a reading is that of its least sure character, in the
    least sure crop but one. `grammar` may be changed at any time."""

    def __init__(
        self,
        grammar: Grammar,
        using: Recogniser | None = None,
        net: CodeNet | None = None,
    ) -> None:
        self._recogniser = using or recogniser()
        self._net = net or code_net()
        self._numeral_codes = NumeralCodes()
        self._ends = ends_net()
        self.grammar = grammar

    @property
    def knows_codes(self) -> bool:
        """Whether the small network was taught all the codes that are looked for."""
        return all(is_taught(kind.pattern) for kind in self.grammar.kinds)

    @property
    def has_boxes(self) -> bool:
        """Whether a search for boxes is worth it for what is looked for: only numbers stand in boxes."""
        return any(kind.kind == NUMBOX for kind in self.grammar.kinds)

    def begin(self, pyramid: Pyramid, rows: Sequence[Candidate]) -> list[ReadFusion]:
        """What will be read in rows of a picture, each prescreened by the small network; not where that was not taught
        what is looked for."""
        if not self.knows_codes:
            return [ReadFusion(row.boxed, leftwards=bool(row.quad[1, 0] < row.quad[0, 0])) for row in rows]
        prescreens = prescreen_rows(self._net, pyramid, rows)
        return [self._fusion_of(row, prescreen) for row, prescreen in zip(rows, prescreens, strict=True)]

    def read(self, pyramid: Pyramid, candidate: Candidate) -> ReadFusion:
        """Read all the crops of a row that are wanted."""
        [fusion] = self.begin(pyramid, [candidate])
        return self.read_on(pyramid, candidate, fusion)

    def read_on(self, pyramid: Pyramid, candidate: Candidate, fusion: ReadFusion) -> ReadFusion:
        """Read all the crops that are still wanted."""
        while self.read_next_crop(pyramid, candidate, fusion):
            pass
        return fusion

    def read_next_crop(self, pyramid: Pyramid, candidate: Candidate, fusion: ReadFusion) -> bool:
        """Take the next crop that is wanted; False when none was."""
        request = fusion.next_crop
        if request is None:
            return False
        upright = candidate.turned() if request.turned else candidate
        [recognition] = self._recogniser.read([pyramid.crop(widened(upright.quad, *request.margins), _CROP_HEIGHT)])
        if request.for_number:
            fusion.take(request, recognition, None)
            return True
        way = fusion.orientations[request.turned]
        recognition = self._numeral_codes.corrected(recognition, way.prediction, pyramid, upright)
        fit = self._fit(pyramid, upright, recognition, fusion.kind)
        cut = fit is None and self.grammar.is_part(recognition.text, fusion.kind)
        given = candidate.given and fusion.kind == NUMBOX
        if fit is not None and not given and request.turned not in fusion.ends:
            fusion.ends[request.turned] = wholeness(pyramid, upright, self._ends)
        if not fusion.covered and (code := fit.code if fit is not None else way.predicted):
            fusion.longer = self._has_more_strokes(pyramid, upright, code)
        fusion.take(request, recognition, fit, cut)
        for view in fusion.wants_consistency:
            row = candidate.turned() if view.turned else candidate
            fusion.take_consistency(view, self._consistency(pyramid, row, fusion.orientations[view.turned].prediction))
        if (shape := fusion.wants_shape_check) is not None:
            like, code = shape
            row = candidate.turned() if like.turned else candidate
            fusion.orientations[like.turned].shaped = has_upright_l(code, pyramid, row)
        if fusion.promising and fusion.quality is None:
            fusion.quality = quality_of(pyramid, candidate)
        return True

    def _fusion_of(self, row: Candidate, prescreen: Prescreen) -> ReadFusion:
        return ReadFusion(row.boxed, prescreen, self._predicted_codes(prescreen, row.kind), loose=row.loose)

    def _predicted_codes(self, prescreen: Prescreen, kind: str) -> tuple[str, str]:
        """The codes of this kind that the small network reads, each way up; empty where it reads none."""
        upright, turned = (self.grammar.fit(prediction.text, kind) for prediction in prescreen)
        return upright.code if upright else "", turned.code if turned else ""

    def _has_more_strokes(self, pyramid: Pyramid, upright: Candidate, code: str) -> bool:
        """Whether a numeral code is the end of a longer one, of which a faint stroke was not found: X/13 of IX/13."""
        return is_numeral_code(code) and any(
            is_end_of(code, wide) for wide in wide_predictions(self._net, pyramid, upright)
        )

    def _consistency(self, pyramid: Pyramid, upright: Candidate, prediction: Prediction | None) -> float:
        """How sure the small network that knows such codes best is of what was read in the prescreen, in many crops."""
        if prediction is None:
            return 0.0
        net = self._numeral_codes.net if is_numeral_code(prediction.text) else self._net
        return view_consistency(net, pyramid, upright, prediction.text)

    def _fit(self, pyramid: Pyramid, candidate: Candidate, recognition: Recognition, kind: str) -> Fit | None:
        fit = self.grammar.fit(recognition.text, kind)
        marked = kind == CARD_ID and "#" in recognition.text
        told = candidate.given and kind == NUMBOX
        if fit is not None and not told and not stands_alone(pyramid, candidate, marked=marked):
            return None
        if fit is not None and not self.knows_codes and kind == CARD_ID and is_of_two_words(pyramid, candidate):
            fit = replace(fit, only=False)
        if fit is None or not fit.strokes or _is_told_by_form(recognition, fit):
            return fit
        return fit if are_letters(recognition.text, fit.strokes, pyramid, candidate) else None


def _is_told_by_form(recognition: Recognition, fit: Fit) -> bool:
    """Whether the form alone tells that a stroke is the letter I: `1P-22` where two letters must stand. Without any
    letter it may be a date, and numerals before a slash are as likely one."""
    return not is_numeral_code(fit.code) and any(sign.isalpha() for sign in recognition.text)
