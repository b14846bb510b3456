"""Every Python block of the pages runs as it stands, in order, without a warning."""

from __future__ import annotations

import pytest

from tests.docs.pages import ROOT, Block, blocks_of, games_of, run_blocks

# Exhibits show lines of the engine; the arcade game, joints and the tutorial have tests of their own.
LEFT_OUT = {"docs/guide/arcade.md", "docs/joints.md"}
PAGES = [
    path
    for path in sorted(ROOT.glob("docs/**/*.md"))
    if path.relative_to(ROOT).parts[1] not in ("lab", "_build", "gallery")
    and path.relative_to(ROOT).as_posix() not in LEFT_OUT
    and not path.name.startswith("chapter_")
]
GAMES = [game for path in PAGES for game in games_of(blocks_of(path))]


@pytest.mark.jit
@pytest.mark.filterwarnings("error::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game[0].page}:{game[0].line}")
def test_a_page_runs(game: list[Block]) -> None:
    run_blocks(game)


def test_no_block_is_left_out() -> None:
    assert len(GAMES) >= 28
    assert len(PAGES) > len({game[0].page for game in GAMES}) > 15  # the others have no Python
