"""A collider on no layer at all."""

from __future__ import annotations

import warnings

import pytest

from ecsphys import Circle, Collider, PhysicsWarning


def test_layer_0_is_warned_of() -> None:
    for _ in range(2):  # also of a second collider made alike
        with pytest.warns(PhysicsWarning, match="meets nothing") as caught:
            Collider(Circle(1), layer=0)
        assert caught[0].filename == __file__
    collider = Collider(Circle(1))
    with pytest.warns(PhysicsWarning, match="enabled=False"):
        collider.layer = 0
    assert collider.layer == 0


def test_a_group_needs_no_layer() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        collider = Collider(Circle(1), layer=0, group=3)
        collider.layer = 2
        collider.layer = 0
