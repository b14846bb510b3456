"""Presets that are moved fly on as if they had been made there."""

from __future__ import annotations

from collections.abc import Callable

import esper
import pytest

from ecsphys import Physics, RigidBody, Transform, presets
from ecsphys.compile import ENABLED
from ecsphys.presets.preset import Preset

STEPS = 4 if ENABLED else 1

KINDS: dict[str, Callable[[], Preset]] = {
    "ragdoll": lambda: presets.ragdoll((0, 200)),
    "rope": lambda: presets.rope((0, 200), (64, 200)),
    "bridge": lambda: presets.bridge((0, 100), (128, 100)),
    "car": lambda: presets.car((0, 100)),
    "soft_body": lambda: presets.soft_body((0, 200), points=8),
    "tank_tread": lambda: presets.tank_tread((0, 200)),
}


def poses(preset: Preset) -> list[tuple[float, ...]]:
    return [esper.component_for_entity(entity, Transform).pose for entity in preset.bodies]


@pytest.mark.parametrize("late", [False, True], ids=["at once", "later"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_moved_preset_goes_on_as_one_that_stays(kind: str, late: bool) -> None:
    found = []
    for way in (0, 1024):
        esper.switch_world(f"{kind} {late} {way}")
        physics = Physics(gravity=(0, -900))
        esper.add_processor(physics)
        preset = KINDS[kind]()
        for _ in range(2 * late):
            physics.step_once()
        x, y, _ = poses(preset)[0]
        velocity = esper.component_for_entity(preset.bodies[0], RigidBody).velocity
        preset.move_to((x + way, y))
        assert esper.component_for_entity(preset.bodies[0], RigidBody).velocity == velocity
        for _ in range(STEPS):
            physics.step_once()
        found.append([(x - way, y, angle) for x, y, angle in poses(preset)])
    for stayed, moved in zip(*found, strict=True):
        assert moved == pytest.approx(stayed, abs=1e-3)


def test_what_is_left_of_a_preset_is_moved() -> None:
    esper.add_processor(Physics())
    rope = presets.rope((0, 0), (64, 0), link_length=16)
    esper.delete_entity(rope.links[0], immediate=True)
    rope.move_to((500, 0))
    assert esper.component_for_entity(rope.links[1], Transform).position == (500, 0)
    for entity in rope.links[1:]:
        esper.delete_entity(entity, immediate=True)
    with pytest.raises(ValueError, match="all of this Rope are deleted"):
        rope.move_to((0, 0))
