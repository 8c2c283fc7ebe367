"""Figures for a monitoring system, in the text format of Prometheus. No names: what is counted, not who."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Metric:
    """A figure: its name without the prefix, what it is (in English, as all of it), its value; `labels` tell it from
    others of the same name. A `counter` only grows."""

    name: str
    help: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)
    counter: bool = False


def exposition(metrics: Iterable[Metric]) -> str:
    """All of them as text; those of one name must follow each other."""
    lines: list[str] = []
    before = ""
    for one in metrics:
        name = f"companion_{one.name}"
        if name != before:
            lines += [f"# HELP {name} {one.help}", f"# TYPE {name} {'counter' if one.counter else 'gauge'}"]
            before = name
        labels = ",".join(f'{key}="{_escaped(value)}"' for key, value in one.labels.items())
        lines.append(f"{name}{{{labels}}} {one.value:.15g}" if labels else f"{name} {one.value:.15g}")
    return "".join(f"{line}\n" for line in lines)


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")
