"""The page's scripts as one script, and its styles as one style sheet: one request each instead of ninety.

A phone that opens the page for the first time waits for every file, and the companion answers for every one. The
scripts stay as they are written: each becomes a function of its own that gives what it exports, those that it imports
first. The linter keeps them to the few forms that are known here; anything else is a `ValueError`, and a test looks at
all of them.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

# That they stand at the beginning of a line is asked after their first word, which is found many times faster than each
# line's beginning: half a megabyte is looked through at every start.
_IMPORT = re.compile(r'import \{(?<=^import \{)([^}]*)\} from "(\./[^"]+)";[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(r"export (?<=^export )(?=(?:async function|function|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"\bexport ?\{([^}]*)\};?\s*\Z")
_LEFT = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


def script(folder: Path, entry: str) -> str:
    """The module `entry` of `folder` with everything that it imports; it exports them all as `modules`, by the name of
    their file, for whoever looks into the page. A `ValueError` names an import or an export of a form that is not known
    here, or modules that import each other."""
    order: list[str] = []
    _collect(folder, entry, order, ())
    wrapped = [_wrapped(name, (folder / name).read_text(encoding="utf-8")) for name in order]
    names = ", ".join(f'"{name}": {_variable(name)}' for name in order)
    return "".join([*wrapped, f"export const modules = {{ {names} }};\n"])


def style(folder: Path, names: tuple[str, ...]) -> str:
    """These style sheets one after the other: later ones may refine earlier ones."""
    return "\n".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in names)


def _collect(folder: Path, name: str, order: list[str], within: tuple[str, ...]) -> None:
    if name in within:
        raise ValueError(f"{' imports '.join((*within, name))}: modules may not import each other")
    if name in order:
        return
    for _, other in _IMPORT.findall((folder / name).read_text(encoding="utf-8")):
        _collect(folder, _beside(name, other), order, (*within, name))
    order.append(name)


def _beside(name: str, other: str) -> str:
    return posixpath.join(posixpath.dirname(name), other.removeprefix("./"))


def _variable(name: str) -> str:
    return "of_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _wrapped(name: str, text: str) -> str:
    """The module as a function called once; its exports are constants, so they may be handed on by value."""

    def imported(found: re.Match[str]) -> str:
        return f"const {{{_renamed(found[1])}}} = {_variable(_beside(name, found[2]))};"

    given = [found[1] for found in _EXPORT.finditer(text)]
    text = _EXPORT.sub("", _IMPORT.sub(imported, text))
    last = max(text.rfind("export {"), text.rfind("export{"))
    if last >= 0 and (listed := _EXPORT_LIST.search(text, last)):
        text = text[: listed.start()]
        given += [f"{new}: {old}" for old, new in (_pair(one) for one in listed[1].split(","))]
    if left := _LEFT.search(text):
        raise ValueError(f"{name}: not a form of import or export that can be bundled: {left[0]}")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {', '.join(given)} }};\n}})();\n"


def _renamed(names: str) -> str:
    pairs = (_pair(one) for one in names.split(",") if one.strip())
    return ", ".join(old if old == new else f"{old}: {new}" for old, new in pairs)


def _pair(one: str) -> tuple[str, str]:
    """`a as b` as both names, and `a` as twice the same."""
    old, _, new = one.strip().partition(" as ")
    return old, new or old
