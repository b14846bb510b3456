"""What pages claim of space and of platforms is what the code and the release have."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import esper

import ecsphys
from ecsphys import space3d as s3
from tests.docs.pages import ROOT

PAGES = ROOT / "docs" / "guide"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
# GitHub's runners that build wheels, and their rows in the table of platforms.
RUNNERS = {
    "ubuntu-latest": "Linux x86-64", "ubuntu-24.04-arm": "Linux aarch64", "macos-latest": "macOS arm64",
    "windows-latest": "Windows amd64",
}  # fmt: skip


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


def test_platforms_have_the_wheels_that_a_release_builds() -> None:
    workflow = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    built = re.search(r"^ +os: \[(.*)\]$", workflow, re.M)
    assert built is not None and set(built[1].split(", ")) == set(RUNNERS)
    versions = re.findall(r"cp3(\d+)-", PROJECT["tool"]["cibuildwheel"]["build"])
    shown = f"3.{versions[0]} to 3.{versions[-1]}"
    found = {row: cells for row, cells in platforms().items() if cells[0] != "none"}
    assert all(cells[:2] == [shown, "native"] for cells in found.values())
    assert [any(row.startswith(name) for row in found) for name in RUNNERS.values()] == [True] * len(found)


def test_classifiers_name_the_versions_that_have_wheels() -> None:
    versions = re.findall(r"cp(3)(\d+)-", PROJECT["tool"]["cibuildwheel"]["build"])
    named = [text for text in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", text)]
    assert named == [f"Programming Language :: Python :: {major}.{minor}" for major, minor in versions]
