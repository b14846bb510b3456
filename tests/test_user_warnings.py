"""Warnings of likely mistakes: their category, and the line that they point at."""

from __future__ import annotations

import inspect

import esper
import pytest

from ecsphys import COLLISION_BEGIN, Physics, PhysicsWarning


def test_a_warning_points_at_the_line_of_the_game() -> None:
    esper.add_processor(Physics())
    esper.set_handler(COLLISION_BEGIN, lambda event: None)
    with pytest.warns(PhysicsWarning, match="keeps handlers weakly") as caught:
        esper.process(1 / 60)
        line = inspect.currentframe().f_lineno - 1
    assert [(warning.filename, warning.lineno) for warning in caught] == [(__file__, line)]
