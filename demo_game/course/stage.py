"""Where a scene of the course plays: a world with one hero, and a record of what became of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

import esper

from ecsphys import (
    Box,
    Capsule,
    Chain,
    CharacterController,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Shape,
    Transform,
    Vec2,
)

GRAVITY = 900.0
STEP = 1 / 60
HEIGHT, RADIUS = 48.0, 12.0  # the hero's capsule
SKIN = 0.064  # what it keeps off everything, with length_unit 64
SPEED = 200.0
JUMP = 420.0


class Frame(NamedTuple):
    """The hero after one step. `feet` is how high its soles are."""

    x: float
    y: float
    feet: float
    on_floor: bool
    on_wall: bool
    on_ceiling: bool
    crushed: bool
    floor: int | None
    velocity: Vec2


class Stage:
    """A world made for one scene, in the current esper world: solids, platforms, crates and the hero."""

    def __init__(self, gravity: float = GRAVITY, **options: Any):
        self.physics = Physics(gravity=(0.0, -gravity), step=STEP, **options)
        esper.add_processor(self.physics)
        self.track: list[Frame] = []
        self.named: dict[str, int] = {}
        self.hero = 0

    # -- building ------------------------------------------------------------------------------------

    def solid(self, shape: Shape, x: float = 0.0, y: float = 0.0, name: str = "", **surface: Any) -> int:
        """A static body."""
        return self._named(name, esper.create_entity(Transform(x, y), Collider(shape, **surface)))

    def box(
        self, left: float, bottom: float, width: float, height: float, name: str = "", **surface: Any
    ) -> int:
        """A static box by its lower left corner."""
        return self.solid(Box(width, height), left + width / 2, bottom + height / 2, name, **surface)

    def floor(self, left: float = -600.0, right: float = 1400.0, top: float = 0.0, **surface: Any) -> int:
        """A long thick floor."""
        return self.box(left, top - 60.0, right - left, 60.0, "floor", **surface)

    def hull(self, *points: tuple[float, float], name: str = "") -> int:
        """A static convex polygon."""
        return self.solid(Polygon(points), name=name)

    def chain(self, *points: tuple[float, float]) -> int:
        """A one-sided line of ground, from right to left for what is solid below."""
        return self.solid(Chain(points))

    def tiles(self, columns: Iterable[tuple[float, float]], size: float = 32.0) -> None:
        """Square tiles by their lower left corners."""
        for left, bottom in columns:
            self.box(left, bottom, size, size)

    def platform(
        self, x: float, y: float, width: float, height: float = 16.0, name: str = "platform",
        velocity: tuple[float, float] = (0.0, 0.0), spin: float = 0.0, **surface: Any,
    ) -> int:  # fmt: skip
        """A kinematic box by its middle."""
        body = RigidBody.kinematic(velocity=velocity, angular_velocity=spin)
        return self._named(
            name, esper.create_entity(Transform(x, y), body, Collider(Box(width, height), **surface))
        )

    def crate(self, x: float, y: float, size: float = 32.0, name: str = "crate", **options: Any) -> int:
        """A dynamic box by its middle; `options` go to its Collider."""
        return self._named(
            name, esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(size, size), **options))
        )

    def character(
        self, x: float, feet: float, shape: Shape | None = None, name: str = "", **options: Any
    ) -> int:
        """A character whose soles are at `feet`; `options` go to its controller."""
        shape = shape or Capsule(HEIGHT, RADIUS)
        return self._named(
            name,
            esper.create_entity(
                Transform(x, feet - shape.bounds((0, 0, 0)).lower.y),
                RigidBody.kinematic(),
                Collider(shape),
                CharacterController(**options),
            ),
        )

    def enter(self, x: float, feet: float = SKIN, shape: Shape | None = None, **options: Any) -> None:
        """Put the hero on the stage."""
        self.hero = self.character(x, feet, shape, "hero", **options)

    def _named(self, name: str, entity: int) -> int:
        if name:
            self.named[name] = entity
        return entity

    # -- playing -------------------------------------------------------------------------------------

    @property
    def control(self) -> CharacterController:
        """The hero's controller."""
        return esper.component_for_entity(self.hero, CharacterController)

    def place(self, name: str = "hero") -> Vec2:
        """Where a named body is."""
        return esper.component_for_entity(self.named[name], Transform).position

    def body(self, name: str) -> RigidBody:
        """A named body."""
        return esper.component_for_entity(self.named[name], RigidBody)

    def step(self) -> None:
        """One step of physics, and a frame of the record."""
        esper.process(STEP)
        self.record()

    def record(self) -> None:
        """Add the hero as it is now to the record."""
        hero = self.control
        x, y = self.place()
        bottom = esper.component_for_entity(self.hero, Collider).shape.bounds((0, 0, 0)).lower.y
        self.track.append(
            Frame(
                x, y, y + bottom, hero.on_floor, hero.on_wall, hero.on_ceiling, hero.crushed,
                hero.floor_entity, hero.real_velocity,
            )
        )  # fmt: skip

    # -- looking back ----------------------------------------------------------------------------------

    @property
    def last(self) -> Frame:
        """The hero after the last step."""
        return self.track[-1]

    @property
    def airborne(self) -> int:
        """In how many steps the hero stood on nothing."""
        return sum(not frame.on_floor for frame in self.track)

    def way(self, start: int = 0, end: int = -1) -> float:
        """How far along x the hero came between two steps."""
        return self.track[end].x - self.track[start].x

    @property
    def jitter(self) -> float:
        """The largest turning back of the hero's motion from step to step, along either axis."""
        worst = 0.0
        for before, now in itertools.pairwise(self.track):
            for one, other in zip(before.velocity, now.velocity, strict=True):
                if one * other < 0.0:
                    worst = max(worst, min(abs(one), abs(other)) * STEP)
        return worst
