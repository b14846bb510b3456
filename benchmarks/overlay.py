"""Measure `ecsphys.arcade`: the overlays on a level of 2,000 colliders, and 5,000 sprites.

`xvfb-run -a -s "-screen 0 1280x800x24" python -m benchmarks.overlay` prints the CPU time of a frame of the
game alone and with each overlay (all threads; software OpenGL includes the drawing itself), and in brackets
the time spent in Python and numpy.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Callable

import arcade
import esper
from arcade import key

from ecsphys import Box, Capsule, Circle, Collider, Physics, Polygon, RayCaster, RigidBody, Transform
from ecsphys.arcade import PhysicsOverlay, SpriteSync

SIZE = (1280, 720)
STATIC, DYNAMIC, SPRITES = 1600, 400, 5000
FRAMES, WARM = 120, 20
TILE = 64.0


def level(physics: Physics) -> list[int]:
    """Create ledges and ramps over twelve screens, and loose bodies on them."""
    chance = random.Random(1)
    width = 12 * SIZE[0]
    esper.create_entity(Transform(width / 2, 20), Collider(Box(width, 40)))
    for k in range(STATIC - 1):
        x, y = chance.uniform(0, width), chance.choice((90, 200, 330, 460, 590))
        shape = Box(TILE, 24) if k % 3 else Polygon([(-40, -12), (40, -12), (0, 30)])
        esper.create_entity(Transform(x, y), Collider(shape))
    shapes = (Circle(12), Box(22, 22), Capsule(40, 10))
    bodies = []
    for k in range(DYNAMIC):
        body = RigidBody(velocity=(chance.uniform(-300, 300), 0), can_sleep=k % 4 > 0)
        position = Transform(chance.uniform(0, width), chance.uniform(620, 900))
        bodies.append(esper.create_entity(position, body, Collider(shapes[k % 3])))
        if k % 8 == 0:
            esper.add_component(bodies[-1], RayCaster((1, 0), 200))
    for _ in range(60):
        physics.step_once()
    return bodies


def measure(window: arcade.Window, frame: Callable[[], None]) -> float:
    """Return the median CPU milliseconds of a frame."""
    spent = []
    for k in range(WARM + FRAMES):
        start = time.process_time()
        frame()
        window.ctx.finish()
        window.flip()
        if k >= WARM:
            spent.append(1000.0 * (time.process_time() - start))
    return statistics.median(spent)


def overlays(window: arcade.Window) -> None:
    """Measure the level with each overlay, and with all of them."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    bodies = level(physics)
    sprites: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
    sync = SpriteSync(physics, sprites)
    texture = arcade.make_circle_texture(22, arcade.color.ORANGE)
    for entity in bodies:
        sync.add(entity, arcade.Sprite(texture))
    overlay = PhysicsOverlay(physics)
    camera, screen = arcade.Camera2D(), arcade.Camera2D()
    camera.position = (6 * SIZE[0], SIZE[1] / 2)
    spent = [0.0]

    def frame() -> None:
        window.clear()
        esper.process(1 / 60)
        sync.update()
        with camera.activate():
            sprites.draw()
            begin = time.perf_counter()
            overlay.draw_world()
        with screen.activate():
            overlay.draw_screen(*SIZE)
        spent.append(1000.0 * (time.perf_counter() - begin))

    alone = measure(window, frame)
    print(f"{len(physics.world.word_offsets)} colliders, game alone    {alone:6.2f} ms")
    for name, keys in (
        ("F1", (key.F1,)),
        ("F2", (key.F2,)),
        ("F3", (key.F3,)),
        ("F4", (key.F4,)),
        ("F1 to F4", (key.F1, key.F2, key.F3, key.F4)),
    ):
        for symbol in keys:
            overlay.on_key_press(symbol)
        overlay.hover(camera.position)
        spent.clear()
        whole = measure(window, frame)
        print(
            f"  with {name:9s} {whole:6.2f} ms, {whole - alone:+6.2f}"
            f"  ({statistics.median(spent):.2f} ms in Python, {overlay.debug.segments} segments)"
        )
        for symbol in keys:
            overlay.on_key_press(symbol)


def sprites() -> None:
    """Measure `SpriteSync.update` alone."""
    physics = Physics()
    esper.add_processor(physics)
    listed: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList(capacity=SPRITES)
    sync = SpriteSync(physics, listed)
    texture = arcade.make_circle_texture(8, arcade.color.RED)
    for k in range(SPRITES):
        angle = 0.01 * k
        position = Transform(30 * (k % 100), 30 * (k // 100), angle)
        body = RigidBody(velocity=(math.cos(angle), math.sin(angle)), angular_velocity=1)
        sync.add(esper.create_entity(position, body, Collider(Circle(8))), arcade.Sprite(texture))
    physics.step_once()
    sync.update()
    spent = []
    for _ in range(100):
        start = time.process_time()
        sync.update()
        spent.append(1000.0 * (time.process_time() - start))
    print(f"{SPRITES} sprites written in   {statistics.median(spent):.2f} ms")


def main() -> None:
    """Print all figures."""
    window = arcade.Window(*SIZE, "benchmark", antialiasing=False, vsync=False)
    for number, run in enumerate((sprites, lambda: overlays(window))):
        esper.switch_world(f"benchmark {number}")
        run()
    window.close()


if __name__ == "__main__":
    main()
