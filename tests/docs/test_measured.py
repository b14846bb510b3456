"""What the page on performance shows: every scene that was measured, none that was not, and space."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")

import measured

from benchmarks.space3d import MARK, PAIRS, RESULTS, WORLDS
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "guide" / "performance.md"


def test_no_scene_is_left_out() -> None:
    _, results = measured.read_results()
    assert {row.scene for row in results} == set(measured.SCENES)
    assert all(measured.OURS in row.by_engine for row in results)


def test_the_figures_of_space_are_all_there() -> None:
    _, mark, shown = RESULTS.read_text("utf-8").partition(MARK)
    assert mark and "<!-- {measured-space} -->" in PAGE.read_text("utf-8")
    for row in (*PAIRS, *WORLDS):
        assert f"| {row} |" in shown
    for name in ("ecsphys", "fcl", "coal"):
        assert f"| {name} |" in shown and f"`distance`, {name} |" in shown
