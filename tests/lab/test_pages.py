"""Pages of exhibits, and the command line of the lab."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from ecsphys.lab.__main__ import main
from ecsphys.lab.catalog import SECTIONS, find_exhibit, names
from ecsphys.lab.pages import file_name, write_pages
from ecsphys.lab.sources import listing
from ecsphys.lab.wording import format_number

DOCS = Path(__file__).parents[2] / "docs" / "lab"
OUTDATED = "run python -m ecsphys.lab --pages docs/lab"
PAGES = ("circle-and-circle", "tunnelling", "separating-axes")


def test_pages_have_picture_text_numbers_code_and_links(tmp_path):
    from PIL import Image

    write_pages(tmp_path / "pages", PAGES)
    assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == sorted(
        ["README.md", "sections", *(f"{name}.{kind}" for name in PAGES for kind in ("md", "png"))]
    )
    middle = (tmp_path / "pages" / "tunnelling.md").read_text()
    kind = find_exhibit("tunnelling")
    for words in (f"# {kind.title}", kind.text, "![", "| number | value |", "```python\n"):
        assert words in middle
    assert "(circle-and-circle.md)" in middle and "(separating-axes.md)" in middle
    with Image.open(tmp_path / "pages" / "tunnelling.png") as image:
        assert image.size == (720, 640)
    assert (tmp_path / "pages" / "tunnelling.png").stat().st_size < 40_000
    index = (tmp_path / "pages" / "README.md").read_text()
    assert all(f"({name}.md)" in index for name in PAGES) and "(quadtree.md)" not in index
    sections = {path.stem: path.read_text() for path in (tmp_path / "pages" / "sections").iterdir()}
    assert set(sections) == {"two-shapes", "motion", "convex-shapes"}
    assert sections["motion"] == (
        "# Motion\n\n<!-- contents -->\n\n"
        f"- [{kind.title}](../tunnelling.md): A step moves the bullet by speed times time.\n"
    )


def test_pages_are_the_same_every_time(tmp_path):
    for folder in ("a", "b"):
        write_pages(tmp_path / folder, ["tunnelling"])
    for name in ("tunnelling.md", "tunnelling.png"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_the_documentation_has_a_page_and_a_picture_of_every_exhibit():
    pages = {path.stem for path in DOCS.glob("*.md")} - {"README"}
    assert pages == {path.stem for path in DOCS.glob("*.png")} == set(names()), OUTDATED


def test_the_side_bar_follows_the_sections_of_the_catalogue():
    """The tree of `docs/lab.md` has the list of all, then the sections; theirs have their exhibits."""
    page = (DOCS.parent / "lab.md").read_text("utf-8")
    tree = page.split("<!-- {toctree}\n:hidden:\n")[1].split("-->")[0].split()
    assert tree == ["lab/README", *(f"lab/sections/{file_name(section)}" for section in SECTIONS)]
    for section, modules in SECTIONS.items():
        page = (DOCS / "sections" / f"{file_name(section)}.md").read_text("utf-8")
        shown = re.findall(r"^- \[[^]]*\]\(\.\./(.*?)\.md\)", page.split("<!-- contents -->")[1], re.M)
        assert shown == [module.replace("_", "-") for module in modules], OUTDATED
        assert page.startswith(f"# {section}\n")
    assert len([*(DOCS / "sections").iterdir()]) == len(SECTIONS)


@pytest.mark.parametrize("name", names())
def test_a_page_of_the_documentation_has_text_and_code_as_they_are_now(name):
    page, kind = (DOCS / f"{name}.md").read_text("utf-8"), find_exhibit(name)
    assert f"# {kind.title}\n\n{kind.text}\n" in page, OUTDATED
    for thing in kind.source:
        assert f"```python\n{listing(thing).text.rstrip()}\n```" in page, OUTDATED


def test_the_command_lists_and_writes(tmp_path, capsys):
    main(["--list"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == names()
    main(["circle-and-circle", "--pages", str(tmp_path)])
    assert (tmp_path / "circle-and-circle.png").exists()


def test_a_wrong_name_is_an_error(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["nothing"])
    assert stop.value.code == 2
    assert "there is no exhibit 'nothing'" in capsys.readouterr().err


def test_without_arcade_one_line_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 1
    assert capsys.readouterr().err == 'the window needs arcade: pip install "ecsphys[lab]"\n'


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.500"),
        (-12.0, "-12.00"),
        (1234.56, "1235"),
        (999.99, "1000.0"),
        (2e-7, "2.000e-07"),
        (3e6, "3.000e+06"),
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (float("inf"), "∞"),
        (float("nan"), "undefined"),
        (True, "yes"),
        (20000, "20000"),
        ("A", "A"),
    ],
)
def test_numbers_in_four_digits(value, text):
    assert format_number(value) == text
