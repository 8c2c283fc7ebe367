"""How it stands with a home's broker, in words, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.api.text import T, Text, template
from companion.status.health import DeviceHealth, Saying

NAME = "mqtt"
LABEL = T("Home Assistant (MQTT)")
CONNECTED = "connected"
_SETTINGS = T("Mend it in settings.toml under mqtt, and start the companion again.")
_BROKER = T("See whether the broker runs, and whether settings.toml names it rightly under mqtt. It is tried again.")
_PORT = T(
    "Check port and tls in settings.toml under mqtt: as a rule 1883 without TLS, 8883 with it. It is tried again."
)
_PASSWORD = T("Write the right ones: user in settings.toml under mqtt, the password into its file. It is tried again.")
_FILE = T("Write the password into that file, for the companion's user alone: chmod 600. It is tried again.")

# A broker that is not there is no matter of whoever plays: no lamp, no line on the first page. What must be mended is.
SAYINGS: Mapping[str, Saying] = {
    CONNECTED: Saying("ok", template("Connected to the broker {broker}.")),
    "connecting": Saying("absent", template("Looking for the broker {broker}.")),
    "no_name": Saying("absent", template("There is no machine called {broker} in this network."), _BROKER),
    "no_answer": Saying("absent", template("No broker answers at {broker}."), _BROKER),
    "lost": Saying("absent", template("The broker {broker} does not answer any more."), _BROKER),
    "not_a_broker": Saying(
        "trouble",
        template("What answers at {broker} is no MQTT broker, or it wants another kind of connection."),
        _PORT,
    ),
    "old": Saying(
        "trouble",
        template("The broker {broker} does not speak MQTT 5."),
        T("Bring it up to date: mosquitto speaks it since version 1.6."),
    ),
    "password": Saying("trouble", template("The broker {broker} refuses this user or password."), _PASSWORD),
    "refused": Saying("trouble", template("The broker {broker} refuses the connection: {why}."), _BROKER),
    "taken_over": Saying(
        "trouble",
        template("Another companion uses this one's name at the broker {broker}."),
        T("Two companions with a copy of the same data folder cannot be at one broker: begin one of them anew."),
    ),
    "not_heard": Saying(
        "trouble",
        template("The broker {broker} does not let the companion listen to {topic}."),
        T("Allow this user to read it at the broker: docs/home-assistant.md says what a table reads and writes."),
    ),
    "certificate": Saying(
        "trouble",
        template("The certificate of the broker {broker} is not trusted: {why}."),
        T("Name the certificate of its authority as ca_file in settings.toml under mqtt, and the broker as in it."),
    ),
    "no_tls": Saying(
        "trouble", template("The broker {broker} does not speak TLS at this port, or not a safe kind."), _PORT
    ),
    "bad_ca_file": Saying("trouble", template("{file} cannot be read as a certificate: {why}."), _SETTINGS),
    "no_password_file": Saying("trouble", template("The file with the broker's password is not there: {file}"), _FILE),
    "password_unreadable": Saying(
        "trouble", template("The file with the broker's password cannot be read: {file}"), _FILE
    ),
    "password_open": Saying(
        "trouble", template("Others on this machine may read the broker's password: {file}"), _FILE
    ),
    "password_empty": Saying("trouble", template("The file with the broker's password is empty: {file}"), _FILE),
    "no_package": Saying(
        "trouble",
        T("The package that speaks MQTT is not installed."),
        T("Run ./setup.sh install."),
    ),
    "failed": Saying("trouble", template("The connection to the broker {broker} failed: {why}."), _BROKER),
}


class BrokerTrouble(Exception):
    """Why there is no connection: a code of `SAYINGS`, and what its words want besides."""

    def __init__(self, code: str, **args: str) -> None:
        super().__init__(code)
        self.code, self.words = code, args

    def __str__(self) -> str:
        return f"{self.code} {self.words}"


def health(code: str, **args: str) -> DeviceHealth:
    """The health line of a code."""
    saying = SAYINGS[code]
    return DeviceHealth(NAME, LABEL, saying.state, Text(saying.words.msgid, dict(args)), saying.what_to_do)
