"""Pages of the documentation: for each exhibit a picture, its text, its numbers and the engine's code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from .catalog import SECTIONS, find_exhibit, open_exhibit
from .pictures import picture
from .runner import Runner
from .sources import listing
from .wording import format_number

_COLORS = 48  # of a picture: smaller files


def write_pages(folder: str | Path, names: Sequence[str]) -> None:
    """Write NAME.md and NAME.png of exhibits, a page of each section in `sections/`, and README.md, the list.

    Raises `OSError`.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for k, name in enumerate(names):
        before = names[k - 1] if k else ""
        after = names[k + 1] if k + 1 < len(names) else ""
        _write_page(folder, name, before, after)
    (folder / "sections").mkdir(exist_ok=True)
    for section, shown in _sections(names):
        (folder / "sections" / f"{file_name(section)}.md").write_text(
            _section(section, shown), encoding="utf-8"
        )
    (folder / "README.md").write_text(_index(names), encoding="utf-8")


def file_name(section: str) -> str:
    """Return the name of a section's page, without its ending."""
    return section.lower().replace(" ", "-")


def _write_page(folder: Path, name: str, before: str, after: str) -> None:
    runner = open_exhibit(name)
    try:
        if runner.exhibit.moves():
            runner.play(runner.exhibit.page_steps)
        image = picture(runner.display()).quantize(_COLORS, dither=Image.Dither.NONE)
        image.save(folder / f"{name}.png", optimize=True)
        (folder / f"{name}.md").write_text(_page(runner, before, after), encoding="utf-8")
    finally:
        runner.close()


def _page(runner: Runner, before: str, after: str) -> str:
    """Return the page of an exhibit as it is now."""
    exhibit, name = runner.exhibit, runner.name
    parts = [
        _links(before, after),
        f"# {exhibit.title}",
        exhibit.text,
        f"![{exhibit.title}]({name}.png)",
        _numbers(runner),
        f"Open it: `python -m ecsphys.lab {name}`, or as in the picture: `{runner.state()}`.",
    ]
    for thing in exhibit.source:
        found = listing(thing)
        parts.append(f"`{found.path}`, from line {found.first_line}:")
        parts.append(f"```python\n{found.text.rstrip()}\n```")
    return "\n\n".join(part for part in parts if part) + "\n"


def _links(before: str, after: str) -> str:
    links = [f"[← {find_exhibit(before).title}]({before}.md)"] if before else []
    links.append("[all exhibits](README.md)")
    if after:
        links.append(f"[{find_exhibit(after).title} →]({after}.md)")
    return " · ".join(links)


def _numbers(runner: Runner) -> str:
    """Return the numbers as a table."""
    rows = [f"| {name} | {format_number(value)} |" for name, value in runner.numbers().items()]
    return "\n".join(["| number | value |", "|---|---|", *rows]) if rows else ""


def _sections(names: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the titles of sections and their exhibits, without those that have none."""
    for section, modules in SECTIONS.items():
        shown = [name for name in (module.replace("_", "-") for module in modules) if name in names]
        if shown:
            yield section, shown


def _section(section: str, names: Sequence[str]) -> str:
    """Return the page of a section: its exhibits, of which the site makes its side bar."""
    lines = [f"- [{find_exhibit(name).title}](../{name}.md): {_begin(name)}" for name in names]
    return "\n".join([f"# {section}", "", "<!-- contents -->", "", *lines, ""])


def _begin(name: str) -> str:
    """Return the first sentence of an exhibit's text."""
    return re.split(r"(?<=[.?!]) ", find_exhibit(name).text, maxsplit=1)[0]


def _index(names: Sequence[str]) -> str:
    """Return the list of exhibits by section."""
    lines = ["# All exhibits", "", "One idea each; `python -m ecsphys.lab NAME` opens one.", ""]
    for section, shown in _sections(names):
        links = [f"- [{find_exhibit(name).title}]({name}.md)" for name in shown]
        lines += [f"## [{section}](sections/{file_name(section)}.md)", "", *links, ""]
    return "\n".join(lines)
