"""Worlds of exhibits."""

from ecsphys.lab import open_exhibit
from ecsphys.lab.display import Segments


def test_a_world_is_drawn_before_its_first_step() -> None:
    items = open_exhibit("soft-contacts").display().items
    assert sum(len(item.points) for item in items if isinstance(item, Segments)) > 80
