"""A agreement of both networks that never agrees, where the recogniser alone is looked at."""

from vision.find.candidate import Candidate
from vision.find.picture import Pyramid
from vision.read.agreement import NetworkAgreement


class Disagreeing(NetworkAgreement):
    """Holds to nothing."""

    def likelihood(self, code: str, pyramid: Pyramid, upright: Candidate) -> float:
        """None for any code."""
        return 0.0
