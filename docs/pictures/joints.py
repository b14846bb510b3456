"""Make the pictures of docs/joints.md: `python -m docs.pictures.joints [name ...]`. It needs no screen.

Each picture shows what the code below it does: the first block of the page and that of the section run, then
the world does, and is drawn at the end; pale outlines show where things were before.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import esper
from PIL import Image, ImageDraw

from docs.pictures.joint_marks import ends, mark_joint
from ecsphys import Chain, Collider, HalfPlane, Physics, RigidBody, Transform, Vec2
from ecsphys.ecs.components.joints import JOINT_KINDS
from ecsphys.geometry import convex_hull

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "joints.md"
SIZE = 480, 240
COLORS = 64
FINE = 3  # pixels drawn for one of the picture, in each direction
MARGIN = 0.08  # of the picture, on each side
PAPER, STATIC, BODY, RIM, BEFORE = "#fbfaf6", "#c9ccc4", "#f4b860", "#8a5a12", "#d8cbb0"


class Scene(NamedTuple):
    """When a picture is taken, in seconds, and at how many moments before outlines are."""

    seconds: float = 1.0
    before: int = 3


SCENES = {
    "revolute": Scene(0.45, 3),
    "prismatic": Scene(1.5, 2),
    "distance": Scene(0.6, 3),
    "weld": Scene(0.6, 1),
    "wheel": Scene(1.2, 2),
    "motor": Scene(1.0, 3),
    "mouse": Scene(0.2, 3),
    "gear": Scene(1.0, 0),
    "ratchet": Scene(1.0, 0),
    "pulley": Scene(0.7, 2),
    "rope": Scene(0.5, 3),
    "chain": Scene(0.55, 3),
    "bridge": Scene(3.0, 0),
    "ragdoll": Scene(0.5, 2),
    "car": Scene(2.0, 2),
    "soft_body": Scene(1.0, 2),
    "tank_tread": Scene(2.0, 0),
}

Shapes = list[tuple[list[Vec2], bool]]  # outlines in the world, and whether the body is static


class Camera:
    """From the world to the pixels of a picture: what is inside some points fills it."""

    def __init__(self, points: list[Vec2]):
        low = Vec2(min(p.x for p in points), min(p.y for p in points))
        high = Vec2(max(p.x for p in points), max(p.y for p in points))
        self.middle = low.lerp(high, 0.5)
        room = 1.0 - 2.0 * MARGIN
        width, height = max(high.x - low.x, 1.0), max(high.y - low.y, 1.0)
        self.scale = FINE * room * min(SIZE[0] / width, SIZE[1] / height)

    def pixel(self, p: Vec2) -> tuple[float, float]:
        """Return where a point of the world is drawn."""
        x, y = (p - self.middle) * self.scale
        return 0.5 * FINE * SIZE[0] + x, 0.5 * FINE * SIZE[1] - y


def sections(page: str) -> tuple[str, dict[str, str]]:
    """Return the first block of Python of a page, and the first one after each picture, by its name."""
    first = re.search(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert first
    pattern = r"pictures/joints/(\w+)\.png\)(?:(?!\.png\)).)*?^```python\n(.*?)^```$"
    return first[1], dict(re.findall(pattern, page, re.M | re.S))


def outlines() -> Shapes:
    """Return the outlines of all shapes where they are now."""
    found: Shapes = []
    for entity, (place, collider) in esper.get_components(Transform, Collider):
        body = esper.try_component(entity, RigidBody)
        for shape in collider.shapes:
            if isinstance(shape, HalfPlane | Chain):
                continue
            curve = [
                place.local_to_world(Vec2(*p).rotated(collider.angle) + collider.offset)
                for p in rounded(shape)
            ]
            found.append((curve, body is None or body.kind == "static"))
    return found


def rounded(shape: Any) -> list[Vec2]:
    """Return the outline of a convex shape in its own frame."""
    if shape.radius == 0.0:
        return list(shape.points)
    arc = [Vec2(shape.radius, 0.0).rotated(math.tau * i / 64) for i in range(64)]
    return convex_hull([p + offset for p in shape.points for offset in arc])


def picture(setup: str, code: str, scene: Scene) -> Image.Image:
    """Run a block of code in a world of its own, and draw it."""
    esper.switch_world("picture")
    names: dict[str, Any] = {"__name__": "game"}
    exec(setup + code, names)
    physics: Physics = names["physics"]
    steps, frames = round(scene.seconds / physics.step), []
    for k in range(steps):
        if scene.before and k % max(1, steps // scene.before) == 0:
            frames.append(outlines())
        physics.process(physics.step)
    drawn = draw(frames, outlines())
    esper.switch_world("default")
    esper.delete_world("picture")
    return drawn


def draw(before: list[Shapes], now: Shapes) -> Image.Image:
    """Draw the outlines of earlier moments, then the bodies and joints of now."""
    joints = [joint for kind in JOINT_KINDS for _, joint in esper.get_component(kind)]
    points = [p for shapes in [*before, now] for curve, static in shapes if not static for p in curve]
    camera = Camera([*points, *(p for joint in joints for p in ends(joint))])
    image = Image.new("RGB", (FINE * SIZE[0], FINE * SIZE[1]), PAPER)
    pen = ImageDraw.Draw(image)
    for curve, static in now:
        if static:
            pen.polygon([camera.pixel(p) for p in curve], STATIC)
    for shapes in before:
        for curve, static in shapes:
            if not static:
                line([*curve, curve[0]], pen, camera, BEFORE, 1)
    for curve, static in now:
        if not static:
            pen.polygon([camera.pixel(p) for p in curve], BODY)
            line([*curve, curve[0]], pen, camera, RIM, 1)
    spokes(pen, camera)
    for joint in joints:
        mark_joint(joint, pen, camera.pixel, FINE, 4.0 if len(joints) <= 12 else 2.5)
    return image.resize(SIZE, Image.Resampling.BOX)


def spokes(pen: ImageDraw.ImageDraw, camera: Camera) -> None:
    """Show how far discs have turned."""
    for _, (place, collider, _) in esper.get_components(Transform, Collider, RigidBody):
        for shape in collider.shapes:
            if len(shape.points) == 1:
                rim = place.local_to_world(shape.points[0] + Vec2(shape.radius, 0.0))
                line([place.local_to_world(shape.points[0]), rim], pen, camera, RIM, 1)


def line(points: list[Vec2], pen: ImageDraw.ImageDraw, camera: Camera, color: str, width: int) -> None:
    """Draw a line through points of the world, a number of pixels wide."""
    pen.line([camera.pixel(p) for p in points], color, width * FINE, joint="curve")


def main() -> None:
    """Make the named pictures, or all."""
    setup, codes = sections(PAGE.read_text("utf-8"))
    for name in sys.argv[1:] or codes:
        path = FOLDER / "joints" / f"{name}.png"
        drawn = picture(setup, codes[name], SCENES[name])
        drawn.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
