"""Tables of all scenes, for the terminal and for `RESULTS.md`."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import statistics
import subprocess
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from .engines import ENGINES
from .scene import Figures, Scene
from .scenes import SCENES

OURS = "ecsphys"
RESULTS = Path(__file__).with_name("RESULTS.md")
RATIO, BEST, MEASURED = "to the fastest", "best (commit)", "measured"
SAVED_HEADS = ["scene", *ENGINES, RATIO, "wanted", BEST, MEASURED]
FIGURE_HEADS = ["scene", "figure", *ENGINES]
Rounds = list[dict[str, Any]]
Cells = dict[str, str]  # by column head


class Saved(NamedTuple):
    """The tables of `RESULTS.md`, by scene: a row of times, and rows of figures."""

    times: dict[str, Cells]
    figures: dict[str, list[Cells]]


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
    return ["scene", *ENGINES, RATIO, "wanted"]


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


def commit() -> str:
    """Return the short hash of the last commit, with a "+" if ecsphys was changed since; "?" without git."""
    here = RESULTS.parents[1]
    try:
        names = ["git", "rev-parse", "--short=7", "HEAD"]
        name = subprocess.run(names, cwd=here, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "?"
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "ecsphys"], cwd=here, check=False)
    return name + "+" * changed.returncode


def read(text: str) -> Saved:
    """Return what a text of `RESULTS.md` says."""
    saved, head = Saved({}, {}), [""]
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or not cells[0].strip("-"):
            continue
        if cells[0] == "scene":
            head = cells
        elif "figure" in head:
            saved.figures.setdefault(cells[0], []).append(dict(zip(head, cells, strict=True)))
        else:
            saved.times[cells[0]] = dict(zip(head, cells, strict=True))
    return saved


def number(cell: str) -> float | None:
    """Return the number at the start of a cell, if there is one."""
    found = re.match(r"[\d.]+", cell)
    return float(found[0]) if found else None


def best(old: Cells, new: Cells, lost: float, name: str) -> str:
    """Return the lower ratio of two rows with its commit, `name` if that is the new one's.

    The new one does not count if we lost bodies, or without a peer that the old row has, perhaps the fastest.
    """
    before, found = old.get(BEST, "-"), number(new[RATIO])
    if found is None or lost or any(new[engine] == "-" != old.get(engine, "-") for engine in ENGINES):
        return before
    lowest = number(before)
    return before if lowest is not None and lowest <= found else f"{found:.2f} × ({name})"


def merge(scenes: list[Scene], rounds: dict[str, dict[str, Rounds]], saved: Saved) -> Saved:
    """Return saved tables with the rows of some scenes replaced, in the order of `SCENES`."""
    times, figures, name = dict(saved.times), dict(saved.figures), commit()
    for scene in scenes:
        found = rounds[scene.name]
        new = dict(zip(column_heads(), row(scene, found), strict=True))
        ours, old = found.get(OURS), times.get(scene.name, {})
        lost = count_lost(ours[0]["figures"]) if ours else 0.0
        count = max(map(len, found.values()), default=0)
        day = f"{date.today().isoformat()} ({name}), {count} round{'s' * (count != 1)}"
        times[scene.name] = {**new, BEST: best(old, new, lost, name), MEASURED: day}
        lines = figure_rows(scene, found) + event_row(scene, found)
        figures[scene.name] = [dict(zip(FIGURE_HEADS, line, strict=True)) for line in lines]
    kept = [name for name in SCENES if name in times] + [scene.name for scene in scenes]
    kept = list(dict.fromkeys(kept))
    return Saved({name: times[name] for name in kept}, {name: figures.get(name, []) for name in kept})


def results(saved: Saved) -> str:
    """Return the text of `RESULTS.md`."""
    times = [[cells.get(head, "-") for head in SAVED_HEADS] for cells in saved.times.values()]
    figures = [
        [cells.get(head, "-") for head in FIGURE_HEADS] for lines in saved.figures.values() for cells in lines
    ]
    return f"""# Results

{date.today().isoformat()}, {machine()}.
That is the last run; the column `{MEASURED}` of `benchmarks/RESULTS.md` has day and commit of each row.

CPU milliseconds a frame on one core, medians over rounds of median frames (`settle`: of means); each engine
and round in a fresh process, taking turns. The ratio is to the fastest peer in the same round that lets no
body through a wall and tears no pin: below 1 we are faster. `best` is the lowest ratio ever measured, with
its commit ("+": and what was not yet committed): a change is measured against that, not against yesterday.
Written by `python -m benchmarks [SCENE ...] --save`, which keeps the rows of other scenes; what a frame is
says `scenes.py`.

{table(SAVED_HEADS, times)}

## What the engines made of it

A fast time beside a bad figure is no win. `tests/benchmarks/test_results.py` checks that ours still hold.

{table(FIGURE_HEADS, figures)}
"""
