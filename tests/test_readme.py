"""Every Python block of README.md and docs/ runs as it stands, without a warning."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import esper
import pytest

from ecsphys import Circle, Collider, RigidBody, Transform

ROOT = Path(__file__).parents[1]


class Block(NamedTuple):
    """A block of Python with the heading that it stands under and its place in the page."""

    page: str
    heading: str
    number: int
    code: str


def blocks_of(path: Path) -> list[Block]:
    """Return the Python blocks of a page, in order."""
    found: list[Block] = []
    heading = ""
    for title, code in re.findall(
        r"^## ([^\n]*)$|^```python\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S
    ):
        heading = title or heading
        if code:
            found.append(Block(str(path.relative_to(ROOT)), heading, len(found), code))
    return found


BLOCKS = [
    block for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))] for block in blocks_of(path)
]
RECIPES = [block for block in BLOCKS if block.heading == "Recipes"]
JOINTS = [block for block in BLOCKS if block.page == str(Path("docs", "joints.md"))]
ALONE = [block for block in BLOCKS if block.heading not in ("Recipes", "In your own arcade game")]
ALONE = [block for block in ALONE if block not in JOINTS[1:]]


def execute(block: Block, names: dict[str, Any]) -> None:
    exec(compile(block.code, f"{block.page}, block {block.number}", "exec", dont_inherit=True), names)


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("block", ALONE, ids=lambda block: f"{block.page} {block.heading}")
def test_a_block_runs_alone(block: Block) -> None:
    names: dict[str, Any] = {"__name__": "game"}
    execute(block, names)
    for _ in range(60):
        esper.process(1 / 60)


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("recipe", RECIPES[1:], ids=lambda block: str(block.number))
def test_a_recipe_runs_after_the_shared_lines(recipe: Block) -> None:
    names: dict[str, Any] = {"__name__": "game"}
    for block in (RECIPES[0], recipe):
        execute(block, names)
    for _ in range(60):
        esper.process(1 / 60)


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("example", JOINTS[1:], ids=lambda block: block.heading)
def test_a_joint_runs_after_the_shared_lines(example: Block) -> None:
    names: dict[str, Any] = {"__name__": "game"}
    for block in (JOINTS[0], example):
        execute(block, names)
    for _ in range(60):
        esper.process(1 / 60)


def test_every_joint_has_a_picture() -> None:
    page = (ROOT / "docs" / "joints.md").read_text("utf-8")
    pictures = re.findall(r"\]\((pictures/joints/\w+\.png)\)", page)
    assert len(pictures) == len(set(pictures)) == len(JOINTS) - 1 == 17
    for picture in pictures:
        assert (ROOT / "docs" / picture).stat().st_size < 40_000


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
def test_all_recipes_in_one_game() -> None:
    names: dict[str, Any] = {"__name__": "game"}
    for block in RECIPES:
        execute(block, names)
    physics = names["physics"]
    physics.gravity = (0, 0)
    physics.off(names["attraction"])
    player = esper.create_entity(
        Transform(100, 30), RigidBody(velocity=(300, 0)), Collider(Circle(8)), names["Player"]()
    )
    for _ in range(60):
        esper.process(1 / 60)
        for trigger in physics.collisions.triggers_of(player):  # as for a ladder
            esper.components_for_entity(trigger)
        for other in physics.collisions.of(player):
            esper.components_for_entity(other)
    assert not esper.entity_exists(names["coin"])


def test_no_block_is_left_out() -> None:
    others = 1  # the arcade game: tests/demo_game/test_readme.py
    assert len(BLOCKS) == len(RECIPES) + len(ALONE) + len(JOINTS[1:]) + others
    assert len(RECIPES) >= 8 and len(ALONE) >= 2
