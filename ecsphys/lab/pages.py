"""Pages of the documentation: for each exhibit a picture, its text, its numbers and the engine's code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from .catalog import SECTIONS, find_exhibit, open_exhibit
from .pictures import picture
from .runner import Runner
from .sources import listing
from .wording import format_number

_COLORS = 48  # of a picture: smaller files


def write_pages(folder: str | Path, names: Sequence[str]) -> None:
    """Write NAME.md and NAME.png of exhibits, and README.md, the list of them. Raises `OSError`."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for k, name in enumerate(names):
        before = names[k - 1] if k else ""
        after = names[k + 1] if k + 1 < len(names) else ""
        _write_page(folder, name, before, after)
    (folder / "README.md").write_text(_index(names), encoding="utf-8")


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


def _index(names: Sequence[str]) -> str:
    """Return the list of exhibits by section."""
    lines = ["# The lab", "", "Exhibits, one idea each; `python -m ecsphys.lab NAME` opens one.", ""]
    for section, modules in SECTIONS.items():
        shown = [name for name in (module.replace("_", "-") for module in modules) if name in names]
        if shown:
            lines += [f"## {section}", "", *(f"- [{find_exhibit(n).title}]({n}.md)" for n in shown), ""]
    return "\n".join(lines)
