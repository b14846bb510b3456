"""The ledger of cost: `python -m benchmarks.ledger [SCENE …] [--save] [--raise "why"] [--top N]`.

Counts the instructions a frame of each scene (`callgrind`) and compares them with the record in `LEDGER.txt`:
fails where kernels, Python or libraries of a scene have grown by more than 1 %, and luck (see `LUCK`).
`--save` writes what has become less; what has grown is written only with a reason, by `--raise`, which the
record keeps beside the figure until it has sunk below what it was. So nothing drifts.

Counts of Python and libraries depend on their versions: they are compared where those are the record's.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from .callgrind import Count, count_all
from .ledger_scenes import LEDGER_SCENES

RECORD = Path(__file__).with_name("LEDGER.txt")
GROWTH = 0.01
SMALL = 500  # instructions: what a hash or an address more costs is no growth
# Any edit, and the folder's name, move objects in memory, which changes counts of Python by up to 1 %, and by
# 1.5 % between two environments of the same versions: such luck is neither recorded nor growth. Kernels know
# no luck.
LUCK = 0.015
KERNELS, PYTHON, LIBRARIES, POINTS = "kernels", "Python", "libraries", "contact points"
TOTALS = KERNELS, PYTHON, LIBRARIES
WRITTEN = "Instructions a frame, by `python -m benchmarks.ledger --save`; CONTRIBUTING says how to read them."


class Raised(NamedTuple):
    """A figure that was allowed to grow: from what, and the line that says why."""

    before: int
    line: str


class Entry(NamedTuple):
    """What is recorded of a scene: figures by name, and reasons of those that were raised."""

    figures: dict[str, float]
    raised: dict[str, list[Raised]]


def versions() -> str:
    """Return on what the figures of Python and libraries depend."""
    packages = [f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "esper")]
    return ", ".join((f"Python {platform.python_version()}", *packages, platform.libc_ver()[1]))


def figures_of(count: Count) -> dict[str, float]:
    """Return the figures that are recorded, in the order of their lines."""
    return {
        POINTS: count.points,
        KERNELS: count.total,
        **{f"  {stage}": cost for stage, cost in count.native.items()},
        PYTHON: count.python,
        LIBRARIES: count.libraries,
    }


# -- the record --------------------------------------------------------------------------------------------


def read_record(text: str) -> tuple[str, dict[str, Entry]]:
    """Return the versions and the entries of a record."""
    lines = text.splitlines()
    made_with = next((line.removeprefix("with ") for line in lines if line.startswith("with ")), "")
    entries: dict[str, Entry] = {}
    figure = ""
    for line in lines:
        if line.startswith("["):
            entries[line[1 : line.index("]")]] = entry = Entry({}, {})
        elif line.startswith("    raised "):
            before = int(line.split(" from ")[1].split(":")[0].replace(",", ""))
            entry.raised.setdefault(figure, []).append(Raised(before, line))
        elif line and entries:
            figure, value = line[:24].rstrip(), line[24:].replace(",", "")
            entry.figures[figure] = float(value)
    return made_with, entries


def write_record(entries: dict[str, Entry]) -> str:
    """Return the text of a record, one line a figure: so a diff shows what changed."""
    lines = [WRITTEN, f"with {versions()}"]
    for name, scene in LEDGER_SCENES.items():
        if name in entries:
            lines += ["", f"[{name}] {scene.about}", *entry_lines(entries[name])]
    return "\n".join(lines) + "\n"


def entry_lines(entry: Entry) -> Iterator[str]:
    """Yield the lines of a scene; behind a figure the reasons for which it was raised."""
    for figure, value in entry.figures.items():
        yield f"{figure:24}{value:>14,.{1 if figure == POINTS else 0}f}"
        for raised in entry.raised.get(figure, []):
            if raised.before < value:
                yield raised.line


# -- comparing ---------------------------------------------------------------------------------------------


def grown(found: dict[str, float], recorded: dict[str, float], totals: tuple[str, ...]) -> list[str]:
    """Return the totals that have grown by more than 1 %, luck aside."""
    return [
        total
        for total in totals
        if found[total] > (1.0 + GROWTH + LUCK * (total != KERNELS)) * recorded[total] + SMALL
    ]


def merge(old: Entry | None, found: dict[str, float], totals: tuple[str, ...], why: str) -> Entry:
    """Return the entry to be recorded: what is less, and with a reason what is more.

    Totals grown within 1 % keep their record, so that many small steps cannot raise it.
    """
    if old is None:
        return Entry(found, {})
    more = grown(found, old.figures, totals) if why else []
    less = {total: (1.0 - LUCK * (total != KERNELS)) * old.figures[total] for total in totals}
    taken = {total for total in totals if found[total] < less[total] or total in more}
    figures, raised = dict(old.figures), {name: list(lines) for name, lines in old.raised.items()}
    if KERNELS in taken:  # stages and points are those of the total
        figures = found | {total: figures[total] for total in TOTALS}
    for total in taken:
        figures[total] = found[total]
    for total in more:
        line = f"    raised {date.today()} from {old.figures[total]:,.0f}: {why}"
        raised.setdefault(total, []).append(Raised(int(old.figures[total]), line))
    return Entry(figures, raised)


def is_less(found: dict[str, float], old: Entry | None) -> bool:
    """Return whether kernels take less by more than 1 %."""
    return old is not None and found[KERNELS] < (1.0 - GROWTH) * old.figures[KERNELS] - SMALL


def comparison(name: str, found: dict[str, float], recorded: Entry | None) -> Iterator[str]:
    """Yield a line for a scene, and for each of its stages that changed by more than 1 %."""
    old = recorded.figures if recorded else {}
    cells = [f"{total} {change(found[total], old.get(total))}" for total in TOTALS]
    points = f"points {found[POINTS]:,.0f}"
    if old and old[POINTS] != found[POINTS]:
        points += f" (recorded: {old[POINTS]:,.0f}, so the work has changed, too)"
    yield f"{name:16} {'  '.join(cells)}  {points}"
    for figure in [*dict.fromkeys([*found, *old])] if old else []:
        now, then = found.get(figure, 0.0), old.get(figure, 0.0)
        if figure.startswith("  ") and abs(now - then) > 0.01 * max(now, then) and abs(now - then) > SMALL:
            yield f"{'':16} {figure} {then:,.0f} -> {now:,.0f}"


def change(found: float, recorded: float | None) -> str:
    """Return a figure with its ratio to the record."""
    if not recorded:
        return f"{found:12,.0f} (new)  "
    return f"{found:12,.0f} ({found / recorded:.4f})"


def list_functions(count: Count, most: int) -> Iterator[str]:
    """Yield the most expensive kernels of a scene."""
    for function, cost in list(count.functions.items())[:most]:
        yield f"{'':16} {cost:12,} {function}"


def main() -> int:
    """Count, compare, save; return 1 if something has grown and no reason is given."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ledger", description=__doc__.splitlines()[0])
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"of {'; '.join(LEDGER_SCENES)}")
    parser.add_argument("--save", action="store_true", help="write what has become less")
    parser.add_argument("--raise", dest="why", default="", metavar="WHY", help="write what has grown, too")
    parser.add_argument("--top", type=int, default=0, metavar="N", help="print the N most expensive kernels")
    options = parser.parse_args()
    unknown = [name for name in options.scenes if name not in LEDGER_SCENES]
    if unknown:
        parser.error(f"unknown scenes {unknown}; there are {', '.join(LEDGER_SCENES)}")
    if not shutil.which("valgrind"):
        sys.exit("the ledger needs valgrind: apt-get install valgrind")
    begin = time.monotonic()
    made_with, record = read_record(RECORD.read_text("utf-8")) if RECORD.exists() else (versions(), {})
    totals = TOTALS if made_with == versions() else (KERNELS,)
    if totals != TOTALS:
        print(f"Python and libraries are not compared: the record is of {made_with}, this is {versions()}")
    worse: dict[str, list[str]] = {}
    pairs: list[tuple[dict[str, float], Entry | None]] = []
    for name, count in count_all(options.scenes or list(LEDGER_SCENES)):
        found, old = figures_of(count), record.get(name)
        lines = [*comparison(name, found, old), *list_functions(count, options.top)]
        print("\n".join(lines), flush=True)
        pairs.append((found, old))
        if old and (more := grown(found, old.figures, totals)):
            worse[name] = more
        record[name] = merge(old, found, totals, options.why)
    if options.save or options.why:
        RECORD.write_text(write_record(record), "utf-8")
    print(
        f"{len(options.scenes or LEDGER_SCENES)} scenes, {len(worse)} grown, {time.monotonic() - begin:.0f} s"
    )
    if any(is_less(found, old) for found, old in pairs):
        print("less than recorded: write it with --save")
    for name, more in worse.items():
        print(f"grown by more than 1 %: {name}, {', '.join(more)}")
    return 1 if worse and not options.why else 0


if __name__ == "__main__":
    sys.exit(main())
