"""The description of the HTTP API as tools read it, and answers held against it."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import schemathesis
import yaml
from schemathesis import APIOperation

PATH = Path(__file__).parents[2] / "docs" / "openapi.yaml"
METHODS = ("get", "post", "delete")


@cache
def document() -> dict[str, Any]:
    """The document as it is written."""
    found: dict[str, Any] = yaml.load(PATH.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


@cache
def operations() -> dict[str, APIOperation]:
    """Every operation by its id, to make requests of."""
    found = [one.ok() for one in schemathesis.openapi.from_dict(deepcopy(document())).get_all_operations()]
    return {one.definition.raw["operationId"]: one for one in found}


def needs_phone(operation: APIOperation) -> bool:
    """Whether the document says that only a phone that has joined may do this."""
    return "security" not in operation.definition.raw


def as_flask_writes(path: str) -> str:
    """A route of the app as the document writes it: `<path:code>` is `{code}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path)


# --- answers ----------------------------------------------------------------------------------------------------------


class NotAsDescribed(AssertionError):
    """An answer is none of those that the document says there are."""


def conforms(name: str, status: int, headers: Mapping[str, str], content: bytes) -> None:
    """Look whether the operation of this id may give this answer, by status, headers, type and content."""
    told = operations()[name].definition.raw["responses"].get(str(status))
    if told is None:
        raise NotAsDescribed(f"{name}: the status {status} is not described")
    response, where = _looked_up(told), f"{name} {status}"
    for header, about in response.get("headers", {}).items():
        if _looked_up(about).get("required") and header not in headers:
            raise NotAsDescribed(f"{where}: the header {header} is missing")
    if headers.get("Content-Encoding") == "gzip":
        content = zlib.decompressobj(31).decompress(content)  # a stream of news has no end that is told
    if "content" in response:
        _check_content(where, response["content"], headers.get("Content-Type", "").partition(";")[0], content)
    elif content:
        raise NotAsDescribed(f"{where}: there is content: {content[:100]!r}")


def events(stream: bytes) -> list[dict[str, str]]:
    """The server-sent events of a stream."""
    lines = [message.split(b"\n") for message in stream.split(b"\n\n")]
    found = [dict(line.decode().split(": ", 1) for line in message if line) for message in lines]
    return [one for one in found if "event" in one]


def _check_content(where: str, kinds: dict[str, Any], kind: str, content: bytes) -> None:
    told = kinds.get(kind) or kinds.get("*/*")
    if told is None:
        raise NotAsDescribed(f"{where}: it is of the type {kind!r}")
    for value in _values(kind, content):
        _validate(where, told["schema"], value)


def _values(kind: str, content: bytes) -> Iterator[Any]:
    if kind in ("application/json", "application/manifest+json"):
        yield json.loads(content)
    elif kind == "text/event-stream":
        yield from events(content)
    elif kind.startswith("text/") or kind == "image/svg+xml":
        yield content.decode()


def _validate(where: str, schema: dict[str, Any], value: Any) -> None:
    try:
        _validator(json.dumps(schema)).validate(value)
    except jsonschema_rs.ValidationError as error:
        raise NotAsDescribed(f"{where}: {str(error)[:2000]}") from None
    inner = _looked_up(schema).get("properties", {}).get("data", {}).get("contentSchema")
    if inner is not None:  # of an event
        _validate(where, inner, json.loads(value["data"]))


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({**_close(json.loads(schema)), "components": _closed_components()})


@cache
def _closed_components() -> dict[str, Any]:
    """What an answer holds and the document does not name is a fault here, though whoever reads answers should pass
    over it."""
    found: dict[str, Any] = _close(deepcopy(document()["components"]))
    return found


def _looked_up(node: dict[str, Any]) -> dict[str, Any]:
    """The node, or what it refers to."""
    found: Any = node
    while set(found) == {"$ref"}:
        way = found["$ref"].removeprefix("#/").split("/")
        found = document()
        for name in way:
            found = found[name]
    return dict(found)


def _close(node: Any) -> Any:
    """Let no object that names its fields hold others."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            node.setdefault("additionalProperties", False)
        for inner in node.values():
            _close(inner)
    elif isinstance(node, list):
        for inner in node:
            _close(inner)
    return node
