"""`explain` names the stage that stops a pair."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform


def pair(x: float, kinds: tuple[str, str] = ("dynamic", "static"), **options: Any) -> tuple[int, int]:
    """Two balls of radius 1, the second at (x, x); options of the colliders as pairs."""
    made = []
    for k, place in enumerate((0.0, x)):
        own = {name: values[k] for name, values in options.items()}
        body = RigidBody(kinds[k])
        made.append(esper.create_entity(Transform(place, place), body, Collider(Circle(1), **own)))
    return made[0], made[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"x": 1, "enabled": (True, False)}, "disabled"),
        ({"x": 1, "kinds": ("static", "static")}, "static"),
        ({"x": 1, "group": (-2, -2)}, "group -2"),
        ({"x": 1, "layer": (1, 2), "mask": (3, 2)}, "layer 0b1 of 1 is not in the mask 0b10 of 2"),
        ({"x": 1, "mask": (0, 1), "detect_mask": (1, 0)}, "by detect_mask, not pushed: the layer 0b1 of 2"),
        ({"x": 5}, "boxes of 1 and 2 are 4.24264 apart"),
        ({"x": 1.5}, "shapes are 0.12132 apart"),
        ({"x": 1, "trigger": (False, True)}, "2 is a trigger"),
        ({"x": 1, "kinds": ("kinematic", "static")}, "neither is dynamic"),
        ({"x": 1, "kinds": ("dynamic", "dynamic")}, "push"),
        ({"x": 1, "group": (5, 5), "layer": (1, 2), "mask": (0, 0)}, "push"),
    ],
)
def test_the_stage(arguments: dict[str, Any], says: str) -> None:
    physics = Physics()
    esper.add_processor(physics)
    a, b = pair(**arguments)
    sentence = physics.explain(a, b)
    assert says in sentence and "\n" not in sentence


def test_who_takes_no_part() -> None:
    physics = Physics(response=False)
    esper.add_processor(physics)
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(1)))
    ghost, bare = esper.create_entity(Transform()), esper.create_entity(Transform(), RigidBody())
    assert f"{ghost} has no part in physics" in physics.explain(ball, ghost)
    assert f"{bare} has no Collider" in physics.explain(bare, ball)
    assert "one entity" in physics.explain(ball, ball)
    other = esper.create_entity(Transform(), Collider(Box(1, 1)))
    assert "response=False" in physics.explain(ball, other)


def test_asleep() -> None:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    floor = esper.create_entity(Transform(0, -10), Collider(Box(200, 20)))
    box = esper.create_entity(Transform(0, 10), RigidBody(), Collider(Box(20, 20)))
    for _ in range(120):
        esper.process(1 / 60)
    assert not esper.component_for_entity(box, RigidBody).awake
    assert "asleep" in physics.explain(box, floor)


def test_what_a_game_decides() -> None:
    physics = Physics()
    esper.add_processor(physics)
    a, b = pair(1, kinds=("dynamic", "dynamic"))
    physics.ignore(b, a)
    assert "1 and 2 ignore each other" in physics.explain(a, b)
    physics.unignore(a, b)

    def never(first: int, second: int) -> bool:
        return False

    physics.add_filter(never)
    sentence = physics.explain(a, b)
    assert "never" in sentence and "parts 1 and 2" in sentence
    physics.remove_filter(never)
    physics.add_contact_hook(lambda contact: contact.drop())
    physics.step_once()
    assert "a contact hook drops their contact" in physics.explain(b, a)


def test_one_way() -> None:
    physics = Physics()
    esper.add_processor(physics)
    ledge = esper.create_entity(Transform(0, 0), Collider(Box(200, 10), one_way=(0, 1)))
    ball = esper.create_entity(Transform(0, -5), RigidBody(), Collider(Circle(4)))
    physics.step_once()
    assert "one-way side lets through" in physics.explain(ball, ledge)
