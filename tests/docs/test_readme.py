"""The README: what it links to is there, on PyPI as well, and what it claims of names and figures is so."""

from __future__ import annotations

import importlib.util
import re

import pytest

from tests.docs.pages import ROOT, blocks_of, run_blocks

README = (ROOT / "README.md").read_text("utf-8")
LINKS = re.findall(r"\]\(([^)]+)\)", README)
_RESULTS = ROOT / "benchmarks" / "RESULTS.md"
# Scenes of the README's table, by a word of their row.
SCENES = {
    "bouncing circles": "gas-5k", "capsules crossing": "pickups", "bullets between": "bullets",
    "mixed shapes": "tumble-2k", "pyramid": "pyramid-100", "rays against": "rays", "small level": "tiny",
}  # fmt: skip


def long_description(environment: dict[str, str]) -> str:
    """Return what PyPI shows, as `setup.py` makes it."""
    path = ROOT / "packaging" / "long_description.py"
    spec = importlib.util.spec_from_file_location("long_description", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = module.long_description(environment)
    assert isinstance(text, str)
    return text


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
def test_its_code_runs() -> None:
    (block,) = blocks_of(ROOT / "README.md")
    run_blocks([block])


def test_it_is_short_and_its_links_lead_somewhere() -> None:
    assert README.count("\n") < 120
    local = [link for link in LINKS if "://" not in link]
    assert len(local) > 20
    assert [link for link in local if not (ROOT / link.partition("#")[0]).exists()] == []


def test_it_counts_the_examples() -> None:
    found = re.search(r"\[(\d+) examples\]\(examples\)", README)
    assert found is not None and int(found[1]) == len(list((ROOT / "examples").glob("*.py")))


def test_links_and_pictures_work_on_pypi() -> None:
    text = long_description({"GITHUB_REPOSITORY": "someone/ecsphys", "GITHUB_SHA": "abc"})
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) == len(LINKS) and all(link.startswith("https://") for link in links)
    assert (
        "![The demo game](https://raw.githubusercontent.com/someone/ecsphys/abc/docs/pictures/game.gif)"
        in text
    )
    assert "(https://github.com/someone/ecsphys/blob/abc/docs/joints.md)" in text
    assert long_description({}) == README  # from a copy that knows no repository


def test_its_speeds_are_those_of_the_results() -> None:
    head, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in _RESULTS.read_text("utf-8").splitlines()
        if line.startswith("|")
    ]
    measured = {row[0]: dict(zip(head, row, strict=True)) for row in rows if len(row) == len(head)}
    for word, scene in SCENES.items():
        (row,) = (line for line in README.splitlines() if word in line and re.search(r"\| [\d.]+ \|", line))
        *_, ms, pymunk, box2d = (float(number) for number in re.findall(r"\| ([\d.]+) (?=\|)", row))
        found = {engine: float(measured[scene][engine]) for engine in ("ecsphys", "pymunk", "pyb2d3")}
        assert ms == pytest.approx(found["ecsphys"], rel=0.02), row
        assert pymunk == pytest.approx(found["ecsphys"] / found["pymunk"], rel=0.03, abs=0.006), row
        assert box2d == pytest.approx(found["ecsphys"] / found["pyb2d3"], rel=0.03, abs=0.006), row
