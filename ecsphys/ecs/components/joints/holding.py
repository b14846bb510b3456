"""Joints that take hold of their bodies when they are made, not first in the step that adopts them.

A joint that is made while its bodies are there finds its anchors, angles and lengths at once: who moves the
bodies before the next step takes it along. One that waits for longer takes hold anew when it is adopted.
"""

from __future__ import annotations

from collections.abc import Collection, Container
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....arrays import FREE
from ....compile import records
from ....math2d.vec2 import Vec2
from ....world.bodies import BODY
from ....world.joint_frames import resolve_joints
from ....world.joints import ANCHOR, ANCHOR_A, ANCHOR_B, DISTANCE, JOINT, JOINT_FIELDS, LENGTH, PULLEY
from ...registry import component_of, current_world
from ..transform import Transform
from .fields import follow_again, is_given, write_real

_UNRESOLVED, _READY = JOINT_FIELDS["unresolved"], JOINT_FIELDS["ready"]
_SIDES = tuple((JOINT_FIELDS[f"entity_{name}"], JOINT_FIELDS[f"body_{name}"]) for name in "ab")
_ANCHORS = slice(JOINT_FIELDS["anchor_ax"], JOINT_FIELDS["anchor_by"] + 1)
_FIRST = np.zeros(1, np.int64)


class Hold(NamedTuple):
    """What a joint without a row has found so far: in which esper world, bits, and its anchors before."""

    esper_world: str
    found: int
    anchors: list[float]


_early: WeakKeyDictionary[Any, Hold] = WeakKeyDictionary()  # by joint
worlds: set[str | None] = set()  # esper worlds of these joints: asked in each step, and a weak table is slow


def take_hold(joint: Any) -> None:
    """Find what follows from the poses of a joint's bodies if they are there; else a step finds it."""
    unresolved = joint._rows.ints[joint._at + _UNRESOLVED]
    entities = [joint._rows.ints[joint._at + entity] for entity, _ in _SIDES]
    places = [component_of(entity, Transform) for entity in entities]
    if not unresolved or any(entity and not place for entity, place in zip(entities, places, strict=True)):
        return
    bodies, rows = records(2, BODY), records(1, JOINT)
    words, reals = rows.view(np.int64), rows.view(np.float64)
    first = 8 * joint._at
    own = joint._rows.bytes[first : first + JOINT.itemsize]
    rows.view(np.uint8)[:] = np.frombuffer(own, np.uint8)
    kept = {word: int(words[word]) for word in (_READY, *(body for _, body in _SIDES))}
    anchors = reals[_ANCHORS].tolist()
    for row, (place, (_, body)) in enumerate(zip(places, _SIDES, strict=True)):
        words[body] = FREE if place is None else row
        if place is not None:
            bodies["x"][row], bodies["y"][row], bodies["angle"][row] = place.pose
    resolve_joints(bodies, rows, _FIRST)
    if words[_READY] == 0:
        return
    for word, value in kept.items():
        words[word] = value
    own[:] = rows.tobytes()
    if not joint._rows.is_owned:
        before, here = _early.get(joint), current_world()
        _early[joint] = Hold(here, unresolved | (before.found if before else 0), anchors)
        worlds.add(here)


def was_whole(joint: Any) -> bool:
    """Whether a joint's anchors were where they should be when it was made: they have followed from that."""
    hold = _early.get(joint)
    is_distance = joint._rows.ints[joint._at + JOINT_FIELDS["type"]] == DISTANCE
    return hold is not None and bool(hold.found & (LENGTH if is_distance else ANCHOR_A | ANCHOR_B))


def let_go(esper_world: str | None) -> None:
    """Let the joints that a step of a world has not adopted take hold anew when one does."""
    if esper_world not in worlds:
        return
    worlds.remove(esper_world)
    for joint, hold in [(joint, hold) for joint, hold in _early.items() if hold.esper_world == esper_world]:
        _forget(joint, hold)


def let_go_elsewhere(joints: Collection[Any], esper_world: str | None) -> None:
    """Let joints take hold anew that have done so in another esper world than that which adopts them."""
    for joint in joints:
        hold = _early.get(joint)
        if hold is not None and hold.esper_world != esper_world:
            _forget(joint, hold)


def _forget(joint: Any, hold: Hold) -> None:
    """Forget where a joint took hold, unless a world has adopted it; what the game has given stays."""
    del _early[joint]
    if joint._rows.is_owned:
        return
    follow_again(joint, hold.found)
    if hold.found & ANCHOR and not is_given(joint, ANCHOR_A | ANCHOR_B):
        joint._rows.ints[joint._at + _UNRESOLVED] |= ANCHOR
        first = joint._at + _ANCHORS.start
        for k, value in enumerate(hold.anchors):
            joint._rows.reals[first + k] = value


def carry(joint: Any, moved: Container[int], way: Vec2) -> None:
    """Move the points of the world at which a joint holds bodies that are moved, if all of its bodies are.

    A point that pulls a body, as a mouse does, stays; the wheel of a pulley goes with the body on its rope.
    """
    ints, at = joint._rows.ints, joint._at
    sides = [(name, ints[at + JOINT_FIELDS[f"entity_{name}"]]) for name in "ab"]
    unresolved, names = ints[at + _UNRESOLVED], list[str]()
    if ints[at + JOINT_FIELDS["type"]] == PULLEY:
        names += [f"ground_{name}" for name, entity in sides if entity in moved]
    if not joint._pulls_to_world and all(entity in moved for _, entity in sides if entity):
        is_waiting = unresolved & ANCHOR != 0  # for a step, with both anchors at a point of the world
        names += [f"anchor_{name}" for name, entity in sides if is_waiting or entity == 0]
    for name in names:
        for axis, length in zip("xy", way, strict=True):
            word = JOINT_FIELDS[name + axis]
            write_real(joint, word, joint._rows.reals[at + word] + length)
