"""The stage of a scene: a world with one character, the hero, and a track of its states."""

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
SKIN = 0.064  # distance it keeps from everything, with length_unit 64
SPEED = 200.0
JUMP = 420.0


class Frame(NamedTuple):
    """State of the hero after one step. `feet` is the height of its soles."""

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
    """The bodies of one scene in the current esper world: solids, platforms, crates and the hero."""

    def __init__(self, gravity: float = GRAVITY, **options: Any):
        self.physics = Physics(gravity=(0.0, -gravity), step=STEP, **options)
        esper.add_processor(self.physics)
        self.track: list[Frame] = []
        self.named: dict[str, int] = {}
        self.hero = 0

    # -- building ------------------------------------------------------------------------------------

    def solid(self, shape: Shape, x: float = 0.0, y: float = 0.0, name: str = "", **surface: Any) -> int:
        """Add a static body."""
        return self._named(name, esper.create_entity(Transform(x, y), Collider(shape, **surface)))

    def box(
        self, left: float, bottom: float, width: float, height: float, name: str = "", **surface: Any
    ) -> int:
        """Add a static box by its lower left corner."""
        return self.solid(Box(width, height), left + width / 2, bottom + height / 2, name, **surface)

    def floor(self, left: float = -600.0, right: float = 1400.0, top: float = 0.0, **surface: Any) -> int:
        """Add a long thick floor."""
        return self.box(left, top - 60.0, right - left, 60.0, "floor", **surface)

    def hull(self, *points: tuple[float, float], name: str = "") -> int:
        """Add a static convex polygon."""
        return self.solid(Polygon(points), name=name)

    def chain(self, *points: tuple[float, float]) -> int:
        """Add a one-sided chain; from right to left it is solid below."""
        return self.solid(Chain(points))

    def tiles(self, columns: Iterable[tuple[float, float]], size: float = 32.0) -> None:
        """Add square tiles by their lower left corners."""
        for left, bottom in columns:
            self.box(left, bottom, size, size)

    def platform(
        self, x: float, y: float, width: float, height: float = 16.0, name: str = "platform",
        velocity: tuple[float, float] = (0.0, 0.0), spin: float = 0.0, **surface: Any,
    ) -> int:  # fmt: skip
        """Add a kinematic box by its centre."""
        body = RigidBody.kinematic(velocity=velocity, angular_velocity=spin)
        return self._named(
            name, esper.create_entity(Transform(x, y), body, Collider(Box(width, height), **surface))
        )

    def crate(self, x: float, y: float, size: float = 32.0, name: str = "crate", **options: Any) -> int:
        """Add a dynamic box by its centre; `options` go to its Collider."""
        return self._named(
            name, esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(size, size), **options))
        )

    def character(
        self, x: float, feet: float, shape: Shape | None = None, name: str = "", **options: Any
    ) -> int:
        """Add a character whose soles are at `feet`; `options` go to its controller."""
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
        """Add the hero."""
        self.hero = self.character(x, feet, shape, "hero", **options)

    def _named(self, name: str, entity: int) -> int:
        if name:
            self.named[name] = entity
        return entity

    # -- playing -------------------------------------------------------------------------------------

    @property
    def control(self) -> CharacterController:
        """Controller of the hero."""
        return esper.component_for_entity(self.hero, CharacterController)

    def place(self, name: str = "hero") -> Vec2:
        """Return the position of a named body."""
        return esper.component_for_entity(self.named[name], Transform).position

    def body(self, name: str) -> RigidBody:
        """Return a named body."""
        return esper.component_for_entity(self.named[name], RigidBody)

    def step(self) -> None:
        """Run one step of physics and record the hero."""
        esper.process(STEP)
        self.record()

    def record(self) -> None:
        """Append the hero's state to the track."""
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
        """State of the hero after the last step."""
        return self.track[-1]

    @property
    def airborne(self) -> int:
        """Number of steps in which the hero was not on a floor."""
        return sum(not frame.on_floor for frame in self.track)

    def distance(self, start: int = 0, end: int = -1) -> float:
        """Return the distance along x between two steps."""
        return self.track[end].x - self.track[start].x

    @property
    def jitter(self) -> float:
        """Largest reversal of the hero's motion between two steps, along either axis (px)."""
        worst = 0.0
        for before, now in itertools.pairwise(self.track):
            for one, other in zip(before.velocity, now.velocity, strict=True):
                if one * other < 0.0:
                    worst = max(worst, min(abs(one), abs(other)) * STEP)
        return worst
