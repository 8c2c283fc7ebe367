"""A second opinion that never agrees, where the recogniser alone is looked at."""

from vision.candidate import Candidate
from vision.pyramid import Pyramid
from vision.second_opinion import SecondOpinion


class Silent(SecondOpinion):
    """Holds to nothing."""

    def likelihood(self, code: str, pyramid: Pyramid, upright: Candidate) -> float:
        """None for any code."""
        return 0.0
