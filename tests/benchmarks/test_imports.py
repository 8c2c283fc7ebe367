"""No benchmark asks for a name that has moved: it would be noticed only when somebody wants a figure."""

import ast
import importlib.util
from pathlib import Path

import pytest

ROOMS = ("companion", "firmware_bridge", "hardware", "vision", "web")
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def taken() -> set[tuple[str, str, str]]:
    """Every name that a benchmark takes from the program: in which file, from which module."""
    return {
        (file.name, node.module, one.name)
        for file in BENCHMARKS.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.split(".")[0] in ROOMS
        for one in node.names
    }


@pytest.mark.slow
def test_what_the_benchmarks_take_from_the_program_is_there() -> None:
    """Under the name, and in the module, that they name."""
    missing = []
    for file, module, name in sorted(taken()):
        found = importlib.import_module(module)
        if not hasattr(found, name) and importlib.util.find_spec(f"{module}.{name}") is None:
            missing.append(f"{file}: {module}.{name}")
    assert missing == []
