"""Joints under random changes of a game: after every step the rows are what esper and the components say."""

from __future__ import annotations

import random
from itertools import pairwise

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import JOINT_BREAK, Circle, Collider, Physics, RevoluteJoint, RigidBody, Transform, WeldJoint
from ecsphys.ecs.components import JOINT_KINDS, Joint
from ecsphys.spatial.pair_keys import pair_key
from ecsphys.world.checks import fingerprint
from tests.ecs.joined import acting, body, new_physics


class Game:
    """A world of bodies and joints, and a random change of it at a time."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.physics = Physics(gravity=(0, -10), length_unit=1)
        esper.add_processor(self.physics)
        self.broken: list[tuple[int, str]] = []
        ecsphys.on(JOINT_BREAK)(lambda event: self.broken.append((event.joint, event.reason)))

    @property
    def bodies(self) -> list[int]:
        return sorted(entity for entity, _ in esper.get_component(RigidBody) if esper.entity_exists(entity))

    @property
    def joints(self) -> list[tuple[int, Joint]]:
        return sorted(
            (entity, joint)
            for kind in JOINT_KINDS
            for entity, joint in esper.get_component(kind)
            if esper.entity_exists(entity)
        )

    def change(self) -> None:
        draw = self.random
        getattr(
            self, draw.choice(("body", "body", "joint", "joint", "joint", "kill", "unjoin", "edit", "edit"))
        )()

    def body(self) -> None:
        draw = self.random
        esper.create_entity(
            Transform(draw.uniform(-5, 5), draw.uniform(-5, 5)), RigidBody(), Collider(Circle(0.5))
        )

    def joint(self) -> None:
        if len(self.bodies) >= 2:
            a, b = self.random.sample(self.bodies, 2)
            kind = self.random.choice((RevoluteJoint, WeldJoint))
            esper.create_entity(kind(a, b, collide_connected=self.random.random() < 0.3))

    def kill(self) -> None:
        if len(self.bodies) > 4:
            esper.delete_entity(self.random.choice(self.bodies), immediate=self.random.random() < 0.5)

    def unjoin(self) -> None:
        if self.joints:
            esper.delete_entity(self.random.choice(self.joints)[0], immediate=self.random.random() < 0.5)

    def edit(self) -> None:
        draw = self.random
        alive = [joint for _, joint in self.joints if not joint.broken]
        if not alive:
            return
        joint = draw.choice(alive)
        match draw.randrange(5):
            case 0:
                joint.enabled = not joint.enabled
            case 1:
                joint.collide_connected = not joint.collide_connected
            case 2:
                joint.broken = True
            case 3:
                joint.b = draw.choice([body for body in self.bodies if body != joint.a])
            case 4:
                len(self.physics.bodies)  # moves rows

    def check(self) -> None:
        """Compare the rows with what the components say."""
        world = self.physics.world
        entities = world.bodies.rows.view(np.ndarray)["entity"]
        known = self.joints
        acting = [(entity, joint) for entity, joint in known if joint.enabled and not joint.broken]
        rows = world.joints.rows.view(np.ndarray)[world.joints.order]
        assert rows["entity"].tolist() == [entity for entity, _ in acting]
        assert entities[rows["body_a"]].tolist() == [joint.a for _, joint in acting]
        assert entities[rows["body_b"]].tolist() == [joint.b for _, joint in acting]
        apart = {pair_key(joint.a or 0, joint.b or 0) for _, joint in acting if not joint.collide_connected}
        assert self.physics.world.apart.tolist() == sorted(apart)
        touching = {pair_key(found.entity_a, found.entity_b) for found in self.physics.collisions}
        assert not touching & apart
        for one in self.bodies:
            assert self.physics.joints_of(one) == [e for e, joint in known if one in (joint.a, joint.b)]
        gone = [entity for entity, joint in known if not {joint.a, joint.b} <= set(self.bodies)]
        assert all(joint.broken for entity, joint in known if entity in gone)
        ended = [entity for entity, reason in self.broken if reason == "removed"]
        assert len(ended) == len(set(ended))
        assert self.physics.joints["entity"].size == len(known)


def play(seed: int, steps: int) -> str:
    game = Game(seed)
    for _ in range(steps):
        for _ in range(game.random.randrange(4)):
            game.change()
        esper.process(1 / 60)
        game.check()
    return fingerprint(game.physics)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_rows_follow_the_game(seed: int) -> None:
    play(seed, 60)


def test_same_changes_make_the_same_bits(world: str) -> None:
    prints = []
    for name in (world, f"{world}-twin"):
        esper.switch_world(name)
        prints.append(play(7, 20))
    assert prints[0] == prints[1]


def test_many_joints_come_and_go() -> None:
    """The table grows, and rows are given back, while the game changes joints."""
    physics = new_physics()
    bodies = [body(x) for x in range(40)]
    joints = [RevoluteJoint(a, b) for a, b in pairwise(bodies)]
    entities = [esper.create_entity(joint) for joint in joints]
    esper.process(1 / 60)
    assert acting(physics) == entities
    joints[7].motor_speed = 3.0
    for entity in entities[::2]:
        esper.delete_entity(entity)
    esper.process(1 / 60)
    assert acting(physics) == entities[1::2]
    assert joints[7].motor_speed == 3.0
    assert joints[8].a == bodies[8]
