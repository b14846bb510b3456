"""Tables of all scenes, for the terminal and for `RESULTS.md`."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import statistics
from datetime import date
from pathlib import Path
from typing import Any

from .engines import ENGINES
from .scene import Figures, Scene

OURS = "ecsphys"
RESULTS = Path(__file__).with_name("RESULTS.md")
Rounds = list[dict[str, Any]]


def ratio(rounds: dict[str, Rounds]) -> float | None:
    """Return our time relative to the fastest peer that loses nothing, per round: the median over rounds."""
    peers = [
        one for engine, one in rounds.items() if engine != OURS and one and not count_lost(one[0]["figures"])
    ]
    if not peers or not rounds.get(OURS):
        return None
    each = [
        own["ms"] / min(peer[k]["ms"] for peer in peers if k < len(peer))
        for k, own in enumerate(rounds[OURS])
        if any(k < len(peer) for peer in peers)
    ]
    return statistics.median(each)


def count_lost(figures: Figures) -> float:
    """Return the number of bodies in forbidden places, and of pins that do not hold."""
    return sum(figures.get(name, 0) for name in ("tunnelled", "stalled", "escaped", "torn"))


def median_time(rounds: Rounds) -> str:
    """Return the milliseconds per frame with three significant digits."""
    return f"{statistics.median(one['ms'] for one in rounds):#.3g}".rstrip(".") if rounds else "-"


def row(scene: Scene, rounds: dict[str, Rounds]) -> list[str]:
    """Return a scene's row: name, time of each engine, our ratio, and the target."""
    found = ratio(rounds)
    wanted = f"{scene.wanted_ms:g} ms" if scene.wanted_ms else f"{scene.wanted:g} ×"
    return [
        scene.name,
        *(median_time(rounds.get(engine, [])) for engine in ENGINES),
        "-" if found is None else f"{found:.2f} ×",
        wanted,
    ]


def column_heads() -> list[str]:
    """Return the column heads of the table of times."""
    return ["scene", *ENGINES, "to the fastest", "wanted"]


def figure_rows(scene: Scene, rounds: dict[str, Rounds]) -> list[list[str]]:
    """Return one row per figure of a scene."""
    all_figures: dict[str, Figures] = {engine: one[0]["figures"] for engine, one in rounds.items() if one}
    names = all_figures.get(OURS, {})
    return [
        [scene.name, name, *(f"{all_figures[e][name]:.4g}" if e in all_figures else "-" for e in ENGINES)]
        for name in names
    ]


def event_row(scene: Scene, rounds: dict[str, Rounds]) -> list[list[str]]:
    """Return the row of events delivered by each engine, if the scene delivers events."""
    if scene.frame != "events":
        return []
    found = []
    for engine in ENGINES:
        one = rounds.get(engine)
        events = one[0]["events"] if one else None
        found.append("counts only" if one and events is None else "/".join(map(str, events or "-")))
    return [[scene.name, "begins/ends", *found]]


def machine() -> str:
    """Return processor, system and versions."""
    cpu = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    versions = [f"Python {platform.python_version()}"]
    for package in ("ecsphys", "esper", "numba", "numpy", "pymunk", "pyb2d3"):
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{package} (from source)" if package == OURS else f"without {package}")
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}; {', '.join(versions)}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table with aligned columns."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def results(scenes: list[Scene], rounds: dict[str, dict[str, Rounds]], count: int) -> str:
    """Return the text of `RESULTS.md`."""
    times = table(column_heads(), [row(scene, rounds[scene.name]) for scene in scenes])
    lines = [
        line
        for scene in scenes
        for line in figure_rows(scene, rounds[scene.name]) + event_row(scene, rounds[scene.name])
    ]
    figures = table(["scene", "figure", *ENGINES], lines)
    return f"""# Results

{date.today().isoformat()}, {machine()}.

CPU milliseconds a frame on one core, medians of {count} rounds of median frames; each engine and round in a
fresh process, taking turns. The ratio is to the fastest peer in the same round that lets no body through a
wall and tears no pin: below 1 we are faster. Written by `python -m benchmarks --save`; what a frame is says
`scenes.py`.

{times}

## What the engines made of it

A fast time beside a bad figure is no win. `tests/benchmarks/test_results.py` checks that ours still hold.

{figures}
"""
