"""The routes of a dashboard, made ready once for all the dashboards of the tests.

Werkzeug compiles two functions for every route of every app, which is nearly all that making a dashboard takes: a
companion makes one, the tests a thousand with the same routes.
"""

from __future__ import annotations

from typing import Any

from werkzeug.routing import Rule

_compile = Rule._compile_builder
_compiled: dict[Any, Any] = {}


def _compiled_once(rule: Rule, append_unknown: bool = True) -> Any:
    """The function that writes a route's address; it is handed the route with every call, and keeps nothing of it."""
    key = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
    if key not in _compiled:
        _compiled[key] = _compile(rule, append_unknown)
    return _compiled[key]


def compile_routes_once() -> None:
    """From now on, in this process."""
    Rule._compile_builder = _compiled_once  # type: ignore[method-assign]
