"""The scene of the first lecture in space: spheres, boxes and capsules to spawn, push and drag."""

import random
from collections.abc import Sequence
from typing import ClassVar

from ... import COLLISION_BEGIN
from ...events.stream import EventStream
from ...math2d.vec2 import Pair, Vec2
from ...space3d import Body3D, Box, Capsule, Collider3D, Shape3, Sphere, Transform3D
from ...space3d.math3d.quaternion import from_axis_angle
from ...space3d.math3d.vec3 import Triple, Vec3
from ...systems import BroadPhaseSystem, CollisionListSystem, IntegrationSystem, NarrowPhaseSystem
from ..controls import Button, Choice, Slider, Toggle
from ..display import Display
from ..exhibit import Number
from ..palette import CURVES, MUTED, TEXT, fade
from ..space.exhibit import Exhibit3
from ..space.scene import Scene
from ..space.world_scene import Hand, World3, add_world

SHAPES: dict[str, Shape3] = {"sphere": Sphere(0.45), "box": Box(0.9, 0.7, 0.8), "capsule": Capsule(1.3, 0.3)}
HALF = 5.0  # of the floor, m
MOST = 40  # bodies; the oldest one makes room
LINES = 12  # of the log
PUSH = 5.0  # m/s that a push gives


class SpaceTutorialScene(Exhibit3):
    """Solids to spawn and to push about, with names, and a log of what collides."""

    title = "The tutorial scene in space"
    text = (
        "The test scene of the first lecture as it was meant: in space. Spawn spheres, boxes and capsules; "
        "push them with a click, or drag them; what is no body turns the camera. Each collision is written "
        "down once, when it begins. Press G for gravity: things fall, bounce and come to rest; what rests "
        "falls asleep (darker). Components, systems and events are those of the plane, one coordinate more."
    )
    source: ClassVar[Sequence[object]] = (
        BroadPhaseSystem,
        NarrowPhaseSystem,
        IntegrationSystem,
        CollisionListSystem,
    )
    target: ClassVar[Triple] = (-0.7, 1.2, 0.6)
    distance: ClassVar[float] = 17.0

    gravity: Toggle = Toggle("gravity", False, key="g")
    mouse: Choice = Choice("mouse", ("push", "drag"), "push", key="m")
    restitution: Slider = Slider("restitution", 0, 1, 0.5, rebuild=True)

    def build(self) -> None:
        """Make floor and walls, and the first things, which fly towards each other."""
        self.stage: World3 = self.world3()
        self.hand: Hand = Hand(self.stage)
        self.names: dict[int, str] = {}
        self.bodies: list[int] = []
        self.log: list[str] = []
        self.begun: int = 0
        self.random: random.Random = random.Random(1)
        self.made: dict[str, int] = dict.fromkeys(SHAPES, 0)
        self._fix("floor", Box(2 * HALF, 0.4, 2 * HALF), (0.0, -0.2, 0.0))
        for name, x, z in (
            ("left wall", -1, 0),
            ("right wall", 1, 0),
            ("back wall", 0, -1),
            ("front wall", 0, 1),
        ):
            size = (0.2, 0.6, 2 * HALF + 0.4) if x else (2 * HALF, 0.6, 0.2)
            self._fix(name, Box(*size), (x * (HALF + 0.1), 0.3, z * (HALF + 0.1)))
        self._add("sphere", (-3.5, 1.0, 0.5), (2.4, 0.2, 0.0))
        self._add("box", (0.4, 1.2, 0.2), (-0.6, 0.0, 0.0))
        self._add("capsule", (2.5, 1.6, -1.5), (-1.0, -0.2, 0.6))
        self._add("sphere", (0.0, 3.2, 0.0), (0.0, -0.8, 0.1))
        self.begins: EventStream = self.stage.physics.stream(COLLISION_BEGIN)
        self.change("gravity")

    def _fix(self, name: str, shape: Shape3, place: Triple) -> None:
        collider = Collider3D(shape, restitution=self.restitution)
        self.names[self.stage.create(Transform3D(*place), collider)] = name

    def _add(self, kind: str, place: Triple, velocity: Triple) -> None:
        """Add a thing with a name; the oldest one makes room."""
        if len(self.bodies) >= MOST:
            self._remove(self.bodies[0])
        self.made[kind] += 1
        turn = from_axis_angle((0.3, 1.0, 0.5), self.random.uniform(-1.5, 1.5))
        collider = Collider3D(SHAPES[kind], restitution=self.restitution)
        body = Body3D(velocity=velocity)
        entity = self.stage.create(Transform3D(*place, orientation=turn), body, collider)
        self.names[entity] = f"{kind} {self.made[kind]}"
        self.bodies.append(entity)

    def _remove(self, entity: int) -> None:
        self.stage.delete(entity)
        self.bodies.remove(entity)

    def _spawn(self, kind: str) -> None:
        x, z = (self.random.uniform(1.0 - HALF, HALF - 1.0) for _ in range(2))
        self._add(kind, (x, 4.5, z), (self.random.uniform(-1, 1), -2.0, self.random.uniform(-1, 1)))

    @Button("sphere", key="1")
    def spawn_sphere(self) -> None:
        """Spawn a sphere."""
        self._spawn("sphere")

    @Button("box", key="2")
    def spawn_box(self) -> None:
        """Spawn a box."""
        self._spawn("box")

    @Button("capsule", key="3")
    def spawn_capsule(self) -> None:
        """Spawn a capsule."""
        self._spawn("capsule")

    def change(self, name: str) -> None:
        """Switch gravity in the running world."""
        self.stage.physics.gravity = (0.0, -9.81 if self.gravity else 0.0, 0.0)

    def grab_body(self, point: Pair) -> bool:
        """Push the body at a point away from the camera, or take hold of it."""
        if self.mouse == "drag":
            return self.hand.grab(self.camera(), point)
        found = self.hand.find(self.camera(), point)
        if found is None:
            return False
        entity, place = found
        body = self.stage.get(entity, Body3D)
        away = (Vec3(*self.stage.get(entity, Transform3D).position) - place).normalized()
        body.apply_impulse(PUSH * body.mass * away, place)
        return True

    def pull_body(self, point: Pair) -> None:
        """Pull the body that is held."""
        self.hand.pull(self.camera(), point)

    def let_go_body(self) -> None:
        """Let go of it."""
        self.hand.let_go()

    def step(self) -> None:
        """Advance; write down what has begun to collide, and remove what has left the scene."""
        self.hand.step()
        self.stage.step()
        with self.stage:
            begun = self.begins.take()
        for a, b in zip(begun["entity_a"].tolist(), begun["entity_b"].tolist(), strict=True):
            first, second = sorted((a, b), reverse=True)  # the floor is older: it comes second
            self.log.append(f"{self.names[first]} and {self.names[second]}")
        self.begun += len(begun)
        del self.log[:-LINES]
        for entity in self.bodies[:]:
            if Vec3(*self.stage.get(entity, Transform3D).position).length > 40.0:
                self._remove(entity)

    def compose(self, scene: Scene) -> None:
        """Draw the world and the names of its bodies."""
        add_world(
            scene, self.stage, {entity: CURVES[k % len(CURVES)] for k, entity in enumerate(self.bodies)}
        )
        for entity in self.bodies:
            place = Vec3(*self.stage.get(entity, Transform3D).position)
            scene.label(place + Vec3(0.0, 0.75, 0.0), self.names[entity], TEXT, 12.0)
        self.hand.draw(scene)

    def draw_over(self, display: Display) -> None:
        """Draw the log, the newest line on top."""
        state = f"G: gravity {'on' if self.gravity else 'off'}   M: {self.mouse}"
        display.text(Vec2(-350.0, 298.0), state, MUTED, 13.0)
        display.text(Vec2(-350.0, 278.0), f"collisions: {self.begun}", TEXT, 13.0)
        for k, line in enumerate(reversed(self.log)):
            display.text(Vec2(-350.0, 260.0 - 16.0 * k), line, fade(TEXT, max(90, 255 - 14 * k)), 12.0)

    def numbers(self) -> dict[str, Number]:
        """Return how many bodies there are, how many sleep, and how many pairs touch and have begun to."""
        with self.stage:
            touching = len(list(self.stage.physics.collisions))
        asleep = sum(not self.stage.get(entity, Body3D).awake for entity in self.bodies)
        return {
            "bodies": len(self.bodies),
            "asleep": asleep,
            "pairs that touch": touching,
            "collisions begun": self.begun,
        }
