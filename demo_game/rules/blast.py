"""Explosions: the engine throws what is loose; panes and characters are asked about here."""

from __future__ import annotations

import esper

from ecsphys import Circle, Collider, Transform, Vec2
from ecsphys.geometry import closest_point

from .. import signals, tuning
from ..components import Barrel, Blast, Glass, Health, Lifetime, find_component
from ..layers import ACTORS, Layer
from .glass import strike
from .health import hurt
from .rule import Run, position_of, shove

_LOOSE = Layer.THING | Layer.ENEMY
_FIXED = ACTORS | Layer.GLASS


def explode(
    run: Run, point: Vec2, radius: float, damage: float, kind: str, source: int | None = None
) -> None:
    """Push, hurt, light and break what is within `radius` and not shielded; `source` is what bursts."""
    signals.send(signals.EXPLODED, point, kind=kind, size=radius)
    esper.create_entity(Transform(*point), Blast(radius), Lifetime(tuning.BLAST_LIFE))
    ignored = () if source is None else source
    physics = run.physics
    for blast in physics.explode(
        point, radius, tuning.BLAST_IMPULSE, cover=True, mask=_LOOSE, ignore=ignored
    ):
        _harm(run, blast.entity, _share(point, blast.point, radius), blast.point, damage)
    for entity in physics.overlap(Circle(radius), point, mask=_FIXED, kind=("static", "kinematic")):
        reached = _nearest(point, entity)
        if _is_exposed(run, point, reached, entity):
            _hit(run, entity, _share(point, reached, radius), point, reached, damage)


def _share(point: Vec2, reached: Vec2, radius: float) -> float:
    """Return how much of an explosion reaches a point: 1 at the centre, 0 at the rim."""
    return max(0.0, 1.0 - point.distance(reached) / radius)


def _hit(run: Run, entity: int, share: float, point: Vec2, reached: Vec2, damage: float) -> None:
    """Break a pane, or hurt and throw a character."""
    away = position_of(entity) - point
    direction = away.normalized() if away.length > 1.0 else Vec2(0.0, 1.0)
    if find_component(entity, Glass) is not None:
        strike(run, entity, tuning.BLAST_BREAKS * share, reached, direction)
        return
    _harm(run, entity, share, reached, damage)
    shove(entity, direction * (tuning.BLAST_PUSH * share), reached)


def _harm(run: Run, entity: int, share: float, reached: Vec2, damage: float) -> None:
    """Light a barrel, hurt what can be hurt."""
    barrel = find_component(entity, Barrel)
    if barrel is not None:
        light(barrel)
    if find_component(entity, Health) is not None:
        mine = entity == run.session.player
        hurt(entity, damage * share * (tuning.BLAST_SELF if mine else 1.0), reached, "explosion")


def _nearest(point: Vec2, entity: int) -> Vec2:
    """Return the point of an entity nearest to the centre of an explosion."""
    pose = esper.component_for_entity(entity, Transform)
    hits = [
        closest_point(shape, pose, point) for shape in esper.component_for_entity(entity, Collider).shapes
    ]
    nearest = min(hits, key=lambda hit: hit.distance)
    return nearest.point if nearest.distance > 0.0 else point


def _is_exposed(run: Run, point: Vec2, reached: Vec2, entity: int) -> bool:
    """Return whether no wall shields an entity from an explosion."""
    hits = run.physics.raycast_all(point, reached, mask=Layer.WALL)
    return all(hit.entity == entity for hit in hits)


def light(barrel: Barrel) -> None:
    """Light a barrel's fuse unless it burns already."""
    if barrel.fuse is None:
        barrel.fuse = tuning.BARREL_FUSE
