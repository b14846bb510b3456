"""Joints, forces, areas and explosions of a game: acts on them, and what must hold of joints."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import esper
import numpy as np

from ecsphys import (
    Area,
    ConstantForce,
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    WeldJoint,
    WheelJoint,
)
from tests.fuzz.acts import changed, place, point
from tests.fuzz.model import Thing, Tie

MOST_TIES = 8
LIMITS = (None, None, (-0.5, 0.5), (0.0, 3.0))


def motor(rng: random.Random, effort: str) -> dict[str, float]:
    return {"motor_speed": rng.uniform(-5, 5), effort: rng.choice((0.0, 1e4, 1e6))}


def spring(rng: random.Random) -> dict[str, float]:
    return {"hertz": rng.choice((0.0, 1.0, 4.0)), "damping_ratio": rng.choice((0.0, 0.5, 1.0))}


def at(rng: random.Random) -> dict[str, Any]:
    """Keywords of where a joint takes hold, and of what all joints have."""
    where = rng.choice(
        ({}, {"anchor": place(rng)[:2]}, {"anchor_a": point(rng, 9)}, {"anchor_b": point(rng, 9)})
    )
    common = {"collide_connected": rng.random() < 0.3, "enabled": rng.random() < 0.9}
    return {**where, **common, "break_force": rng.choice((math.inf, math.inf, 1e7))}


class OwnRope(DistanceJoint):
    """A type of the game's own."""


def distance_joint(r: random.Random, a: int | None, b: int | None, where: dict[str, Any]) -> DistanceJoint:
    """One from a common anchor needs a length, or limits, that say how far its ends may part."""
    length = 40 if "anchor" in where else None
    return DistanceJoint(a, b, length=length, max_length=r.choice((math.inf, 60)), **spring(r), **where)


JOINT_MAKERS: dict[type, Callable[[random.Random, int | None, int | None], Any]] = {
    RevoluteJoint: lambda r, a, b: RevoluteJoint(
        a, b, limits=r.choice(LIMITS), **motor(r, "max_motor_torque"), **spring(r), **at(r)
    ),
    PrismaticJoint: lambda r, a, b: PrismaticJoint(
        a,
        b,
        point(r, 1),
        limits=r.choice((None, (-9, 9))),
        **motor(r, "max_motor_force"),
        **spring(r),
        **at(r),
    ),
    DistanceJoint: lambda r, a, b: distance_joint(r, a, b, at(r)),
    OwnRope: lambda r, a, b: OwnRope(a, b, max_length=80, **at(r)),
    WeldJoint: lambda r, a, b: WeldJoint(a, b, angular_hertz=r.choice((0, 3)), **spring(r), **at(r)),
    WheelJoint: lambda r, a, b: WheelJoint(a, b, point(r, 1), **motor(r, "max_motor_torque"), **at(r)),
    MotorJoint: lambda r, a, b: MotorJoint(
        a, b, max_force=r.choice((1e4, 1e6)), max_torque=1e6, **spring(r), **at(r)
    ),
    MouseJoint: lambda r, a, b: MouseJoint(b or a, place(r)[:2], max_force=1e6, **at(r)),  # type: ignore[arg-type]
    GearJoint: lambda r, a, b: GearJoint(a, b, r.choice((1, -2, 0.5)), **at(r)),
    RatchetJoint: lambda r, a, b: RatchetJoint(a, b, r.choice((0.3, -0.5)), **at(r)),
    PulleyJoint: lambda r, a, b: PulleyJoint(a, b, place(r)[:2], place(r)[:2], r.choice((1, 2)), **at(r)),
}


def new_tie(game: Any, rng: random.Random) -> Tie | None:
    """A joint of two things, or of one and the world; once in a while of one that cannot be joined."""
    is_fit = Thing.has_row if rng.random() < 0.97 else (lambda thing: True)
    a, b = game.model.pick(rng, is_fit), game.model.pick(rng, is_fit)
    if a is b:
        a = None
    if a is None and b is None:
        return None
    if rng.random() < 0.1:
        a, b = (None, b) if b else (a, None)
    kind = rng.choice(list(JOINT_MAKERS))
    joint = JOINT_MAKERS[kind](rng, *(thing and thing.number for thing in (a, b)))
    things = {thing.number: thing for thing in (a, b) if thing}
    sides = [things.get(number) for number in (joint.a, joint.b)]
    return Tie(joint, sides)


def tie(game: Any, rng: random.Random) -> None:
    if len(game.model.ties) >= MOST_TIES:
        return untie(game, rng)
    if made := new_tie(game, rng):
        game.model.add_tie(esper.create_entity(made.joint), made)


def untie(game: Any, rng: random.Random) -> None:
    if found := game.model.pick_tie(rng):
        if rng.random() < 0.2:
            found.leaving = True
            game.physics.despawn(found.number)
            return
        del game.model.ties[found.number]
        if rng.random() < 0.3:
            esper.remove_component(found.number, type(found.joint))
        esper.delete_entity(found.number, immediate=rng.random() < 0.5)


def retie(game: Any, rng: random.Random) -> None:
    """Put another joint in the place of one."""
    found, made = game.model.pick_tie(rng), new_tie(game, rng)
    if found and made:
        if type(made.joint) is not type(found.joint):
            esper.remove_component(found.number, type(found.joint))
        esper.add_component(found.number, made.joint)
        found.look()
        made.leaving, made.unheard = found.leaving, found.unheard
        game.model.add_tie(found.number, made)


def change_tie(game: Any, rng: random.Random) -> None:
    found = game.model.pick_tie(rng)
    if found is None:
        return
    joint, what = (
        found.joint,
        rng.choice(("flags", "flags", "broken", "side", "numbers", "anchor", "strength")),
    )
    found.touched = 2
    if what == "flags":
        joint.enabled, joint.collide_connected = rng.random() < 0.8, rng.random() < 0.3
    elif what == "broken":
        found.look()
        found.is_broken = joint.broken = rng.random() < 0.3
    elif what == "side":
        thing, k = game.model.pick(rng, Thing.has_row), rng.randrange(2)
        if thing and thing not in found.sides and not isinstance(joint, MouseJoint):
            found.sides[k] = thing
            setattr(joint, "ab"[k], thing.number)
    elif what == "numbers":
        other = JOINT_MAKERS[type(joint)](rng, joint.a, joint.b)
        for name in ("limits", "hertz", "motor_speed", "ratio", "target", "offset", "max_length", "phase"):
            if hasattr(joint, name):
                setattr(joint, name, getattr(other, name))
    elif what == "anchor":
        setattr(joint, rng.choice(("anchor_a", "anchor_b", "anchor")), point(rng, 20))
    else:
        joint.break_force = rng.choice((math.inf, 1e7, 1e5))


def push(game: Any, rng: random.Random) -> None:
    """Give a body a constant force, change it, or take it away."""
    thing = game.model.pick(rng, lambda thing: thing.species == "plain" and thing.has_row())
    if thing is None:
        return
    force = esper.try_component(thing.number, ConstantForce)
    if force is None:
        esper.add_component(
            thing.number, ConstantForce(point(rng, 1e5), rng.uniform(-1e5, 1e5), rng.random() < 0.5)
        )
    elif rng.random() < 0.5:
        force.force, force.local = point(rng, 1e5), rng.random() < 0.5
    else:
        esper.remove_component(thing.number, ConstantForce)


def area(game: Any, rng: random.Random) -> None:
    """Let a trigger act on its visitors, change how, or stop it."""
    thing = changed(game, rng, lambda thing: thing.species == "plain" and thing.collider is not None)
    if thing is None:
        return
    own = esper.try_component(thing.number, Area)
    if own is None and (thing.collider["trigger"] or rng.random() < 0.05):
        effect: dict[str, Any] = rng.choice(
            (
                {"gravity": point(rng, 900)}, {"gravity": 900, "point": point(rng, 20), "unit_distance": 10},
                {"wind": point(rng, 200), "drag": 1, "lift": 0.2}, {"density": 1.5, "linear_damping": 3},
                {"angular_damping": 4, "mode": "replace"},
            )
        )  # fmt: skip
        esper.add_component(thing.number, Area(**effect, priority=rng.randrange(3)))
        thing.has_area = True
    elif own is not None and rng.random() < 0.5:
        own.linear_damping, own.priority = rng.choice((None, 2.0)), rng.randrange(3)
    elif own is not None:
        esper.remove_component(thing.number, Area)
        thing.has_area = False


def blast(game: Any, rng: random.Random) -> None:
    ignored = game.model.pick(rng) if rng.random() < 0.3 else None
    ignore = (ignored.number,) if ignored else ()
    center = place(rng)[:2]
    found = game.physics.explode(center, 60, rng.uniform(-50, 50), cover=rng.random() < 0.5, ignore=ignore)
    numbers = [one.entity for one in found]
    assert numbers == sorted(set(numbers)) and not set(numbers) & set(ignore)
    for one in found:
        thing = game.model.things[one.entity]
        assert thing.takes_part() and thing.body and thing.body["kind"] == "dynamic", one
        assert math.dist(one.point, center) <= 60.0 + 1e-6 and math.isfinite(one.impulse.length), one


TIE_ACTS = (*[tie] * 4, untie, retie, change_tie, change_tie, change_tie, push, area, blast)


# -- what must hold ------------------------------------------------------------------------------------


def hear_break(game: Any, event: Any) -> None:
    """A joint breaks once, and for a reason."""
    found = game.model.known_ties.get(event.joint)
    assert found is not None, f"joint_break of {event.joint}, which was gone"
    assert event.reason in ("removed", "force", "torque") and math.isfinite(event.value), event
    assert (event.reason == "removed") == (event.value == 0), event
    if game.model.ties.get(event.joint) is not found or found.touched == 2:
        return
    if found.unheard:  # the mended joint may have broken anew, in the step that tells of both
        found.unheard, found.is_broken = found.unheard - 1, found.joint.broken
        return
    assert not found.is_broken, f"{event} twice"
    assert event.reason != "removed" or any(
        side is not None and (not side.is_alive_in(game.model) or side.touched or not side.has_row())
        for side in found.sides
    ), f"{event}, and both are there"
    found.is_broken = found.joint.broken


def check_ties(game: Any) -> None:
    """Compare joints and their rows with the model."""
    physics, model = game.physics, game.model
    for one in model.ties.values():
        assert esper.component_for_entity(one.number, type(one.joint)) is one.joint
        numbers = [one.joint.a, one.joint.b]
        assert numbers == [side and side.number for side in one.sides], (one.number, numbers)
        if one.touched == 2:
            one.look()
        # The breaks of a step that was cut off are events of the next one.
        assert one.joint.broken == one.is_broken or not game.is_delivered, (
            f"joint {one.number}: {one.joint!r}"
        )
    for number in model.things:
        mine = [one.number for one in model.ties.values() if number in (one.joint.a, one.joint.b)]
        assert physics.joints_of(number) == sorted(mine)
    rows = physics.joints
    for name in ("force_x", "force_y", "torque", "stretch", "value", "speed"):
        assert np.isfinite(rows[name]).all(), (name, rows)
    if physics.simulation.joints.is_unchanged():
        check_rows(physics, model)


def check_rows(physics: Any, model: Any) -> None:
    """A table that has taken in everything has all joints; those act whose bodies are there."""
    joints, world = physics.simulation.joints, physics.world
    assert (
        physics.joints["entity"].size == len(model.ties) and joints.table.members.keys() == model.ties.keys()
    )
    acting = []
    for one in sorted(model.ties.values(), key=lambda one: one.number):
        is_there = all(side is None or (side.is_alive_in(model) and side.has_row()) for side in one.sides)
        assert is_there or one.joint.broken, f"joint {one.number} has lost a body and is not broken"
        if is_there and one.joint.enabled and not one.joint.broken:
            acting.append(one)
    rows = world.joints.rows.view(np.ndarray)[world.joints.order]
    assert rows["entity"].tolist() == [one.number for one in acting]
    entities = world.bodies.rows.view(np.ndarray)["entity"]
    for row, one in zip(rows, acting, strict=True):
        bodies = [int(row["body_a"]), int(row["body_b"])]
        assert [entities[body] if body >= 0 else None for body in bodies] == [one.joint.a, one.joint.b]
    apart = {tuple(sorted((one.joint.a, one.joint.b))) for one in acting if one.parts()}
    assert len(joints.apart) == len(apart)


def check_no_ties(physics: Any) -> None:
    """A world without entities has no joints."""
    joints = physics.simulation.joints
    assert not joints.table.members and not len(physics.world.joints.order) and not len(joints.apart)
    assert not len(physics.joints) and joints.is_unchanged()
