"""The figures of quality in `benchmarks/RESULTS.md` still hold, and the runner works."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks import report
from benchmarks.engines.ecsphys_ import Ecsphys
from benchmarks.measure import measure_scene
from benchmarks.report import (
    BEST,
    OURS,
    RATIO,
    RESULTS,
    Rounds,
    Saved,
    merge,
    ratio,
    read,
    results,
    row,
    table,
)
from benchmarks.scene import After, Figures, Scene
from benchmarks.scenes import SCENES, bullets, churn, gas, idle, tumble

# How much worse than the recorded figure a measured one may be; better is always welcome.
SLACK = {"tunnelled": 0.0, "stalled": 0.0, "escaped": 0.0, "awake": 0.0, "drift": 0.1, "speed": 0.02}
FAULTS = ("tunnelled", "stalled", "escaped", "awake")  # counts of bodies that must be 0


def read_figures() -> dict[tuple[str, str], dict[str, float]]:
    """Return the recorded figures: by scene and figure, by engine."""
    lines = [line.strip("| \n").split("|") for line in RESULTS.read_text("utf-8").splitlines() if "|" in line]
    rows = [[cell.strip() for cell in line] for line in lines]
    heads = next(line for line in rows if line[:2] == ["scene", "figure"])
    figures = {}
    for line in rows[rows.index(heads) + 2 :]:
        if line[1] != "begins/ends":
            values = {head: cell for head, cell in zip(heads[2:], line[2:], strict=True) if cell != "-"}
            figures[line[0], line[1]] = {head: float(cell) for head, cell in values.items()}
    return figures


RECORDED = read_figures()


@functools.cache
def measured(name: str) -> Figures:
    """Play a scene, once for all tests, and return its figures."""
    figures: Figures = measure_scene(SCENES[name](), Ecsphys)["figures"]
    return figures


@pytest.mark.jit
@pytest.mark.parametrize("name", ["gas-1k", "pyramid-40", "tumble-2k", "bullets", "rays", "idle-10k"])
def test_quality_is_as_recorded(name: str) -> None:
    assert measured(name)
    for figure, value in measured(name).items():
        expected = RECORDED[name, figure][OURS]
        if figure in SLACK:
            assert value <= expected * 1.05 + SLACK[figure], figure
        else:
            assert value == pytest.approx(expected, rel=0.02), figure


@pytest.mark.jit
@pytest.mark.parametrize("name", ["gas-1k", "tumble-2k", "bullets", "idle-10k"])
def test_no_body_gets_through_a_wall_stalls_or_stays_awake(name: str) -> None:
    faults = {figure: value for figure, value in measured(name).items() if figure in FAULTS}
    assert faults and set(faults.values()) == {0}
    assert all(RECORDED[name, figure][OURS] == 0 for figure in faults)


@pytest.mark.jit
@pytest.mark.parametrize("name", ["pyramid-40", pytest.param("pyramid-100", marks=pytest.mark.slow)])
def test_piles_drift_no_more_than_box2ds(name: str) -> None:
    assert measured(name)["drift"] <= RECORDED[name, "drift"]["pyb2d3"]


def spoil(scene: Scene, count: int) -> After:
    """Return the start of a scene with `count` bodies far outside, and as many awake."""
    poses = np.array([(*item.position, item.angle) for item in scene.items])
    poses[np.flatnonzero(scene.dynamic)[:count], 0] = 1e4
    return After(poses, np.array([item.velocity for item in scene.items]), count)


@pytest.mark.parametrize(
    ("make", "figure"),
    [
        (lambda: gas("gas", 30, 5), "escaped"),
        (tumble, "escaped"),
        (bullets, "tunnelled"),
        (idle, "awake"),
    ],
)
def test_figures_count_the_bodies_that_went_wrong(make: Callable[[], Scene], figure: str) -> None:
    scene = make()
    assert scene.figures is not None
    assert scene.figures(scene, spoil(scene, 0))[figure] == 0
    assert scene.figures(scene, spoil(scene, 3))[figure] == 3


def test_all_scenes_are_in_the_results() -> None:
    text = RESULTS.read_text("utf-8")
    assert all(f"| {name} " in text for name in SCENES)


def test_the_runner_measures_and_compares() -> None:
    scene = gas("gas", 30, 5)
    scene.warm_up = 2
    ours = measure_scene(scene, Ecsphys)
    assert ours["frames"] == 5
    assert ours["ms"] > 0.0
    assert ours["figures"]["escaped"] == 0
    rounds = {OURS: [{**ours, "ms": 1.0}], "pymunk": [{**ours, "ms": 2.0}]}
    assert ratio(rounds) == 0.5
    line = row(scene, rounds)
    assert line[0] == "gas"
    assert "0.50 ×" in line
    assert table(["a"], [["b"]]).splitlines() == ["| a |", "| - |", "| b |"]


def test_a_peer_that_lets_bullets_through_is_no_yardstick() -> None:
    good, bad = {"ms": 2.0, "figures": {"tunnelled": 0}}, {"ms": 1.0, "figures": {"tunnelled": 9}}
    assert ratio({OURS: [{"ms": 1.0, "figures": {}}], "pymunk": [bad], "pyb2d3": [good]}) == 0.5
    assert ratio({OURS: [good], "pymunk": [bad]}) is None


PEERS = "pymunk", "pymunk-batch", "pyb2d3"


def in_rounds(ms: float, peers: tuple[str, ...] = PEERS, tunnelled: int = 0) -> dict[str, Rounds]:
    """Return one round in which peers take a millisecond."""
    ours = {"ms": ms, "events": None, "figures": {"tunnelled": tunnelled}}
    peer = {"ms": 1.0, "events": None, "figures": {"tunnelled": 0}}
    return {OURS: [ours], **{name: [peer] for name in peers}}


def save(saved: Saved, name: str, rounds: dict[str, Rounds]) -> Saved:
    """Save a scene's rounds, and return what the text says."""
    scene = gas(name, 30, 5, "step")
    return read(results(merge([scene], {name: rounds}, saved)))


def test_the_best_ratio_is_kept_with_its_commit_until_a_lower_one(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = Saved({}, {})
    for name, rounds, best in (
        ("aaa", in_rounds(0.8), "0.80 × (aaa)"),
        ("bbb", in_rounds(0.9), "0.80 × (aaa)"),
        ("ccc", in_rounds(0.7), "0.70 × (ccc)"),
        ("ddd", in_rounds(0.7), "0.70 × (ccc)"),
        ("eee", in_rounds(0.1, tunnelled=1), "0.70 × (ccc)"),
        ("fff", in_rounds(0.1, peers=("pymunk",)), "0.70 × (ccc)"),  # perhaps not the fastest
    ):
        monkeypatch.setattr(report, "commit", lambda name=name: name)
        saved = save(saved, "tiny", rounds)
        assert saved.times["tiny"][BEST] == best
        assert saved.times["tiny"][RATIO] == f"{rounds[OURS][0]['ms']:.2f} ×"


def test_a_partial_run_keeps_the_other_rows() -> None:
    saved = read(RESULTS.read_text("utf-8"))
    again = save(saved, "gas-1k", in_rounds(0.001))
    assert list(again.times) == list(saved.times)
    assert [name for name in again.times if again.times[name] != saved.times[name]] == ["gas-1k"]
    assert again.times["gas-1k"][BEST].startswith("0.00 ×")
    assert {**again.figures, "gas-1k": []} == {**saved.figures, "gas-1k": []}
    assert [line["figure"] for line in again.figures["gas-1k"]] == ["tunnelled"]


def test_every_recorded_best_is_at_most_its_ratio_or_was_not_counted() -> None:
    for name, cells in read(RESULTS.read_text("utf-8")).times.items():
        now, lowest = report.number(cells[RATIO]), report.number(cells[BEST])
        assert lowest is None or now is None or lowest <= now, name


def test_the_commit_is_named_by_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "benchmarks" / "RESULTS.md")
    assert report.commit() == "?"


def test_scenes_are_the_same_every_time() -> None:
    assert bullets().items == bullets().items
    one, two = churn(100, 10, 3), churn(100, 10, 3)
    assert one.replacements == two.replacements
    assert len(one.replacements) == 23
    assert math.isclose(one.items[0].size[0], 0.5)
