"""Random characters in random levels: what must hold in every step, and in the mirror.

`python -m tests.character.test_fuzz 500 [first]` plays more seeds than the suite.
"""

from __future__ import annotations

import math
import random
import sys
from typing import Any, NamedTuple

import esper
import pytest

from ecsphys import (
    AABB,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    Physics,
    Polygon,
    RigidBody,
    Shape,
    Transform,
    geometry,
)
from tests.character.support import SKIN, hero

WIDTH, HEIGHT = 500.0, 260.0  # half the room, and its ceiling
SPEED = 250.0  # the largest that is wanted
PLATFORM_SPEED = 120.0
JUMP = 450.0
SETTLED = 5  # steps until none is inside of what it was put into
SHAPES: list[Shape] = [Capsule(48, 12), Box(24, 40), AABB(20, 44), Circle(14), Capsule(24, 10)]


class Platform(NamedTuple):
    """A kinematic box: it goes to and fro between two places, `period` seconds each way."""

    entity: int
    velocity: tuple[float, float]
    period: float


class Level:
    """A room with obstacles, platforms and characters, all chosen by the seed; or its mirror image."""

    def __init__(self, seed: int, side: int, crates: bool):
        rng = random.Random(seed)
        self.side = side
        self.step = rng.choice([1 / 30, 1 / 60, 1 / 60, 1 / 120])
        self.physics = Physics(gravity=(0, -900), step=self.step)
        esper.add_processor(self.physics)
        self.solids: list[int] = []
        self.crates: list[int] = []
        self.build_room()
        for _ in range(rng.randrange(4, 12)):
            self.add_solid(rng)
        self.platforms = [self.add_platform(rng) for _ in range(rng.randrange(1, 4))]
        for _ in range(rng.randrange(1, 5) if crates else 0):
            size = rng.uniform(12, 40)
            x, y = rng.uniform(-400, 400), rng.uniform(20, 240)
            self.crates.append(
                esper.create_entity(
                    Transform(side * x, y),
                    RigidBody(),
                    Collider(Box(size, size), density=rng.choice([0.2, 1.0, 5.0])),
                )
            )
        self.heroes = [self.add_hero(rng) for _ in range(rng.randrange(1, 4))]
        self.inputs = rng

    def add(self, shape: Shape, x: float, y: float, angle: float = 0.0, **options: Any) -> int:
        entity = esper.create_entity(
            Transform(self.side * x, y, self.side * angle), Collider(shape, **options)
        )
        self.solids.append(entity)
        return entity

    def build_room(self) -> None:
        self.add(Box(2 * WIDTH + 200, 100), 0, -50)
        self.add(Box(2 * WIDTH + 200, 100), 0, HEIGHT + 50)
        for x in (-WIDTH - 50, WIDTH + 50):
            self.add(Box(100, HEIGHT + 200), x, HEIGHT / 2)

    def add_solid(self, rng: random.Random) -> None:
        x, y = rng.uniform(-400, 400), rng.choice([0.0, rng.uniform(0, 250)])
        kind = rng.randrange(5)
        if kind == 0:
            self.add(Box(rng.uniform(20, 160), rng.uniform(6, 60)), x, y)
        elif kind == 1:
            self.add(Box(rng.uniform(20, 160), rng.uniform(6, 60)), x, y, rng.uniform(-1, 1))
        elif kind == 2:
            self.add(Circle(rng.uniform(8, 40)), x, y)
        elif kind == 3:
            w, h = rng.uniform(40, 160) * self.side, rng.uniform(10, 80)
            self.add(Polygon([(0, 0), (w, 0), (w, h)]), x, y)
        else:
            shelf = self.add(Box(rng.uniform(40, 160), 10), x, y, one_way=(0, 1))
            self.solids.remove(shelf)

    def add_platform(self, rng: random.Random) -> Platform:
        x, y = rng.uniform(-300, 300), rng.uniform(20, 150)
        speed = rng.uniform(20, PLATFORM_SPEED)
        vx, vy = rng.choice([(speed, 0.0), (-speed, 0.0), (0.0, speed)])
        entity = esper.create_entity(
            Transform(self.side * x, y), RigidBody.kinematic(), Collider(Box(rng.uniform(50, 140), 16))
        )
        return Platform(entity, (self.side * vx, vy), rng.uniform(0.3, 1.0))

    def add_hero(self, rng: random.Random) -> int:
        finite = {
            "acceleration": rng.uniform(500, 3000),
            "friction": rng.uniform(500, 3000),
            "air_acceleration": rng.uniform(200, 2000),
        }
        x, y = rng.uniform(-450, 450), rng.uniform(0, 200)
        return hero(
            self.side * x,
            y,
            rng.choice(SHAPES),
            constant_speed=rng.random() < 0.3,
            on_leave=rng.choice(["add", "add_upward", "nothing"]),
            meets=rng.choice(["block", "block", "pass"]),
            **(finite if rng.random() < 0.5 else {}),
        )

    def play(self, k: int) -> None:
        """One step, with what the players press in it."""
        for platform in self.platforms:
            turn = 1 if int(k * self.step / platform.period) % 2 == 0 else -1
            vx, vy = platform.velocity
            esper.component_for_entity(platform.entity, RigidBody).velocity = (turn * vx, turn * vy)
        for entity in self.heroes:
            control = esper.component_for_entity(entity, CharacterController)
            rng, chance = self.inputs, self.inputs.random()
            if chance < 0.04:
                control.move((self.side * rng.uniform(-SPEED, SPEED), 0))
            elif chance < 0.06:
                control.move((0, 0))
            elif chance < 0.08:
                control.jump(rng.uniform(100, JUMP))
            elif chance < 0.09:
                control.release_jump()
            elif chance < 0.1:
                control.drop()
        self.physics.step_once()


class Frame(NamedTuple):
    """A character after a step; x and its velocity as if the level were not mirrored."""

    x: float
    y: float
    on_floor: bool
    on_wall: bool
    crushed: bool


def pose_of(entity: int) -> Transform:
    return esper.component_for_entity(entity, Transform)


def depth(one: int, other: int) -> float:
    """How deep two entities overlap, negative for the gap between them."""
    a, b = (esper.component_for_entity(entity, Collider).shape for entity in (one, other))
    return -geometry.distance(a, pose_of(one), b, pose_of(other)).distance


def check_hero(level: Level, entity: int, was_standing: bool, before: dict[int, tuple[float, float]]) -> None:
    """What holds for each character in each step."""
    control = esper.component_for_entity(entity, CharacterController)
    if control.crushed:
        return
    for solid in level.solids:
        assert depth(entity, solid) < SKIN, f"inside {solid}"
    x, y = pose_of(entity).position
    assert abs(x) < WIDTH and 0 < y < HEIGHT
    # Landing against the motion of a platform makes its speed larger, and `on_leave` may keep that.
    limit = SPEED + 2 * PLATFORM_SPEED if not level.crates else math.inf
    assert abs(control.real_velocity.x) < limit + 1e-6, "faster than wanted"
    floor = control.floor_entity
    resting = control.velocity.x == 0.0 and math.isinf(control.friction)
    if floor in before and was_standing and resting and not control.on_wall and len(control.hits) == 1:
        moved = pose_of(floor).position - before[floor]
        assert (x - before[entity][0], y - before[entity][1]) == pytest.approx(moved, abs=2 * SKIN), (
            "not carried"
        )


def play(seed: int, side: int, steps: int, crates: bool) -> list[Frame]:
    """Play a level in a world of its own; returns a frame for every character and step."""
    home = esper.current_world
    esper.switch_world(f"fuzz {seed} {side} {crates}")
    try:
        level = Level(seed, side, crates)
        floors: dict[int, int | None] = {}
        frames = []
        for k in range(steps):
            places = {e: pose_of(e).position for e in [*level.heroes, *(p.entity for p in level.platforms)]}
            level.play(k)
            for entity in level.heroes:
                control = esper.component_for_entity(entity, CharacterController)
                try:
                    if k >= SETTLED:
                        check_hero(level, entity, floors.get(entity) == control.floor_entity, places)
                except AssertionError as error:
                    raise AssertionError(f"seed {seed}, side {side}, step {k}, {entity}: {error}") from None
                floors[entity] = control.floor_entity
                x, y = pose_of(entity).position
                frames.append(Frame(side * x, y, control.on_floor, control.on_wall, control.crushed))
        return frames
    finally:
        name = esper.current_world
        esper.switch_world(home)
        esper.delete_world(name)


def check_mirror(seed: int, steps: int) -> None:
    """A mirrored level without crates, which the solver moves, goes as its image."""
    one, other = play(seed, 1, steps, False), play(seed, -1, steps, False)
    for k, (a, b) in enumerate(zip(one, other, strict=True)):
        assert (a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-4), f"seed {seed}, frame {k}: {a} {b}"


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(25))
def test_a_level_goes_as_in_the_mirror(seed: int) -> None:
    check_mirror(seed, 300)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(1000, 1015))
def test_with_crates(seed: int) -> None:
    play(seed, 1, 300, True)


def main(count: int, first: int) -> None:
    """Play seeds and print what fails."""
    failures = 0
    for seed in range(first, first + count):
        for check in (lambda seed=seed: check_mirror(seed, 600), lambda seed=seed: play(seed, 1, 600, True)):
            try:
                check()
            except AssertionError as error:
                failures += 1
                print(str(error).splitlines()[0])
    print(f"{count} seeds, {failures} failures")


if __name__ == "__main__":
    main(*(int(argument) for argument in [*sys.argv[1:], "0"][:2]))
