"""Explosions: a query for all that is near, and impulses and wounds that fall off with the distance."""

from __future__ import annotations

import esper

from ecsphys import Circle, Transform, Vec2

from .. import signals, tuning
from ..components import Barrel, Blast, Glass, Health, Lifetime, part
from ..layers import ACTORS, OPAQUE, Layer
from .glass import strike
from .health import hurt
from .rule import Round, on_layer, place_of, shove

_TOUCHES = OPAQUE | ACTORS | Layer.GLASS


def explode(round: Round, point: Vec2, radius: float, damage: float, what: str) -> None:
    """Push, hurt, light and break what is within `radius` and not behind a wall."""
    signals.send(signals.EXPLODED, point, what=what, size=radius)
    esper.create_entity(Transform(*point), Blast(radius), Lifetime(tuning.BLAST_LIFE))
    for entity in round.physics.overlap(Circle(radius), (*point, 0.0), mask=_TOUCHES):
        reached = _reached(round, point, entity)
        if reached is None:
            continue
        share = max(0.0, 1.0 - point.distance(reached) / radius)
        away = place_of(entity) - point
        way = away.normalized() if away.length > 1.0 else Vec2(0.0, 1.0)
        _hit(round, entity, share, way, reached, damage)


def _hit(round: Round, entity: int, share: float, way: Vec2, reached: Vec2, damage: float) -> None:
    """What the explosion does to one thing; `share` is 1 in the middle, 0 at the rim."""
    if part(entity, Glass) is not None:
        strike(round, entity, tuning.BLAST_BREAKS * share, reached, way)
        return
    barrel = part(entity, Barrel)
    if barrel is not None:
        light(barrel)
    if part(entity, Health) is not None:
        mine = entity == round.session.player
        hurt(entity, damage * share * (tuning.BLAST_SELF if mine else 1.0), reached, "explosion")
    shove(entity, way * (tuning.BLAST_PUSH * share), reached)


def _reached(round: Round, point: Vec2, entity: int) -> Vec2 | None:
    """Where the blast meets an entity first, None if a wall is between."""
    place = place_of(entity)
    for hit in round.physics.raycast_all(point, place, mask=_TOUCHES):
        if hit.entity == entity:
            return hit.point
        if on_layer(hit.entity, Layer.WALL):
            return None
    return place


def light(barrel: Barrel) -> None:
    """Light a barrel's fuse, if it does not burn yet."""
    if barrel.fuse is None:
        barrel.fuse = tuning.BARREL_FUSE
