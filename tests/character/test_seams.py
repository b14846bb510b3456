"""Over the joints of tiles: every 2 × 2 pattern, at three speeds, costs less than one percent of it."""

from __future__ import annotations

import itertools
import math

import pytest

from demo_game.course.stage import SKIN, STEP, Stage
from ecsphys import AABB, Box, Capsule, Chain, Circle, Polygon, Shape

SIZE = 32.0
SPEEDS = (60.0, 200.0, 600.0)
PATTERNS = [bits for bits in itertools.product((0, 1), repeat=4) if any(bits)]
WIDE: dict[str, Shape] = {  # wider than a hole
    "capsule": Capsule(64, 24),
    "box": Box(48, 48),
    "aabb": AABB(48, 64),
    "rounded box": Box(30, 40, radius=10),
    "circle": Circle(30),
}
TILES = {
    "box": Box(SIZE, SIZE),
    "aabb": AABB(SIZE, SIZE),
    "polygon": Polygon([(-16, -16), (16, -16), (16, 16), (0, 16), (-16, 16)]),
}


def lay(stage: Stage, pattern: tuple[int, ...], tile: Shape, columns: int = 60) -> float:
    """Repeat the pattern (upper row first) to the right; returns the height of the surface."""
    upper, lower = pattern[:2], pattern[2:]
    for k in range(-6, columns):
        if upper[k % 2]:
            stage.solid(tile, SIZE * (k + 0.5), -SIZE / 2)
        if lower[k % 2]:
            stage.solid(tile, SIZE * (k + 0.5), -1.5 * SIZE)
    return 0.0 if any(upper) else -SIZE


def check_run(stage: Stage, speed: float, steps: int = 100) -> None:
    for _ in range(20):
        stage.step()  # settle
    stage.track.clear()
    for _ in range(steps):
        stage.control.move((speed, 0.0))
        stage.step()
    assert stage.airborne == 0
    slowest = min(frame.velocity.x for frame in stage.track)
    assert stage.distance() >= 0.99 * speed * STEP * (steps - 1)
    assert slowest >= 0.95 * speed, slowest


@pytest.mark.jit
@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda bits: "".join(map(str, bits)))
@pytest.mark.parametrize("shape", WIDE.values(), ids=WIDE)
def test_every_pattern_is_run_over(shape: Shape, pattern: tuple[int, ...], speed: float) -> None:
    stage = Stage()
    top = lay(stage, pattern, TILES["box"])
    stage.enter(0.0, top + SKIN, shape)
    check_run(stage, speed)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_a_narrow_character_runs_over_whole_floors(tile: Shape, speed: float) -> None:
    stage = Stage()
    top = lay(stage, (1, 1, 0, 1), tile)
    stage.enter(0.0, top + SKIN)
    check_run(stage, speed)


@pytest.mark.parametrize("x", [1e5, -3e6])
def test_far_from_the_origin_too(x: float) -> None:
    stage = Stage()
    for k in range(-4, 30):
        stage.solid(Box(SIZE, SIZE), x + SIZE * k, -SIZE / 2)
    stage.enter(x)
    check_run(stage, 200.0)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("pattern", [(1, 1), (0, 1)])
def test_falling_along_a_wall_of_tiles(pattern: tuple[int, int], speed: float) -> None:
    """Pressed against the wall it falls as fast as alone."""
    stage = Stage()
    for k in range(-60, 10):
        if pattern[k % 2]:
            stage.box(12.2, SIZE * k, SIZE, SIZE)
    stage.enter(0.0, 0.0, Capsule(64, 12))
    for _ in range(60):
        stage.control.move((speed, 0.0))
        stage.step()
    free_fall = 0.5 * 900.0 * 1.0
    assert stage.track[0].feet - stage.last.feet >= 0.99 * (free_fall - 1.0)
    assert not any(frame.on_floor for frame in stage.track)


@pytest.mark.parametrize("angle", [10, 35, 60, 80])
@pytest.mark.parametrize("side", range(4))
def test_sliding_along_walls_seen_from_above(side: int, angle: float) -> None:
    """A floating character pressed against a row of tiles keeps the speed along it."""
    stage = Stage(gravity=0.0)
    turn = side * math.pi / 2
    c, s = round(math.cos(turn)), round(math.sin(turn))
    for k in range(-3, 40):
        x, y = SIZE * k, -40.0
        stage.solid(Box(SIZE, SIZE), c * x - s * y, s * x + c * y)
    stage.enter(0.0, -23.5, Circle(23.5), mode="floating")
    vx, vy = 300 * math.cos(math.radians(angle)), -300 * math.sin(math.radians(angle))
    for _ in range(60):
        stage.control.move((c * vx - s * vy, s * vx + c * vy))
        stage.step()
    along = [c * frame.velocity.x + s * frame.velocity.y for frame in stage.track]
    assert min(along) >= 0.99 * vx
    assert stage.last.on_wall


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("bend", [0.0, 3.0])
def test_chains(bend: float, speed: float) -> None:
    """A chain of short pieces, level or wavy, walked with constant speed."""
    stage = Stage()
    stage.solid(Chain([(1300.0 - 20.0 * k, bend * (k % 2)) for k in range(80)]))
    stage.enter(0.0, 4.0, constant_speed=True)
    for _ in range(20):
        stage.step()
    stage.track.clear()
    for _ in range(90):
        stage.control.move((speed, 0.0))
        stage.step()
    assert stage.airborne == 0
    assert stage.distance() >= 0.97 * speed * STEP * 89 * math.cos(math.atan(bend / 20.0))
