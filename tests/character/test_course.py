"""Every scene of the course, without a window."""

from __future__ import annotations

import pytest

from demo_game.course import SCENES, Scene


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_goes_as_a_player_expects(scene: Scene) -> None:
    assert scene.check(scene.play()) == []
