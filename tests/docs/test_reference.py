"""The reference has every public name, and every public name says what it is."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from docstrings import to_rst
from public_names import MODULES, exists, members_of, public_names, source_of, summary, target_of

from tests.docs.examples import has_example, sections

ROOT = Path(__file__).parents[2]

PAGES = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "reference").glob("*.rst")}
CLASSES = [name for name, thing in public_names().items() if inspect.isclass(thing)]
# Attributes that a page of the reference describes itself: "Class.attribute".
ON_PAGES = {
    f"{match[1]}.{attribute}"
    for text in PAGES.values()
    for match in re.finditer(r"^\.\. autoclass:: (\w+)\n((?:(?: .*)?\n)*)", text, re.M)
    for attribute in re.findall(r"py:attribute:: (\w+)", match[2])
}


def documented() -> Counter[str]:
    """Return how often each full name has a directive in the reference."""
    return Counter(name for section in sections() for name in section.names)


def is_ours(thing: Any) -> bool:
    """Whether it is a class or function of ecsphys, rather than a constant or another name of a type."""
    return (inspect.isclass(thing) or inspect.isroutine(thing)) and thing.__module__.startswith("ecsphys")


def test_the_reference_has_every_public_name_once() -> None:
    found = documented()
    assert len(public_names()) > 150
    assert [name for name in public_names() if found[name] != 1] == []


def test_the_reference_names_nothing_that_does_not_exist() -> None:
    known = {*public_names(), *MODULES}
    wrong = [
        name
        for name in documented()
        if name.startswith("ecsphys.") and name not in known and not exists(name)
    ]
    assert wrong == []


def test_every_member_of_physics_stands_under_its_heading() -> None:
    found = documented()
    assert [name for name in members_of("ecsphys.Physics") if found[f"ecsphys.Physics.{name}"] != 1] == []


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_and_member_says_what_it_is(name: str) -> None:
    kind: Any = public_names()[name]
    if not kind.__module__.startswith("ecsphys"):
        return  # a type of the standard library under another name
    bases = [base for base in kind.__mro__ if base.__module__.startswith("ecsphys")]
    text = " ".join(f"{base.__doc__ or ''} {base.__init__.__doc__ or ''}" for base in bases)
    words = set(re.findall(r"\w+", text))
    assert kind.__doc__, name
    silent = []
    for member in members_of(name):
        thing = next(base.__dict__[member] for base in kind.__mro__ if member in base.__dict__)
        thing = getattr(thing, "__func__", thing)
        own = (
            None
            if isinstance(thing, (int, float, str, tuple, list, dict, type(None)))
            else inspect.getdoc(thing)
        )
        if any(f"{base.__name__}.{member}" in ON_PAGES for base in bases):
            continue
        if (not own or own.startswith("Alias for field")) and not {member, f"{member}s"} & words:
            silent.append(member)
    assert silent == []


def test_every_function_says_what_it_does() -> None:
    silent = [
        name for name, thing in public_names().items() if inspect.isroutine(thing) and not thing.__doc__
    ]
    assert silent == []


def test_every_class_and_function_has_an_example() -> None:
    without = [name for name, thing in public_names().items() if is_ours(thing) and not has_example(thing)]
    assert without == []


@pytest.mark.parametrize("name", ["ecsphys.Physics", "ecsphys.space3d.Physics3D"])
def test_every_method_and_setting_of_physics_has_an_example(name: str) -> None:
    members = ((member, inspect.getattr_static(public_names()[name], member)) for member in members_of(name))
    without = [
        member
        for member, thing in members
        if (inspect.isroutine(thing) or getattr(thing, "fset", None)) and ">>>" not in inspect.getdoc(thing)
    ]
    assert without == []


def test_every_section_of_constants_has_an_example() -> None:
    known = public_names()
    without = [
        (section.page, section.title)
        for section in sections()
        if ">>>" not in section.text
        and any(not is_ours(known[name]) for name in section.names if name in known)
    ]
    assert without == []


def test_every_name_has_a_line_in_the_list() -> None:
    assert [name for name, thing in public_names().items() if not summary(name, thing)] == []
    assert summary("ecsphys.Physics", public_names()["ecsphys.Physics"]) == "The physics of one esper world"


def test_sources_are_found_by_line() -> None:
    found = source_of("ecsphys", "Physics.raycast")
    assert found is not None
    path, first, last = found
    lines = (ROOT / path).read_text("utf-8").splitlines()[first - 1 : last]
    assert path == "ecsphys/facade.py" and any("def raycast(" in line for line in lines)
    assert source_of("ecsphys", "ALL") is None
    assert source_of("ecsphys.geometry", "collide")[0] == "ecsphys/geometry/queries.py"  # type: ignore[index]


def test_code_becomes_a_link_where_it_is_a_public_name() -> None:
    assert target_of("Physics") == "ecsphys.Physics"
    assert target_of("physics.raycast(a, b)") == "ecsphys.Physics.raycast"
    assert target_of("@on") == "ecsphys.on"
    assert target_of("SpriteSync") == "ecsphys.arcade.SpriteSync"
    assert target_of("raycast") is None and target_of("shape_cast") is None  # of a world or of shapes?
    assert target_of("load_colliders") == "ecsphys.arcade.load_colliders"
    assert target_of("SpriteSync.add") == "ecsphys.arcade.SpriteSync.add"
    assert target_of("raycast", "ecsphys.Physics") == "ecsphys.Physics.raycast"
    assert target_of("presets.rope") == "ecsphys.presets.rope"
    assert target_of("x = 1") is None and target_of("Nonsense") is None


def test_docstrings_become_restructured_text() -> None:
    text = [
        "One `Thing`s `of",
        "two` lines:",
        "- `a`",
        "  b",
        "",
        "```python",
        "x = `1`",
        "```",
        "| a | `b` |",
        "|---|---|",
    ]
    assert to_rst(text) == [
        "One ``Thing``\\ s ``of two`` lines:", "", "- ``a``", "  b", "",
        ".. code-block:: python", "", "   x = `1`", "",
        ".. list-table::", "   :header-rows: 1", "", "   * - a", "     - ``b``", "",
    ]  # fmt: skip
