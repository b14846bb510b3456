"""The laser: an instant ray that passes glass and is reflected by mirrors."""

from __future__ import annotations

from typing import NamedTuple

import esper

from ecsphys import Vec2, WorldHit

from .. import signals, tuning
from ..components import Barrel, Beam, Glass, Health, Lifetime, Solid, find_component
from ..layers import SOLID, Layer
from .blast import light
from .health import hurt
from .rule import Run, shove


class Ray(NamedTuple):
    """A traced beam: its corner points, last hit and direction, and the number of mirrors."""

    points: tuple[Vec2, ...]
    hit: WorldHit | None
    direction: Vec2
    mirrors: int


def burn(run: Run, muzzle: Vec2, aim: Vec2) -> None:
    """Fire one shot."""
    ray = trace(run, muzzle, aim)
    for point in ray.points[1 : 1 + ray.mirrors]:
        signals.send(signals.REFLECTED, point)
    if ray.hit is not None:
        _strike(ray.hit, ray.direction)
    esper.create_entity(Beam(ray.points), Lifetime(tuning.BEAM_LIFE))
    signals.send(signals.BEAM_ENDED, ray.points[-1])


def trace(run: Run, start: Vec2, aim: Vec2) -> Ray:
    """Trace a beam from mirror to mirror."""
    points, left, mirrors = [start], tuning.LASER_RANGE, 0
    while True:
        hit = _first(run, points[-1], points[-1] + aim * left)
        if hit is None:
            return Ray((*points, points[-1] + aim * left), None, aim, mirrors)
        left -= points[-1].distance(hit.point)
        solid = find_component(hit.entity, Solid)
        points.append(hit.point)
        if solid is None or solid.kind != "mirror" or mirrors == tuning.LASER_MIRRORS or left <= 1.0:
            return Ray(tuple(points), hit, aim, mirrors)
        mirrors += 1
        aim = aim - hit.normal * (2.0 * aim.dot(hit.normal))
        points[-1] = hit.point + hit.normal * 0.01  # off the mirror, so that the next ray starts outside it


def _first(run: Run, start: Vec2, end: Vec2) -> WorldHit | None:
    """Return the first hit that is not glass."""
    hits = run.physics.raycast_all(start, end, mask=SOLID | Layer.ENEMY, ignore=(run.session.player,))
    return next((hit for hit in hits if find_component(hit.entity, Glass) is None), None)


def _strike(hit: WorldHit, direction: Vec2) -> None:
    """Hurt, light or push the entity that the beam ends at."""
    if find_component(hit.entity, Health) is not None:
        hurt(hit.entity, tuning.LASER_DAMAGE, hit.point, "laser")
    elif (barrel := find_component(hit.entity, Barrel)) is not None:
        light(barrel)
    else:
        shove(hit.entity, direction * tuning.LASER_PUSH, hit.point)
