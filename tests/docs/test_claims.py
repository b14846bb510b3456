"""What pages claim of space and of platforms is what the code and the release have."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator

import esper
import pytest

import ecsphys
from ecsphys import space3d as s3
from tests.docs.pages import ROOT

PAGES = ROOT / "docs" / "guide"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# The platforms of `packaging/wheels.py`, and their rows in the table of platforms.
ROWS = {
    "manylinux_x86_64": "Linux x86-64", "manylinux_aarch64": "Linux aarch64", "macosx_arm64": "macOS arm64",
    "macosx_x86_64": "macOS x86-64", "win_amd64": "Windows amd64", "win_arm64": "Windows arm64",
    "musllinux_x86_64": "Linux with musl 1.2", "musllinux_aarch64": "Linux with musl 1.2",
}  # fmt: skip
VERSIONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.M)


def absent_in_space() -> Iterator[str]:
    """Yield what the plane has and space has not, of the classes whose names differ by a "3D" only."""
    esper.switch_world("space's claims")
    pairs: list[tuple[type, object]] = [
        (ecsphys.Physics, s3.Physics3D()),
        (ecsphys.CharacterController, s3.CharacterController3D),
        (ecsphys.Collider, s3.Collider3D),
    ]
    for plane, space in pairs:
        yield from (name for name in dir(plane) if name[0] != "_" and not hasattr(space, name))


def test_the_guide_names_all_that_space_lacks() -> None:
    page = (PAGES / "space3d.md").read_text("utf-8")
    told = set(re.findall(r"`(\w+)`", page.partition("**Not there yet**")[2].partition("## ")[0]))
    also = {"angle", "remove_contact_hook"}  # space has an orientation; who cannot add need not remove
    assert set(absent_in_space()) - also <= told
    assert not [name for name in told - {"Physics3D"} if hasattr(s3, name) or hasattr(s3.Collider3D, name)]


def test_readme_and_front_page_do_not_promise_the_plane_in_space() -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "index.md"):
        text = " ".join(page.read_text("utf-8").split())
        assert "no joints or saved games yet](" in text


def platforms() -> dict[str, list[str]]:
    """Return the cells of the table of platforms, by the platform of a row."""
    table = (PAGES / "platforms.md").read_text("utf-8").partition("| platform |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {platform: cells for platform, *cells in rows}


def test_platforms_have_the_wheels_that_a_release_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    assert set(importlib.import_module("wheels").PLATFORMS) == set(ROWS)
    found = {row: cells for row, cells in platforms().items() if cells[0] != "none"}
    assert all(cells[:2] == [f"{VERSIONS[0]} to {VERSIONS[-1]}", "native"] for cells in found.values())
    assert len(found) == len(set(ROWS.values()))
    assert all(any(row.startswith(name) for row in found) for name in ROWS.values())


def test_a_release_is_tested_with_the_versions_that_classifiers_name() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    first = re.search(r"python: \[(.*)\]", workflow)
    assert first is not None
    tested = re.findall(r"3\.\d+", first[1])
    assert tested == VERSIONS[: len(tested)], "the newest may not be out yet"
    assert PROJECT["project"]["requires-python"] == f">={VERSIONS[0]}"
