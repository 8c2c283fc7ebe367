"""The only room of the domain that knows devices, games and the web together."""

from companion.wiring.commands import doctor, run
from companion.wiring.service import Service

__all__ = ["Service", "doctor", "run"]
