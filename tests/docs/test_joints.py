"""Every joint on its page runs alone, after the lines that all share, and has a picture."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT, Block, blocks_of, run_blocks

PAGE = ROOT / "docs" / "joints.md"
SHARED, *JOINTS = blocks_of(PAGE)


@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("example", JOINTS, ids=lambda block: str(block.line))
def test_a_joint_runs_after_the_shared_lines(example: Block) -> None:
    run_blocks([SHARED, example])


def test_every_joint_has_a_picture() -> None:
    pictures = re.findall(r"\]\((pictures/joints/\w+\.png)\)", PAGE.read_text("utf-8"))
    assert len(pictures) == len(set(pictures)) == len(JOINTS) == 17
    for picture in pictures:
        assert (PAGE.parent / picture).stat().st_size < 40_000
