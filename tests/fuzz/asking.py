"""Queries of a world, compared with brute force in plain Python over the model."""

from __future__ import annotations

import random
from typing import Any

import esper

from ecsphys import Circle, Transform
from tests.fuzz.model import ALL_LAYERS, CHAIN_LAYER, Thing
from tests.fuzz.plain import Outline, gap, signed_distance

TOLERANCE = 1e-6
REACH = 120.0
FAR = 4 * REACH


class Asked:
    """The things that one query may find, and its keywords."""

    def __init__(self, game: Any, rng: random.Random):
        ignored = game.model.pick(rng) if rng.random() < 0.3 else None
        triggers = rng.random() < 0.5
        kind = rng.choice((None, None, "static", "dynamic"))
        mask = rng.choice((1, 3, ALL_LAYERS)) & ~CHAIN_LAYER
        self.keywords = {
            "mask": mask,
            "triggers": triggers,
            "kind": kind,
            "ignore": (ignored.number,) if ignored else (),
        }
        self.outlines: dict[int, list[Outline]] = {}
        game.model.forget_gone()
        for thing in game.model.things.values():
            if thing is not ignored and self._fits(thing, mask, triggers, kind):
                pose = esper.component_for_entity(thing.number, Transform).pose
                self.outlines[thing.number] = thing.outlines(pose)

    @staticmethod
    def _fits(thing: Thing, mask: int, triggers: bool, kind: str | None) -> bool:
        if not thing.takes_part() or not thing.collider["layer"] & mask:
            return False
        if thing.collider["trigger"] and not triggers:
            return False
        return kind in (None, thing.body["kind"] if thing.body else "static")

    def gap(self, entity: int, outline: Outline) -> float:
        return min(gap(outline, other) for other in self.outlines[entity])

    def check_found(self, answer: list[int], outline: Outline) -> None:
        """All entities that overlap an outline were found, and no others."""
        assert answer == sorted(set(answer))
        assert set(answer) <= self.outlines.keys(), f"{answer} has more than {sorted(self.outlines)}"
        for entity in self.outlines:
            near = self.gap(entity, outline)
            assert abs(near) < TOLERANCE or (near < 0.0) == (entity in answer), (entity, near, answer)

    def check_first(self, hit: Any, start: Any, end: Any, radius: float) -> None:
        """The first hit of a moving disc is on a surface, and nothing lies before it."""
        share = 1.0 if hit is None else hit.fraction
        stop = [start[i] + share * (end[i] - start[i]) for i in (0, 1)]
        if hit is not None:
            near = self.gap(hit.entity, ([tuple(stop)], radius))
            assert near < 1e-4 and (near > -1e-4 or share == 0.0), (hit, near)
        way = ([tuple(start), tuple(stop)], radius) if share > 0.0 else ([tuple(start)], radius)
        for entity in self.outlines:
            near = self.gap(entity, way)
            assert near > -1e-4 or share == 0.0 or (hit and self._is_end(entity, way, stop, radius)), (
                hit, entity, near
            )  # fmt: skip

    def _is_end(self, entity: int, way: Outline, stop: Any, radius: float) -> bool:
        """Whether a moving disc meets an entity at its last place only."""
        start = way[0][0]
        back = [stop[i] - 1e-3 * (stop[i] - start[i]) for i in (0, 1)]
        return self.gap(entity, ([start, tuple(back)], radius)) > -1e-4


def ask(game: Any, rng: random.Random) -> None:
    """Ask one question of any kind and check the answer."""
    physics, asked = game.physics, Asked(game, rng)
    start, end = ((rng.uniform(-REACH, REACH), rng.uniform(-REACH, REACH)) for _ in range(2))
    kind = rng.randrange(6)
    if kind == 0:
        asked.check_found(physics.overlap_point(start, **asked.keywords), ([start], 0.0))
    elif kind == 1:
        lower = min(start[0], end[0]), min(start[1], end[1])
        upper = max(start[0], end[0]), max(start[1], end[1])
        corners = [lower, (upper[0], lower[1]), upper, (lower[0], upper[1])]
        asked.check_found(physics.overlap_box(lower, upper, **asked.keywords), (corners, 0.0))
    elif kind == 2:
        asked.check_found(physics.overlap(Circle(20), start, **asked.keywords), ([start], 20.0))
    elif kind == 3:
        asked.check_first(physics.raycast(start, end, **asked.keywords), start, end, 0.0)
    elif kind == 4:
        way = end[0] - start[0], end[1] - start[1]
        asked.check_first(physics.shape_cast(Circle(5), start, way, **asked.keywords), start, end, 5.0)
    else:
        near = physics.nearest(start, FAR, **asked.keywords)
        best = min(
            (signed_distance(one, start) for own in asked.outlines.values() for one in own), default=FAR
        )
        assert abs((near.distance if near else FAR) - best) < 1e-4 or min(best, FAR) == FAR, (near, best)


def ask_within(game: Any, rng: random.Random) -> None:
    """Ask in the middle of a step: answers name nothing but what took part when it began."""
    x, y = rng.uniform(-REACH, REACH), rng.uniform(-REACH, REACH)
    answer = game.physics.overlap_box((x, y), (x + 60, y + 60), triggers=True)
    hit = game.physics.raycast((x, y), (-x, -y))
    found = {*answer, *([hit.entity] if hit else [])}
    assert found <= game.model.rules.keys(), f"{found} has more than {sorted(game.model.rules)}"
