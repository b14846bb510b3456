"""The README: what it links to is there, on PyPI as well, and what it claims of names and figures is so."""

from __future__ import annotations

import importlib.util
import re
from typing import Any

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


# A link of a line, one defined apart, one of HTML.
_RELATIVE = re.compile(r"""(?:\]\(|^\[[^]]+\]: *|(?:src|href)=["'])(?!https://)(?!#)[^\s"')]+""", re.M)
KNOWN = {"GITHUB_REPOSITORY": "Someone/Physics", "GITHUB_SHA": "abc"}


def shown_on_pypi() -> Any:
    """Return the module with which `setup.py` makes what PyPI shows."""
    path = ROOT / "packaging" / "long_description.py"
    spec = importlib.util.spec_from_file_location("long_description", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    text = shown_on_pypi().long_description(KNOWN)
    assert _RELATIVE.findall(text) == []
    sources = "https://github.com/Someone/Physics/blob/abc"
    for shown in (
        "![The demo game](https://raw.githubusercontent.com/Someone/Physics/abc/docs/pictures/game.gif)",
        "(https://someone.github.io/Physics/joints.html)",  # a page: the site shows its pictures and code
        "(https://someone.github.io/Physics/guide/space3d.html#as-in-the-plane-and-not)",
        f"({sources}/CONTRIBUTING.md)",
        f"({sources}/examples)",
        "`git clone` https://github.com/Someone/Physics and",
    ):
        assert shown in text, shown
    assert shown_on_pypi().long_description({}) == README  # from a copy that knows no repository


@pytest.mark.parametrize(
    "link", ["[a](b.md)", "[a]: b.md", '<img src="b.png">', "<a href='b.md'>", "![a](/b.png)"]
)
def test_a_relative_link_is_found(link: str) -> None:
    assert _RELATIVE.search(link)
    assert not _RELATIVE.search(link.replace("/b.", "b.").replace("b.", "https://b."))


def test_pypi_lists_the_project_s_addresses() -> None:
    addresses = shown_on_pypi().project_urls(KNOWN)
    assert set(addresses) == {"Documentation", "Source", "Issues", "Changelog"}
    assert addresses["Documentation"] == "https://someone.github.io/Physics/"
    assert shown_on_pypi().project_urls({}) == {}
    assert (ROOT / addresses["Changelog"].rpartition("/")[2]).exists()


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
