"""A capsule character in space: ramps, steps, a turntable, crates."""

import math
from collections.abc import Sequence
from typing import ClassVar

from ...math2d.vec2 import Vec2
from ...space3d import (
    Body3D,
    Box,
    Capsule,
    CharacterController3D,
    Collider3D,
    Hull,
    Plane,
    Shape3,
    Transform3D,
)
from ...space3d.character.floor import snap_to_floor, step_up
from ...space3d.character.motion import walk
from ...space3d.math3d.vec3 import Triple, Vec3
from ..controls import Button, Choice, Slider
from ..display import Display
from ..exhibit import Number
from ..palette import BOTH, GOOD, NORMAL, STILL, TEXT, A, B
from ..space.exhibit import Exhibit3
from ..space.scene import Scene
from ..space.world_scene import World3, add_world

HERO = Capsule(1.8, 0.4)
HALF, JUMP, NEAR = 0.9, 5.0, 0.35
COURSE: tuple[tuple[float, float], ...] = (  # x and z of the places that it walks to by itself
    (-4.2, 4.2), (-4.2, -3.8), (0.0, -3.8), (4.0, -3.8), (4.0, 0.9), (1.9, 2.0), (1.9, 3.2), (4.3, 3.2),
    (5.4, 3.2), (5.4, 4.8), (-1.5, 4.8),
)  # fmt: skip
WAYS: dict[str, tuple[float, float]] = {
    "stand": (0.0, 0.0),
    "left": (-1.0, 0.0),
    "right": (1.0, 0.0),
    "away": (0.0, -1.0),
    "near": (0.0, 1.0),
}


class SpaceCharacter(Exhibit3):
    """A capsule that walks a course of steps, ramps and a turntable."""

    title = "Character in space"
    text = (
        "The capsule character in space. It goes where its sweeps let it: they slide along a wall in "
        "any direction, and stop in a corner of two. It climbs steps up to a height; ramps up to a slope are "
        "floors, and climbing them costs it speed. The turntable carries it round, and a "
        "crate is pushed, no faster than it walks. Yellow arrows are the normals of what it touches. Take "
        "over the walk, jump with J, and lower the limits until the course stops it."
    )
    source: ClassVar[Sequence[object]] = (walk, step_up, snap_to_floor)
    target: ClassVar[Triple] = (-0.4, 0.6, 1.2)
    distance: ClassVar[float] = 18.5

    going: Choice = Choice("walk", ("by itself", *WAYS), "by itself", key="w")
    speed: Slider = Slider("speed", 0.5, 6, 2.5, unit="m/s")
    max_slope: Slider = Slider("steepest floor", 10, 75, 45, unit="°")
    step_height: Slider = Slider("highest step", 0, 0.6, 0.3, unit="m")

    def build(self) -> None:
        """Build the course; put the character at its start."""
        self.stage: World3 = self.world3(gravity=(0.0, -9.81, 0.0))
        self.colors: dict[int, tuple[int, int, int, int]] = {}
        self._fix(Box(12, 0.4, 12), (0.0, -0.2, 0.0))
        for normal in ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)):
            self._fix(Plane(normal, -6.0), (0.0, 0.0, 0.0))  # walls at the floor's sides, which are not drawn
        for k in range(3):
            self._fix(Box(2.4, 0.25 * (k + 1), 0.9), (-4.2, 0.125 * (k + 1), 1.4 - 0.9 * k))
        self._fix(Box(2.4, 0.75, 4.6), (-4.2, 0.375, -3.15))
        self._fix(Hull(_ramp(-3.0, -0.4, 0.75, 2.4)), (0.0, 0.0, -3.8))
        self._fix(Hull(_ramp(2.0, 0.0, 1.1, 1.2)), (2.6, 0.0, 3.2))
        self._fix(Box(0.4, 1.6, 3.0), (1.4, 0.8, -1.2))
        self.table: int = self.stage.create(
            Transform3D(4.0, 0.05, -1.0),
            Body3D.kinematic(angular_velocity=(0.0, 0.5, 0.0)),
            Collider3D(Box(2.6, 0.1, 2.6)),
        )
        crate = Collider3D(Box(0.8, 0.8, 0.8), density=30.0)
        self.crate: int = self.stage.create(Transform3D(1.5, 0.4, 4.8), Body3D(), crate)
        self.hero: int = self.stage.create(
            Transform3D(-1.5, HALF + 0.01, 4.2),
            Body3D.kinematic(),
            Collider3D(HERO),
            CharacterController3D(mass=80.0, acceleration=20.0, friction=30.0),
        )
        self.colors.update({self.table: BOTH, self.crate: B, self.hero: A})
        self.next: int = 0
        self.jumps: int = 0
        self.laps: int = 0
        self.change("")
        self.stage.step()

    def _fix(self, shape: Shape3, place: Triple) -> None:
        self.stage.create(Transform3D(*place), Collider3D(shape, friction=0.6))

    @property
    def controller(self) -> CharacterController3D:
        """The character's controller."""
        return self.stage.get(self.hero, CharacterController3D)

    @property
    def place(self) -> Vec3:
        """Where the character is."""
        return Vec3(*self.stage.get(self.hero, Transform3D).position)

    def change(self, name: str) -> None:
        """Take the limits over."""
        self.controller.max_slope = math.radians(self.max_slope)
        self.controller.step_height = self.step_height

    @Button("jump", key="j")
    def jump(self) -> None:
        """Jump."""
        self.controller.jump(JUMP)
        self.jumps += 1

    def step(self) -> None:
        """Walk on by a step."""
        x, z = self._way() if self.going == "by itself" else WAYS[self.going]
        self.controller.move((self.speed * x, 0.0, self.speed * z))
        self.stage.step()

    def _way(self) -> tuple[float, float]:
        """Return the direction to the next place of the course."""
        here = self.place
        if math.hypot(COURSE[self.next][0] - here.x, COURSE[self.next][1] - here.z) < NEAR:
            self.next = (self.next + 1) % len(COURSE)
            self.laps += self.next == 0
        x, z = COURSE[self.next][0] - here.x, COURSE[self.next][1] - here.z
        far = math.hypot(x, z)
        return x / far, z / far

    def compose(self, scene: Scene) -> None:
        """Draw the course, the character, and what it touches."""
        scene.floor = 0.0
        add_world(scene, self.stage, self.colors)
        place = self.place
        for hit in self.controller.hits:
            scene.arrow(hit.point, Vec3(*hit.point) + 0.8 * Vec3(*hit.normal), NORMAL)
        velocity = Vec3(*self.controller.real_velocity)
        if velocity.length > 0.1:
            scene.arrow(place, place + 0.5 * velocity, GOOD)
        for x, z in COURSE:
            scene.line((x - 0.1, 0.01, z), (x + 0.1, 0.01, z), STILL)
        if self.controller.on_floor:
            slope = math.degrees(math.acos(min(self.controller.floor_normal.y, 1.0)))
            scene.label(place + Vec3(0.0, 1.15, 0.0), f"floor of {slope:.0f}°", NORMAL)

    def draw_over(self, display: Display) -> None:
        """Say what it touches."""
        words = [word for word in ("on_floor", "on_wall", "on_ceiling") if getattr(self.controller, word)]
        display.text(Vec2(-350.0, 296.0), ", ".join(words).replace("_", " ") or "in the air", TEXT, 14.0)

    def numbers(self) -> dict[str, Number]:
        """Return where it is, what it touches and how fast it is."""
        place, c = self.place, self.controller
        return {
            "x": place.x,
            "feet above the ground": place.y - HALF,
            "z": place.z,
            "on floor": c.on_floor,
            "on wall": c.on_wall,
            "slope of the floor": math.degrees(math.acos(min(c.floor_normal.y, 1.0))) if c.on_floor else 0.0,
            "speed": Vec3(*c.real_velocity).length,
            "jumps": self.jumps,
            "laps": self.laps,
        }


def _ramp(high_x: float, low_x: float, height: float, depth: float) -> list[Triple]:
    """Return the corners of a wedge that falls from `high_x` to `low_x`."""
    return [
        (x, y, z)
        for z in (-0.5 * depth, 0.5 * depth)
        for x, y in ((high_x, 0.0), (high_x, height), (low_x, 0.0))
    ]
