"""`explain` names the stage that stops a pair."""

from __future__ import annotations

import math
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    Box,
    Chain,
    CharacterController,
    Circle,
    Collider,
    IntegrationSystem,
    Physics,
    PhysicsWarning,
    Projectile,
    RigidBody,
    Transform,
)


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


def world(**options: Any) -> Physics:
    physics = Physics(**options)
    esper.add_processor(physics)
    return physics


@pytest.mark.parametrize(
    ("points", "y", "says"),
    [
        ([(100, 0), (-100, 0)], 3, "push each other"),
        ([(-100, 0), (100, 0)], 3, "2 overlaps 1 from behind and passes: a Chain is solid from one side"),
        ([(100, 0), (-100, 0)], -3, "2 overlaps 1 from behind and passes"),
        ([(100, 0), (-100, 0)], 50, "the boxes of 2 and 1 are 42 apart"),
        ([(100, 0), (-100, 0)], -50, "42 apart, with 2 behind 1: a Chain is solid"),
        ([(100, 0), (0, 20), (-100, 0)], -1, "2 overlaps 1 from behind"),
    ],
)
def test_a_chain_has_a_back(points: list[tuple[float, float]], y: float, says: str) -> None:
    physics = world()
    chain = esper.create_entity(Transform(), Collider(Chain(points)))
    ball = esper.create_entity(Transform(90 if len(points) == 3 else 0, y), RigidBody(), Collider(Circle(8)))
    assert says in physics.explain(chain, ball) == physics.explain(chain, ball)
    assert ("apart" in says) == ("apart" in physics.explain(ball, chain))
    physics.step_once()
    touches = physics.collisions.of(ball) == {chain}
    assert touches == ("push" in says)


def test_a_box_at_the_back_of_the_corner_of_a_loop() -> None:
    physics = world()
    points = [(57.0, 26.7), (24.6, 40.7), (-44.6, 29.3), (65.9, -13.8)]
    loop = esper.create_entity(Transform(), Collider(Chain(points, loop=True)))
    box = esper.create_entity(Transform(60.6, 32.1, -1.43), RigidBody(), Collider(Box(20, 20)))
    assert f"{box} overlaps {loop} from behind and passes" in physics.explain(loop, box)
    physics.step_once()
    assert physics.collisions.of(box) == set() and "from behind" in physics.explain(box, loop)


def test_a_body_put_behind_a_chain_that_it_touched() -> None:
    physics = world()
    chain = esper.create_entity(Transform(), Collider(Chain([(100, 0), (-100, 0)])))
    ball = esper.create_entity(Transform(0, 7), RigidBody(), Collider(Circle(8)))
    physics.step_once()
    assert "push each other" in physics.explain(ball, chain)
    esper.component_for_entity(ball, Transform).y = -7
    assert "from behind and passes" in physics.explain(ball, chain)


def test_a_character_at_the_back_of_a_chain_does_not_stop() -> None:
    physics = world()
    chain = esper.create_entity(Transform(), Collider(Chain([(100, 0), (-100, 0)])))
    controller = CharacterController(skin=0.5)
    hero = esper.create_entity(Transform(0, -8.2), RigidBody.kinematic(), Collider(Circle(8)), controller)
    physics.step_once()
    assert f"{hero} behind {chain}" in physics.explain(hero, chain)


def test_a_turned_chain() -> None:
    physics = world()
    wall = esper.create_entity(Transform(0, 0, math.pi / 2), Collider(Chain([(100, 0), (-100, 0)])))
    ball = esper.create_entity(Transform(50, 0), RigidBody(), Collider(Circle(8)))  # it faces to the left
    assert f"{ball} behind {wall}" in physics.explain(ball, wall)
    esper.component_for_entity(ball, Transform).x = -50
    assert "behind" not in physics.explain(ball, wall)


def test_one_way_before_and_after_a_step() -> None:
    physics = world()
    ledge = esper.create_entity(Transform(0, 0), Collider(Box(200, 10), one_way=(0, 1)))
    ball = esper.create_entity(Transform(0, -5), RigidBody(), Collider(Circle(4)))
    sentence = physics.explain(ball, ledge)
    assert sentence.endswith(f"comes from the one-way side, the side (0.0, 1.0) of {ledge}")
    physics.step_once()
    sentence = physics.explain(ball, ledge)
    assert sentence.endswith(f"did not come from there: the side (0.0, 1.0) of {ledge}")


def test_wrong_entities() -> None:
    physics = world()
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(8)))
    assert physics.explain(ball, 99) == "entity 99 does not exist, or is being deleted"
    assert physics.explain(-1, ball) == "entity -1 does not exist, or is being deleted"
    dying = esper.create_entity(Transform(), Collider(Circle(8)))
    esper.delete_entity(dying)
    assert f"entity {dying} does not exist" in physics.explain(ball, dying)
    for wrong in (None, "ball", 1.5, True, Transform()):
        with pytest.raises(TypeError, match="b must be an entity, a whole number, got"):
            physics.explain(ball, wrong)  # type: ignore[arg-type]
    assert physics.explain(np.int64(ball), np.int64(ball)) == physics.explain(ball, ball)


def test_what_is_missing_is_named() -> None:
    physics = world()
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(8)))
    floating, empty = esper.create_entity(Collider(Circle(8))), esper.create_entity()
    with pytest.warns(PhysicsWarning):
        assert "it has no Transform" in physics.explain(ball, floating)
    assert "it has no Transform and no Collider" in physics.explain(ball, empty)
    answers = []

    def ask(event: Any) -> None:
        late = esper.create_entity(Transform(), Collider(Circle(8)))
        answers.append(physics.explain(ball, late))

    class Asking(esper.Processor):
        def process(self, dt: float) -> None:
            ask(None)

    physics.insert(Asking(), before=IntegrationSystem)
    physics.step_once()
    assert "before the next step" in answers[0]


def test_projectiles() -> None:
    physics = world()
    wall = esper.create_entity(Transform(30, 0), Collider(Box(20, 200)))
    shots = [
        esper.create_entity(
            Transform(), RigidBody(velocity=(v, 0)), Collider(Circle(3)), Projectile(ignore=ignored)
        )
        for v, ignored in ((60, ()), (60, wall), (6000, ()))
    ]
    physics.step_once()
    assert "projectiles, which never hit each other" in physics.explain(shots[0], shots[1])
    assert f"{shots[1]} ignores {wall}" in physics.explain(wall, shots[1])
    assert f"{shots[2]} is spent" in physics.explain(shots[2], wall)
    esper.component_for_entity(shots[0], Transform).x = 25
    assert f"the Projectile {shots[0]} hits {wall} and is not pushed" in physics.explain(shots[0], wall)


def test_characters() -> None:
    physics = world()
    wall = esper.create_entity(Transform(0, 0), Collider(Box(20, 20)))
    heroes = [
        esper.create_entity(
            Transform(x, 0), RigidBody.kinematic(), Collider(Circle(8)), CharacterController(meets=meets)
        )
        for x, meets in ((15, "block"), (25, "pass"))
    ]
    assert f"{heroes[0]} is a character, which stops at {wall}" in physics.explain(wall, heroes[0])
    assert "pass each other: meets='block' and 'pass'" in physics.explain(*heroes)


def test_a_ray_without_a_collider_and_a_trigger() -> None:
    physics = Physics()
    esper.add_processor(physics)
    zone = esper.create_entity(Transform(), Collider(Circle(50), trigger=True))
    ray = esper.create_entity(Transform(), RigidBody(), Projectile(mode="ray"))
    esper.process(1 / 60)
    for pair in ((zone, ray), (ray, zone)):
        assert physics.explain(*pair) == (
            f"entity {ray} has no Collider: triggers and areas do not see a ray without one"
        )
