"""The only room of the domain that knows devices, games and the web together."""

from companion.wiring.commands import run
from companion.wiring.device_check import doctor
from companion.wiring.phones import phones
from companion.wiring.service import Service

__all__ = ["Service", "doctor", "phones", "run"]
