"""Joints that come and go by every door of esper, from the game and from handlers of their own events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import (
    JOINT_BREAK,
    Circle,
    Collider,
    DistanceJoint,
    IntegrationSystem,
    JointEvent,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
)  # fmt: skip

Events = list[tuple[int, str]]


class Game:
    """Three bodies in a row, a joint between each two, and one of the last to the world."""

    def __init__(self, break_force: float = 1e9):
        self.physics = Physics((0, -10), length_unit=1)
        esper.add_processor(self.physics)
        self.bodies = [
            esper.create_entity(Transform(k, 0), RigidBody(), Collider(Circle(0.4))) for k in range(3)
        ]
        a, b, c = self.bodies
        parts = (
            RevoluteJoint(a, b, break_force=break_force),
            WeldJoint(b, c),
            DistanceJoint(c, None, anchor_b=(2, 5)),
        )
        self.joints = [esper.create_entity(part) for part in parts]
        self.events: Events = []
        self.do: Callable[[Game, JointEvent], Any] = lambda game, event: None
        self.handler = ecsphys.on(JOINT_BREAK)(self.hear)

    def hear(self, event: JointEvent) -> None:
        self.events.append((event.joint, event.reason))
        self.do(self, event)

    def run(self, steps: int = 1) -> None:
        for _ in range(steps):
            esper.process(1 / 60)

    def acting(self) -> list[int]:
        joints = self.physics.world.joints
        return [int(joints.rows[row]["entity"]) for row in joints.order]

    def check(self) -> None:
        """Joints and rows are what esper has; those that act have living bodies."""
        alive = {one for one in range(1, 99) if esper.entity_exists(one)}
        rows = self.physics.joints
        known = [
            one
            for one in self.joints
            if one in alive and any(map(is_joint, esper.components_for_entity(one)))
        ]
        assert rows["entity"].tolist() == known
        for row in rows[rows["broken"] == 0]:
            assert {int(row["entity_a"]), int(row["entity_b"])} <= alive | {0}


def is_joint(part: object) -> bool:
    return isinstance(part, (RevoluteJoint, WeldJoint, DistanceJoint))


WAYS: dict[str, tuple[Callable[[Game], Any], dict[int, str], list[int]]] = {
    # What is done; of which joints (by place) it sends an event, and for which reason; which act afterwards.
    "delete a": (lambda g: esper.delete_entity(g.bodies[0]), {0: "removed"}, [1, 2]),
    "delete b at once": (
        lambda g: esper.delete_entity(g.bodies[1], immediate=True), {0: "removed", 1: "removed"}, [2],
    ),
    "despawn c": (lambda g: g.physics.despawn(g.bodies[2]), {1: "removed", 2: "removed"}, [0]),
    "remove the RigidBody and the Collider of b": (
        lambda g: [esper.remove_component(g.bodies[1], kind) for kind in (RigidBody, Collider)],
        {0: "removed", 1: "removed"}, [2],
    ),
    "remove the Transform of b": (
        lambda g: esper.remove_component(g.bodies[1], Transform), {0: "removed", 1: "removed"}, [2],
    ),
    "remove the RigidBody of b": (lambda g: esper.remove_component(g.bodies[1], RigidBody), {}, [0, 1, 2]),
    "another RigidBody for b": (lambda g: esper.add_component(g.bodies[1], RigidBody(mass=5)), {}, [0, 1, 2]),
    "delete a joint": (lambda g: esper.delete_entity(g.joints[0]), {}, [1, 2]),
    "delete a joint at once": (lambda g: esper.delete_entity(g.joints[0], immediate=True), {}, [1, 2]),
    "despawn a joint": (lambda g: g.physics.despawn(g.joints[0]), {}, [1, 2]),
    "remove a joint": (lambda g: esper.remove_component(g.joints[0], RevoluteJoint), {}, [1, 2]),
    "another joint of the type": (
        lambda g: esper.add_component(g.joints[0], RevoluteJoint(g.bodies[0], g.bodies[2])), {}, [0, 1, 2],
    ),
    "another type of joint": (
        lambda g: (
            esper.remove_component(g.joints[0], RevoluteJoint),
            esper.add_component(g.joints[0], WeldJoint(g.bodies[0], g.bodies[2])),
        ), {}, [0, 1, 2],
    ),
    "delete a joint and its bodies": (
        lambda g: [esper.delete_entity(one) for one in (g.joints[0], *g.bodies[:2])], {1: "removed"}, [2],
    ),
    "delete all bodies": (
        lambda g: [esper.delete_entity(one) for one in g.bodies], dict.fromkeys(range(3), "removed"), [],
    ),
    "delete all joints": (lambda g: [esper.delete_entity(one) for one in g.joints], {}, []),
    "clear the database": (lambda g: esper.clear_database(), {}, []),
    "break and delete the body": (
        lambda g: (
            setattr(esper.component_for_entity(g.joints[0], RevoluteJoint), "broken", True),
            esper.delete_entity(g.bodies[0]),
        ), {}, [1, 2],
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_between_steps(way: str) -> None:
    act, reasons, acting = WAYS[way]
    game = Game()
    game.run(2)
    act(game)
    game.run(3)
    assert game.events == [(game.joints[k], reason) for k, reason in reasons.items()]
    assert game.acting() == [game.joints[k] for k in acting]
    game.check()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moment", ["before_step", "after_step", "joint_break"])
def test_within_a_frame(way: str, moment: str) -> None:
    """In the functions of a step, and in the handler of the first joint's event, which breaks by force."""
    act, reasons, acting = WAYS[way]
    game = Game(break_force=0.0 if moment == "joint_break" else 1e9)
    done: list[int] = []

    def once(*arguments: Any) -> None:
        if not done and game.physics.step_count > 0:
            done.append(1)
            act(game)

    if moment == "joint_break":
        game.do = once
    else:
        getattr(game.physics, moment)(once)
    game.run(4)
    assert done
    first = [(game.joints[0], "force")] if moment == "joint_break" else []
    was_broken = moment == "joint_break"
    later = [(game.joints[k], reason) for k, reason in reasons.items() if not (was_broken and k == 0)]
    assert game.events == first + later
    replaced = "another" in way and "joint" in way
    assert game.acting() == [game.joints[k] for k in acting if k or not was_broken or replaced]
    game.check()


def test_handler_leaves_for_another_world(world: str) -> None:
    """What a handler does there concerns that world only; the events of this one go on when it is back."""
    game = Game(break_force=0.0)
    elsewhere: list[Game] = []

    def leave(one: Game, event: JointEvent) -> None:
        if elsewhere or event.reason != "force":
            return
        esper.switch_world(f"{world} elsewhere")
        elsewhere.append(Game())
        esper.delete_entity(elsewhere[0].bodies[0])
        elsewhere[0].run(2)
        esper.switch_world(world)
        esper.delete_entity(one.bodies[2])

    game.do = leave
    game.run(3)
    a, b, c = game.joints
    assert game.events == [(a, "force"), (b, "removed"), (c, "removed")]
    assert elsewhere[0].events == [(a, "removed")]
    assert (game.acting(), elsewhere[0].acting()) == ([], [b, c])
    esper.delete_world(f"{world} elsewhere")
    game.run(2)
    game.check()


def test_handler_fails_and_the_next_frame_goes_on() -> None:
    game = Game(break_force=0.0)
    failed: list[int] = []

    def fail(one: Game, event: JointEvent) -> None:
        if not failed:
            failed.append(event.joint)
            esper.delete_entity(one.bodies[1])
            raise RuntimeError("the game's own")

    game.do = fail
    with pytest.raises(RuntimeError, match="the game's own"):
        game.run()
    game.run(2)
    assert game.events == [(game.joints[0], "force"), (game.joints[1], "removed")]
    assert game.acting() == [game.joints[2]]
    game.check()


def test_handler_joins_anew() -> None:
    """A handler replaces the broken joint by another one of the same entity, and makes a new one."""
    game = Game(break_force=0.0)

    def renew(one: Game, event: JointEvent) -> None:
        a, b, c = one.bodies
        esper.add_component(event.joint, RevoluteJoint(a, b))
        one.joints.append(esper.create_entity(RevoluteJoint(a, c)))

    game.do = renew
    game.run(4)
    assert game.events == [(game.joints[0], "force")]
    assert game.acting() == game.joints
    assert len(game.joints) == 4
    game.check()


def test_step_that_is_cut_off_loses_no_break() -> None:
    """A system of the game raises between the solver and the report of what broke."""
    game = Game(break_force=50.0)  # 200 act in the first step, 1 in the second
    game.physics.gravity = (0, 0)
    esper.component_for_entity(game.bodies[0], RigidBody).velocity = (-10, 0)
    raised: list[int] = []

    class Fails(esper.Processor):
        def process(self, dt: float = 0.0) -> None:
            if not raised:
                raised.append(1)
                raise RuntimeError("cut off")

    game.physics.insert(Fails(), after=IntegrationSystem)
    with pytest.raises(RuntimeError, match="cut off"):
        game.run()
    assert game.events == []
    game.run(2)
    assert game.events == [(game.joints[0], "force")]
    assert game.acting() == game.joints[1:]
    game.check()
