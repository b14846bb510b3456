"""What the benchmarks measured: tables and figures of the documentation, made from their stored results.

`benchmarks/RESULTS.md`, `SPACE3D.md` and `scaling.csv` are read; SVG files go to `docs/pictures/measured`.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from benchmarks import space3d

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "benchmarks" / "RESULTS.md"
SCALING = ROOT / "benchmarks" / "scaling.csv"
PICTURES = ROOT / "docs" / "pictures" / "measured"

OURS, PYMUNK, BOX2D = "ecsphys", "pymunk", "pyb2d3"
COLORS = {OURS: "#2f6fdf", PYMUNK: "#d9822b", BOX2D: "#4c9a52"}
LABELS = {OURS: "ecsphys", PYMUNK: "pymunk", BOX2D: "Box2D v3 (pyb2d3)"}
SCENES = {  # all of the results: where we are slower, too
    "tiny": "a small level of 30 bodies",
    "gas-1k": "1,000 bouncing circles, begin events delivered",
    "gas-5k": "5,000 of them",
    "gas-20k": "20,000 of them",
    "gas-5k-silent": "5,000 of them, no events",
    "readback": "5,000 of them, all poses read after each step",
    "pickups": "500 capsules crossing 5,000 triggers, events delivered",
    "churn": "200 of 5,000 bodies replaced in every step",
    "bullets": "1,000 bullets between thin walls (984 of pymunk's pass through)",
    "bullets-on-plates": "the same between plates that can move",
    "tumble-2k": "2,000 mixed shapes dropped in a container",
    "sticks": "1,500 long thin sticks on a heap",
    "stirred": "2,500 mixed shapes, stirred by a turning cross",
    "pyramid-40": "a pyramid of 820 boxes",
    "pyramid-100": "a pyramid of 5,050 boxes",
    "pyramid-40-sleep": "the first of them, with sleeping",
    "pyramid-100-sleep": "the second of them, with sleeping",
    "rays": "10,000 rays against 5,000 shapes",
    "idle-10k": "10,000 boxes asleep",
    "joint-grid": "a net of 10,000 circles and 19,800 pins",
    "joint-grid-30": "a net of 900 circles and 1,740 pins",
    "ragdolls": "ragdolls that fall in a heap",
    "bridges": "bridges of planks on pins",
    "ropes": "ropes with loads",
    "tumbler": "2,025 crates in a box that a motor turns",
    "spinner": "6,076 small shapes that a bar flings about",
    "smash": "a heavy box that flies into 9,600 crates asleep",
    "washer": "8,100 crates in a turning drum with fins",
    "sizes": "3,000 circles and boxes of sizes 1 : 40, dropped",
    "big-static": "300 balls on 100,000 static tiles",
    "settle": "3,000 mixed shapes that come to rest, or do not (mean of 15 s)",
    "blast": "3,000 boxes blown apart inside thin walls (1,886 of pymunk's pass through)",
    "plates": "1,000 bullets at heavy plates (977 of pymunk's pass through)",
}
KINDS = {
    "gas": "bouncing circles",
    "pile": "boxes in piles",
    "sensors": "capsules in triggers",
    "rays": "rays",
}


class Times(NamedTuple):
    """A row of the results: milliseconds a frame by engine, without those that were not measured."""

    scene: str
    by_engine: dict[str, float]


def read_results(path: Path = RESULTS) -> tuple[str, list[Times]]:
    """Return when, with what and how it was measured, a paragraph, and the table of times."""
    text = path.read_text("utf-8")
    when = next(part for part in text.split("\n\n") if re.match(r"\d{4}-\d\d-\d\d", part))
    table = re.search(r"^\| scene .*?(?=\n\n)", text, re.M | re.S)
    assert table is not None, f"no table of scenes in {path}"
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table[0].splitlines()]
    return when, [Times(row[0], _times(head, row)) for row in rows]


def _times(head: list[str], row: list[str]) -> dict[str, float]:
    cells = zip(head, row, strict=True)
    return {engine: float(cell) for engine, cell in cells if engine in LABELS and cell != "-"}


def read_scaling(path: Path = SCALING) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Return the number of bodies and the milliseconds of a step, by kind of world and engine."""
    series: dict[tuple[str, str], list[tuple[int, float]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            series.setdefault((row["scene"], row["engine"]), []).append((int(row["n"]), float(row["ms"])))
    return series


class MeasuredTimes(SphinxDirective):
    """The table of times beside other engines, with date and machine."""

    def run(self) -> list[nodes.Node]:
        """Return the table, parsed from Markdown."""
        when, results = read_results()
        times = {row.scene: row.by_engine for row in results}
        if times.keys() != SCENES.keys():
            raise self.error(f"scenes that only one of results and table has: {times.keys() ^ SCENES.keys()}")
        lines = [when, "", "| scene | ms a step | to pymunk | to Box2D v3 |", "|---|--:|--:|--:|"]
        for scene, text in SCENES.items():
            found = times[scene]
            ratios = [f"{found[OURS] / found[peer]:.2f}" if peer in found else "" for peer in (PYMUNK, BOX2D)]
            lines.append(f"| {' | '.join([f'`{scene}`: {text}', f'{found[OURS]:.3g}', *ratios])} |")
        return self.parse_text_to_nodes("\n".join(lines))


class MeasuredSpace(SphinxDirective):
    """The figures of space, all that follows the mark in their file."""

    def run(self) -> list[nodes.Node]:
        """Return paragraphs and tables, parsed from Markdown."""
        return self.parse_text_to_nodes(space3d.RESULTS.read_text("utf-8").partition(space3d.MARK)[2])


# -- figures -----------------------------------------------------------------------------------------

_STYLE = {
    "svg.hashsalt": "ecsphys",
    "svg.fonttype": "none",
    "font.size": 10,
    **dict.fromkeys(  # grey is read on light and on dark pages
        ("text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.edgecolor"), "#808080"
    ),
}


def draw_figures(app: Sphinx) -> None:
    """Draw all figures before the pages are read."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot, rc_context

    PICTURES.mkdir(parents=True, exist_ok=True)
    with rc_context(_STYLE):
        for name, draw in (("ratios", _draw_ratios), ("scaling", _draw_scaling)):
            figure = draw(pyplot)
            path = PICTURES / f"{name}.svg"
            figure.savefig(path, transparent=True, metadata={"Date": None})
            pyplot.close(figure)


def _draw_ratios(pyplot: Any) -> Any:
    """Draw the time of each scene relative to both peers, on a logarithmic axis."""
    times = {row.scene: row.by_engine for row in read_results()[1]}
    names = list(SCENES)[::-1]
    figure, axes = pyplot.subplots(figsize=(7.2, 10.2), layout="constrained")
    for offset, peer in ((0.2, PYMUNK), (-0.2, BOX2D)):
        rows = enumerate(times[name] for name in names)
        found = [(k, row[OURS] / row[peer]) for k, row in rows if peer in row]
        places, ratios = zip(*found, strict=True)
        axes.barh(
            [place + offset for place in places], [ratio - 1 for ratio in ratios], 0.38, left=1,
            color=COLORS[peer], label=f"to {LABELS[peer]}",
        )  # fmt: skip
    axes.set_xscale("log")
    axes.set_xticks(
        [0.02, 0.1, 0.25, 0.5, 1, 2, 5, 15, 500], [".02", ".1", ".25", ".5", "1", "2", "5", "15", "500"]
    )
    axes.minorticks_off()
    axes.axvline(1, color="#808080", linewidth=1)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("time of ecsphys ÷ time of the other one (left of 1: ecsphys is faster)")
    axes.legend(frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return figure


def _draw_scaling(pyplot: Any) -> Any:
    """Draw milliseconds a step against the number of bodies, one plot for each kind of world."""
    series = read_scaling()
    figure, plots = pyplot.subplots(2, 2, figsize=(7.2, 5.6), layout="constrained", sharex=True)
    for axes, (kind, title) in zip(plots.flat, KINDS.items(), strict=True):
        for engine, color in COLORS.items():
            if found := series.get((kind, engine)):
                numbers, times = zip(*found, strict=True)
                axes.plot(numbers, times, color=color, marker="o", markersize=3, label=LABELS[engine])
        axes.set(xscale="log", yscale="log", title=title)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25)
    for axes in plots[1]:
        axes.set_xlabel("number")
    for axes in plots[:, 0]:
        axes.set_ylabel("ms a step")
    plots[0, 0].legend(frameon=False, fontsize=8)
    return figure


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and the figures."""
    app.connect("builder-inited", draw_figures)
    app.add_directive("measured-times", MeasuredTimes)
    app.add_directive("measured-space", MeasuredSpace)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
