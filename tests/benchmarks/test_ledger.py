"""The ledger of cost: what is read of callgrind, when a figure may change, and what the record says."""

from __future__ import annotations

import io

import pytest

from benchmarks import callgrind, ledger
from benchmarks.ledger import KERNELS, LIBRARIES, POINTS, PYTHON, TOTALS, Entry, grown, merge
from benchmarks.ledger_scenes import LEDGER_SCENES

RECORDED = {POINTS: 12.0, KERNELS: 100_000.0, "  solver": 90_000.0, PYTHON: 50_000.0, LIBRARIES: 7_000.0}
PROFILE = """# callgrind format
fl=(1) ???
ob=(1) /x/ecsphys/_native.cpython-311.so
fn=(1) _ZN7ecsphys6solver8substeps10solve_stepB2v1
5 1000
+3 200
cob=(2) /usr/lib/libm.so.6
cfn=(2) sin
calls=4 7
* 4000
fn=(3) _ZN7ecsphys7spatial4walk4walkB2v1
* 300
ob=(2)
fn=(2)
* 400
ob=(3) /usr/bin/python3.11
fn=(4) _PyEval_EvalFrameDefault
9 5000
"""


def test_own_instructions_are_read_without_those_of_calls() -> None:
    costs = callgrind.read_profile(io.StringIO(PROFILE))
    count = callgrind.summarize(costs, 10, 3.0)
    assert count.native == {"broad phase": 30, "solver": 120}
    assert (count.total, count.python, count.libraries, count.points) == (150, 500, 40, 3.0)
    assert count.functions == {"solver.substeps.solve_step": 120, "spatial.walk.walk": 30}


@pytest.mark.parametrize(
    ("function", "stage"),
    [
        ("solver.contact.bounce.bounce", "bounces"),
        ("solver.contact.stages.solve_block", "solver"),
        ("solver.joints.trees.solve_trees", "joints"),
        ("solver.island.find_root", "sleep"),
        ("contacts.narrow_phase.update", "narrow phase"),
        ("contacts.touch_list.update", "touches"),
        ("contacts.seams.find", "seams"),
        ("space3d.spatial.tree.insert", "broad phase"),
        ("math3d.quaternion.rotate", "narrow phase"),
        ("character.walk", "others"),
    ],
)
def test_kernels_belong_to_stages(function: str, stage: str) -> None:
    assert callgrind.stage_of(function) == stage


def test_a_figure_may_grow_by_less_than_a_hundredth() -> None:
    found = RECORDED | {KERNELS: 100_900.0, PYTHON: 51_800.0, LIBRARIES: 7_499.0}
    assert grown(found, RECORDED, TOTALS) == [PYTHON]
    assert grown(found, RECORDED, (KERNELS,)) == []


def test_small_growth_does_not_change_the_record() -> None:
    found = RECORDED | {KERNELS: 100_900.0, "  solver": 90_900.0}
    assert merge(Entry(RECORDED, {}), found, TOTALS, "").figures == RECORDED
    assert merge(Entry(RECORDED, {}), found, TOTALS, "a reason for other figures").figures == RECORDED


def test_what_is_less_is_recorded_with_its_stages() -> None:
    found = RECORDED | {KERNELS: 80_000.0, "  solver": 70_000.0, POINTS: 11.0, PYTHON: 50_001.0}
    assert merge(Entry(RECORDED, {}), found, TOTALS, "").figures == found | {PYTHON: 50_000.0}


def test_what_grows_is_recorded_with_a_reason_only_until_it_has_sunk_again() -> None:
    more = RECORDED | {KERNELS: 120_000.0, "  solver": 110_000.0}
    assert merge(Entry(RECORDED, {}), more, TOTALS, "").figures == RECORDED
    raised = merge(Entry(RECORDED, {}), more, TOTALS, "joints cannot gain energy")
    assert raised.figures == more
    lines = [*ledger.entry_lines(raised)]
    assert lines[2].endswith("from 100,000: joints cannot gain energy")
    assert "raised" in lines[2] and lines[1].startswith(KERNELS)
    less = merge(raised, RECORDED | {KERNELS: 99_000.0}, TOTALS, "")
    assert not any("raised" in line for line in ledger.entry_lines(less))


def test_figures_of_other_versions_are_left_alone() -> None:
    found = RECORDED | {PYTHON: 1.0, KERNELS: 90_000.0}
    assert merge(Entry(RECORDED, {}), found, (KERNELS,), "").figures == RECORDED | {KERNELS: 90_000.0}


def test_the_record_is_read_as_it_is_written() -> None:
    raised = merge(Entry(RECORDED, {}), RECORDED | {PYTHON: 60_000.0}, TOTALS, "events have a reason")
    text = ledger.write_record({"tiny": raised, "free": Entry(RECORDED, {})})
    made_with, entries = ledger.read_record(text)
    assert made_with == ledger.versions()
    assert entries == {"free": Entry(RECORDED, {}), "tiny": raised}
    assert ledger.write_record(entries) == text


def test_every_scene_is_recorded() -> None:
    _, entries = ledger.read_record(ledger.RECORD.read_text("utf-8"))
    assert [*entries] == [*LEDGER_SCENES]
    for name, entry in entries.items():
        stages = sum(value for figure, value in entry.figures.items() if figure.startswith("  "))
        assert stages == pytest.approx(entry.figures[KERNELS], rel=1e-9), name


@pytest.mark.parametrize("name", ["heap + weight", "walkers", "shots", "space, free"])
def test_scenes_are_played(name: str) -> None:
    played = LEDGER_SCENES[name].make()
    for _ in range(3):
        played.frame()
    assert (played.count_points() > 0) == (name == "heap + weight")
