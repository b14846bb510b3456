"""A wrong keyword of a query is refused by the query's own name, with the right one."""

from __future__ import annotations

from typing import Any

import pytest

from ecsphys import Circle, Physics, RayCaster, ShapeCaster

CALLS: dict[str, tuple[Any, ...]] = {
    "raycast": ((0, 0), (1, 1)),
    "raycast_all": ((0, 0), (1, 1)),
    "raycast_many": ([(0, 0)], [(1, 1)]),
    "shape_cast": (Circle(1), (0, 0), (1, 1)),
    "shape_cast_all": (Circle(1), (0, 0), (1, 1)),
    "overlap": (Circle(1), (0, 0)),
    "overlap_point": ((0, 0),),
    "overlap_box": ((0, 0), (1, 1)),
    "nearest": ((0, 0), 5),
}


@pytest.mark.parametrize("name", CALLS)
def test_layer_is_called_mask(name: str) -> None:
    with pytest.raises(TypeError, match=rf"^{name}\(\) takes no 'layer': did you mean 'mask'\? .*ignore"):
        getattr(Physics(), name)(*CALLS[name], layer=3)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("masks", "mask"), ("exclude", "ignore"), ("filter", "where"), ("trigger", "triggers")],
)
def test_other_words(wrong: str, right: str) -> None:
    with pytest.raises(TypeError, match=f"'{wrong}': did you mean '{right}'"):
        Physics().raycast((0, 0), (1, 1), **{wrong: 3})


def test_a_word_like_none_gets_the_list() -> None:
    with pytest.raises(
        TypeError, match=r"takes no 'colour'\. Its keywords are mask, ignore, triggers, kind, where"
    ):
        Physics().raycast((0, 0), (1, 1), colour=3)  # type: ignore[call-arg]


def test_casters_too() -> None:
    with pytest.raises(TypeError, match=r"^RayCaster\(\) takes no 'layer': did you mean 'mask'"):
        RayCaster((1, 0), 5, layer=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"^ShapeCaster\(\) takes no 'layer': did you mean 'mask'"):
        ShapeCaster(Circle(1), (1, 0), layer=2)  # type: ignore[call-arg]


def test_errors_of_other_kinds_pass_unchanged() -> None:
    physics = Physics()
    with pytest.raises(TypeError, match="mask must be an int"):
        physics.raycast((0, 0), (1, 1), mask="all")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'end'"):
        physics.raycast((0, 0))  # type: ignore[call-arg]
