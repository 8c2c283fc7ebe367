"""How sure is sure: the limits by which the reader decides what to look at, what to ask and what to say, all in one
place, each with how it was chosen. Where something lies and how large it is stands with the code that looks there.

*Tuned* means: above the least value with nothing wrong in `benchmarks/calibration.py --frames 300 --seed 1` (drawn
frames in the typefaces for tuning); *set* means: by hand on such frames, with no figure kept of the value alone.
`benchmarks/reading_ablation.py` tells what the rules behind them add.

*Recogniser* is PP-OCRv6's (those that were tuned were so with PP-OCRv4's, in whose place it came with the same frames
read; `docs/internals/reading.md`), *small network* `code_net.onnx`, *likelihood* how likely that takes a crop for a
whole upright code that stands alone, *confidence* that of the least sure sign; all are 0 to 1 where nothing else is
said.
"""

from __future__ import annotations

from collections.abc import Mapping

from vision.reads import CARD_ID, NUMBOX

# What is looked at. Set: they save time.
LIKELY = 0.05  # likelihood: rows with less come last
NOT_THE_LEAST_LIKELY = 1e-6  # likelihood: what is less is no code that was cut out badly
WORTH_ANOTHER = 0.02  # likelihood in a first crop of a row that is prescreened in the others too
WORTH_A_CROP = 0.02  # likelihood one way up that the recogniser is asked for
READS_NONE = 0.05  # of the likelihood, where what the small network reads is none that is looked for

# What the recogniser must say. Tuned, but for codes that the small network was not taught, where nothing was to tune.
SURE = 0.85  # where the small network was not taught such codes
# Where it reads the same and is sure; the less it is, the surer the recogniser must be. 0.80 had been tuned with
# PP-OCRv4's, which is less sure of all it reads. With 0.90, and no cut sure of what the small network did not hold to
# in another one, 8 of 415 codes rightly read on 444 frames of seeds in use are asked about, and three of the four that
# were read wrongly on seed 11001: both readers were half sure of them.
SURE_BACKED = 0.90
SURE_ALONE = 0.97  # where the small network is hardly sure of it, or wavers
# Where it reads the same in many crops of the row, and is so sure in all of them but one. Of 860 drawn rows, in 360
# typefaces, that it read with 0.5 or more in all, and the recogniser alike in a first crop, none was misread.
SURE_CONSISTENT, CONSISTENT = 0.35, 0.87
SURE_OF_SHORT = 0.55  # of L and two digits. Set: a small word, as `in` upside down, looks like L11 to the small network
WORTH_ASKING = 0.60  # below this, silence. Set

# What the small network must say. Set, and the whole then seen to be right where `SURE_...` were tuned.
BACKS, BACKS_FULLY = 0.25, 0.87  # how sure it is of what it reads
# So sure of another code in one of the cuts of a print, and nothing is sure of it. Of six frames of 1,633 (seed 11001)
# that were read wrongly it was so in two; of 254 codes rightly read on 264 frames of seeds 3101, 1301 and 2002 in none.
# Likewise the likelihood where its two crops differ, and the surer one is another code (`587` was read as 537): of 596
# codes rightly read on seeds in use so one is asked about.
CONTRADICTS = 0.80
NOT_RULED_OUT, NEVER = 0.30, 2.0  # likelihood: with less, or where it reads something else, nothing is ever sure
HARDLY_A_CODE = 0.10  # likelihood, where it reads the same in one of its two crops
TOLD = 0.75  # likelihood and confidence: worth asking about though nothing else reads it

# Print that is no code. Of 700 drawn codes of 13 patterns, in 252 typefaces that nothing was tuned with, upright and
# upside down, one was read with two small letters, less surely, and none with eleven signs.
SURE_OF_PRINT = 0.85

# Which way up. The first two are tuned (with `--turned`), the others set but for the last two.
ONE_WAY, OTHER_WAY = 0.80, 0.15  # likelihood of a number one way up and the other, and it is that way
# Of the likelihood the other way up, in the mean of all cuts of a print: less, and it is upside down. The most of a
# number on seeds 3101 and 1301 that is none upside down was 0.39.
UPRIGHT = 0.4
# Likelihood one way up that speaks against the other one, as a share of that one's: of numbers the other way up is
# another number as often as not.
LIKELY_TOO: Mapping[str, float] = {CARD_ID: 0.25, NUMBOX: 0.5}
READABLE = 0.6  # confidence one way up that speaks against the other one
INCONSISTENT = 0.5  # of many crops one way up: a chance likeness of what stands the other way up has less

# An L code or a number upside down: so surely the recogniser sees the code, or so much more surely than the number, and
# so surely the small network holds to it. Of 960 composed numbers upside down, in 700 files of type, none had both in a
# place that was told; in 170 whole frames three had. Of 260 such codes 33 are not told.
SEEN_AS_L, SURER_THAN_NUMBER, CONSISTENT_L = 0.80, 0.10, 0.60

# Numeral codes and dates: how sure their own network is of what stands before the digits, tuned with
# `benchmarks/dates.py --side tuning`; the same where glyphs run into each other (no drawn date in old-style figures
# reached 0.875). The last, of a wide crop's least sure sign, is set.
SURE_OF_STROKES, SURE_OF_UNSEEN_STROKES, SURE_OF_MORE = 0.72, 0.885, 0.60

# Both ends of a row: how likely nothing lies over any part of it, by `ends_net.onnx` in the mean of four looser cuts of
# each cut of a print, as the logarithm of the odds: from here on (a likelihood of 0.83) it is whole. Chosen on seeds
# 3101, 1301, 1501, 9301, 2001, 2002, 4401 and 9401 of benchmarks/independent; docs/internals/reading.md has the figures
# of others.
WHOLE = 1.6

SMALLEST_DIGIT = 9.0  # pixels of height; what is smaller is asked about. Set, below the ten that are promised
