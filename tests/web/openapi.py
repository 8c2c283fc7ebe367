"""The descriptions of the HTTP APIs as tools read them, and answers held against them."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs
import schemathesis
import yaml
from flask import Flask
from schemathesis import APIOperation
from werkzeug.test import TestResponse

DOCS = Path(__file__).parents[2] / "docs"


class NotAsDescribed(AssertionError):
    """An answer is none of those that the document says there are."""


class Described:
    """One of the documents in `docs`, with what it takes from another one put in."""

    def __init__(self, name: str) -> None:
        self.path = DOCS / name

    def __repr__(self) -> str:
        return self.path.stem

    @cached_property
    def document(self) -> dict[str, Any]:
        """The whole."""
        return _Bundle(self.path).whole

    @cached_property
    def operations(self) -> dict[str, APIOperation]:
        """Every operation by its id, to make requests of."""
        found = [one.ok() for one in schemathesis.openapi.from_dict(deepcopy(self.document)).get_all_operations()]
        return {one.definition.raw["operationId"]: one for one in found}

    @cached_property
    def own(self) -> list[str]:
        """The ids of the operations that this document does not take from another one."""
        paths = {path for path, item in written(self.path)["paths"].items() if "$ref" not in item}
        return [name for name, one in self.operations.items() if one.path in paths]

    def routes(self) -> dict[tuple[str, str], bool]:
        """Path and method of each operation, and whether only a phone that has joined may do it."""
        return {(one.path, one.method): needs_phone(one) for one in self.operations.values()}

    # --- answers ------------------------------------------------------------------------------------------------------

    def conforms(self, name: str, status: int, headers: Mapping[str, str], content: bytes) -> None:
        """Look whether the operation of this id may give this answer, by status, headers, type and content."""
        told = self.operations[name].definition.raw["responses"].get(str(status))
        if told is None:
            raise NotAsDescribed(f"{name}: the status {status} is not described")
        response, where = self._looked_up(told), f"{name} {status}"
        for header, about in response.get("headers", {}).items():
            if self._looked_up(about).get("required") and header not in headers:
                raise NotAsDescribed(f"{where}: the header {header} is missing")
        if headers.get("Content-Encoding") == "gzip":
            content = zlib.decompressobj(31).decompress(content)  # a stream of news has no end that is told
        if "content" in response:
            kind = headers.get("Content-Type", "").partition(";")[0]
            self._check_content(where, response["content"], kind, content)
        elif content:
            raise NotAsDescribed(f"{where}: there is content: {content[:100]!r}")

    def good(self, name: str, answer: TestResponse) -> None:
        """What was asked for was done, and the answer is as the document says."""
        assert answer.status_code < 300, f"{name}: {answer.status_code} {answer.text[:300]}"
        self.conforms(name, answer.status_code, answer.headers, answer.data)

    def _check_content(self, where: str, kinds: dict[str, Any], kind: str, content: bytes) -> None:
        told = kinds.get(kind) or kinds.get("*/*")
        if told is None:
            raise NotAsDescribed(f"{where}: it is of the type {kind!r}")
        for value in _values(kind, content):
            self._validate(where, told["schema"], value)

    def _validate(self, where: str, schema: dict[str, Any], value: Any) -> None:
        try:
            self._validator(json.dumps(schema)).validate(value)
        except jsonschema_rs.ValidationError as error:
            raise NotAsDescribed(f"{where}: {str(error)[:2000]}") from None
        inner = self._looked_up(schema).get("properties", {}).get("data", {}).get("contentSchema")
        if inner is not None:  # of an event
            self._validate(where, inner, json.loads(value["data"]))

    def _validator(self, schema: str) -> jsonschema_rs.Draft202012Validator:
        if schema not in self._validators:
            whole = {**_close(json.loads(schema)), "components": self._closed_components}
            self._validators[schema] = jsonschema_rs.Draft202012Validator(whole)
        return self._validators[schema]

    @cached_property
    def _validators(self) -> dict[str, jsonschema_rs.Draft202012Validator]:
        return {}

    @cached_property
    def _closed_components(self) -> dict[str, Any]:
        """What an answer holds and the document does not name is a fault here, though whoever reads answers should pass
        over it."""
        found: dict[str, Any] = _close(deepcopy(self.document["components"]))
        return found

    def _looked_up(self, node: dict[str, Any]) -> dict[str, Any]:
        """The node, or what it refers to."""
        found: Any = node
        while set(found) == {"$ref"}:
            found = _at(self.document, found["$ref"].removeprefix("#/"))
        return dict(found)


@cache
def written(path: Path) -> dict[str, Any]:
    """A document as it is written."""
    found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return found


class _Bundle:
    """Puts into a document what it refers to in others, with all that belongs to it."""

    def __init__(self, path: Path) -> None:
        self._folder, raw = path.parent, written(path)
        self.whole = deepcopy(raw)
        self._own = {(kind, name) for kind, some in raw["components"].items() for name in some}
        self._more: dict[tuple[str, str], Any] = {}
        for part in ("paths", "components"):
            self.whole[part] = self._taken(raw[part], None)
        for (kind, name), found in self._more.items():
            self.whole["components"].setdefault(kind, {})[name] = found

    def _taken(self, node: Any, source: dict[str, Any] | None) -> Any:
        """The node as it stands in this document; `source` is the one that it comes from, where it is another."""
        if isinstance(node, list):
            return [self._taken(one, source) for one in node]
        if not isinstance(node, dict):
            return node
        file, _, way = str(node.get("$ref", "")).partition("#/")
        origin = written(self._folder / file) if file else source
        if not way or origin is None:
            return {name: self._taken(one, source) for name, one in node.items()}
        if not way.startswith("components/"):
            return self._taken(_at(origin, way), origin)
        _, kind, name = way.split("/")
        assert (kind, name) not in self._own, f"{name} is in both documents"
        if (kind, name) not in self._more:
            self._more[kind, name] = None  # it may refer to itself
            self._more[kind, name] = self._taken(_at(origin, way), origin)
        return {**{inner: self._taken(one, source) for inner, one in node.items()}, "$ref": f"#/{way}"}


def _at(document: dict[str, Any], way: str) -> Any:
    found: Any = document
    for name in way.split("/"):
        found = found[name.replace("~1", "/").replace("~0", "~")]
    return found


def needs_phone(operation: APIOperation) -> bool:
    """Whether the document says that only a phone that has joined may do this."""
    return "security" not in operation.definition.raw


def routes_of(app: Flask, open_to_all: Collection[str]) -> dict[tuple[str, str], bool]:
    """Path and method of each route as a document writes them (`<path:code>` is `{code}`), and whether it needs a phone
    that has joined. Flask answers HEAD and OPTIONS by itself."""
    return {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)), method.lower()): rule.endpoint not in open_to_all
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def events(stream: bytes) -> list[dict[str, str]]:
    """The server-sent events of a stream."""
    lines = [message.split(b"\n") for message in stream.split(b"\n\n")]
    found = [dict(line.decode().split(": ", 1) for line in message if line) for message in lines]
    return [one for one in found if "event" in one]


def _values(kind: str, content: bytes) -> Iterator[Any]:
    if kind in ("application/json", "application/manifest+json"):
        yield json.loads(content)
    elif kind == "text/event-stream":
        yield from events(content)
    elif kind.startswith("text/") or kind == "image/svg+xml":
        yield content.decode()


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


TABLE = Described("openapi.yaml")
VENUE = Described("openapi-venue.yaml")
