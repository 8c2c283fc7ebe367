"""PROTOCOL.md and protocol.h say what the code does."""

import re
from pathlib import Path

import pytest

from firmware_bridge import messages
from firmware_bridge.messages import ErrorCode, Flag, Message, ResetCause
from firmware_bridge.protocol import MAX_BODY, Frame, decode, encode

ROOM = Path(messages.__file__).parent
PAGE = (ROOM / "PROTOCOL.md").read_text(encoding="utf-8")
HEADER = (ROOM / "firmware" / "protocol.h").read_text(encoding="utf-8")
NAMES = {**vars(messages), "ID": bytes.fromhex("5d1f0c73a2b94e86")}
EXAMPLE = re.compile(r"^((?:[0-9a-f]{2} )+00)\n    = (.+) #(\d+)$", re.MULTILINE)
EXAMPLES = [
    (bytes.fromhex(found[1]), eval(found[2], dict(NAMES)), int(found[3]))
    for block in re.findall(r"```wire\n(.*?)```", PAGE, re.DOTALL)
    for found in EXAMPLE.finditer(block)
]
DEFINED = dict(re.findall(r"^#define (\w+) (\S+)", HEADER, re.MULTILINE))


def defined(prefix: str) -> dict[str, int]:
    """The header's constants with this prefix, without it."""
    found = {name.removeprefix(prefix): value for name, value in DEFINED.items() if name.startswith(prefix)}
    return {name: ord(value[1]) if value[0] == "'" else int(value.rstrip("UL"), 0) for name, value in found.items()}


@pytest.mark.parametrize(("wire", "message", "sequence"), EXAMPLES, ids=lambda value: type(value).__name__)
def test_the_examples_are_true(wire: bytes, message: Message, sequence: int):
    """Every example is what the code sends for its message, and is understood as it."""
    assert encode(message, sequence) == wire
    assert decode(wire[:-1]) == Frame(sequence, message)


def test_every_message_has_an_example():
    """No message is left out."""
    kinds = {kind for kind in vars(messages).values() if isinstance(kind, type) and getattr(kind, "TYPE", None)}
    assert {type(message) for _, message, _ in EXAMPLES} == kinds
    assert PAGE.count("    = ") == len(EXAMPLES)


def test_both_sides_use_the_same_names():
    """Flags, reset causes, error codes and types have the same names and numbers in C and in Python."""
    assert defined("FLAG_") == {flag.name: flag.value for flag in Flag}
    assert defined("RESET_") == {cause.name: cause.value for cause in ResetCause}
    assert defined("ERROR_") == {code.name: code.value for code in ErrorCode}
    types = {type(message).__name__: message.TYPE for _, message, _ in EXAMPLES}
    del types["ForeignHello"]
    assert {name.replace("_", "").lower(): value for name, value in defined("TYPE_").items()} == {
        name.lower(): value for name, value in types.items()
    }
    assert defined("PROTOCOL_VERSION") == {"": messages.PROTOCOL_VERSION}
    assert defined("BAUD") == {"": messages.BAUD}
    assert defined("MAX_BODY") == {"": MAX_BODY}


def test_the_page_names_every_flag_and_command():
    """What exists is explained."""
    for flag in Flag:
        assert f"| `{flag.name}` | {flag.value:02x} |" in PAGE
    for kind in (messages.AskHello, messages.Configure, messages.Identify, messages.Reset, messages.SetId):
        assert f"| `{kind.__name__}` | `{chr(kind.TYPE)}` |" in PAGE
