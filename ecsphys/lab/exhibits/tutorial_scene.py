"""The scene of the first lecture: spawn, push, gravity on and off, and the log of collisions."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from ... import COLLISION_BEGIN, Box, Capsule, Circle, Collider, RigidBody, Shape, Transform
from ...events.stream import EventStream
from ...math2d.vec2 import Pair, Vec2
from ...settings import INTEGRATORS
from ...spatial.broad_phase import KINDS
from ...systems import BroadPhaseSystem, CollisionListSystem, IntegrationSystem, NarrowPhaseSystem
from ..controls import Button, Choice, Slider, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_world
from ..palette import CURVES, GRID, MUTED, TEXT, fade
from ..worlds import World

SHAPES: dict[str, Shape] = {"circle": Circle(24), "box": Box(50, 36), "capsule": Capsule(70, 16)}
LEFT, RIGHT, FLOOR = -350.0, 70.0, -290.0  # inner sides of the walls and the floor
MOST = 40  # bodies; the oldest one makes room
LINES = 33  # of the log
PUSH = 320.0  # speed that a push gives


class TutorialScene(Exhibit):
    """Shapes to spawn and to push about, with names, and a log of what collides."""

    title = "The tutorial scene"
    text = (
        "The test scene of the first lecture. Spawn circles, boxes and capsules; push them with a click, or "
        "drag them. Each collision is written down once, when it begins. Press G for gravity: things fall "
        "and bounce on the floor. Switch the response off: they overlap and fall through, and the log still "
        "says so, since detection and response are two things. Integrator and broad phase can change while "
        "it runs: every broad phase finds the same pairs, so the log stays the same."
    )
    source: ClassVar[Sequence[object]] = (
        BroadPhaseSystem,
        NarrowPhaseSystem,
        IntegrationSystem,
        CollisionListSystem,
    )

    gravity: Toggle = Toggle("gravity", False, key="g")
    response: Toggle = Toggle("response", True, key="r")
    mouse: Choice = Choice("mouse", ("push", "drag"), "push", key="m")
    restitution: Slider = Slider("restitution", 0, 1, 0.6, rebuild=True)
    integrator: Choice = Choice("integrator", tuple(INTEGRATORS), "semi_implicit_euler")
    broad_phase: Choice = Choice("broad phase", tuple(KINDS), "quadtree")

    def build(self) -> None:
        """Make floor and walls, and the first things, which fly towards each other."""
        self.stage: World = self.world(length_unit=50)
        self.names: dict[int, str] = {}
        self.bodies: list[int] = []
        self.log: list[str] = []
        self.begun: int = 0
        self.random: Random = Random(1)
        self.made: dict[str, int] = dict.fromkeys(SHAPES, 0)
        middle, width = 0.5 * (LEFT + RIGHT), RIGHT - LEFT
        self._fix("floor", Box(width + 40, 20), (middle, FLOOR - 10))
        self._fix("left wall", Box(20, 640), (LEFT - 10, 20))
        self._fix("right wall", Box(20, 640), (RIGHT + 10, 20))
        self._add("circle", (-290, -60), (150, 20))
        self._add("box", (-60, -30), (-60, -30))
        self._add("capsule", (-140, 160), (0, -90))
        self._add("circle", (0, 120), (-40, 0))
        self.begins: EventStream = self.stage.physics.stream(COLLISION_BEGIN)
        for name in ("gravity", "response", "integrator", "broad_phase"):
            self.change(name)

    def _fix(self, name: str, shape: Shape, place: Pair) -> None:
        self.names[self.stage.create(Transform(*place), Collider(shape, restitution=self.restitution))] = name

    def _add(self, kind: str, place: Pair, velocity: Pair) -> None:
        """Add a thing with a name; the oldest one makes room."""
        if len(self.bodies) >= MOST:
            self._remove(self.bodies[0])
        self.made[kind] += 1
        collider = Collider(SHAPES[kind], restitution=self.restitution)
        entity = self.stage.create(Transform(*place), RigidBody(velocity=velocity), collider)
        self.names[entity] = f"{kind} {self.made[kind]}"
        self.bodies.append(entity)

    def _remove(self, entity: int) -> None:
        self.stage.delete(entity)
        self.bodies.remove(entity)

    def _spawn(self, kind: str) -> None:
        x = self.random.uniform(LEFT + 50, RIGHT - 50)
        self._add(kind, (x, 240), (self.random.uniform(-60, 60), -120))

    @Button("circle", key="1")
    def spawn_circle(self) -> None:
        """Spawn a circle."""
        self._spawn("circle")

    @Button("box", key="2")
    def spawn_box(self) -> None:
        """Spawn a box."""
        self._spawn("box")

    @Button("capsule", key="3")
    def spawn_capsule(self) -> None:
        """Spawn a capsule."""
        self._spawn("capsule")

    def change(self, name: str) -> None:
        """Change the running world."""
        physics = self.stage.physics
        if name == "gravity":
            physics.gravity = (0, -500 if self.gravity else 0)
        elif name == "response":
            physics.response = self.response
        elif name == "integrator":
            physics.integrator = self.values[name]
        elif name == "broad_phase":
            physics.broad_phase = self.values[name]

    def grab(self, point: Pair) -> bool:
        """Push what is at a point away from it, or take hold of it."""
        if self.mouse == "drag":
            return super().grab(point)
        with self.stage:
            found = self.stage.physics.overlap_point(point, kind="dynamic")
        if not found:
            return False
        body = self.stage.get(found[0], RigidBody)
        away = (self.stage.get(found[0], Transform).position - point).normalized()
        body.apply_impulse((away if away.length > 0.0 else Vec2(0.0, 1.0)) * (PUSH * body.mass), point)
        return True

    def step(self) -> None:
        """Advance; write down what has begun to collide, and remove what has fallen out of the scene."""
        self.stage.step()
        with self.stage:
            begun = self.begins.take()
        for a, b in zip(begun["entity_a"].tolist(), begun["entity_b"].tolist(), strict=True):
            first, second = sorted((a, b), reverse=True)  # the floor is older: it comes second
            self.log.append(f"Collision between {self.names[first]} and {self.names[second]}")
        self.begun += len(begun)
        del self.log[:-LINES]
        for entity in self.bodies[:]:
            if self.stage.get(entity, Transform).y < -800.0:
                self._remove(entity)

    def draw(self, display: Display) -> None:
        """Draw the world, names, and the log, the newest line on top."""
        colors = {entity: CURVES[k % len(CURVES)] for k, entity in enumerate(self.bodies)}
        draw_world(display, self.stage.physics, colors)
        for entity in self.bodies:
            place = self.stage.get(entity, Transform).position
            display.text(place - Vec2(0.0, 4.0), self.names[entity], TEXT, 12.0, "center")
        display.line((RIGHT + 24, -310), (RIGHT + 24, 310), GRID, 1.0)
        display.text((RIGHT + 32, 298), f"{self.begun} collisions", TEXT, 13.0)
        for k, line in enumerate(reversed(self.log)):
            display.text((RIGHT + 32, 278 - 17.5 * k), line, fade(TEXT, max(90, 255 - 12 * k)), 12.0)
        state = f"G: gravity {_word(self.gravity)}   R: response {_word(self.response)}   M: {self.mouse}"
        display.text((LEFT + 6, 300), state, MUTED, 13.0)

    def numbers(self) -> dict[str, Number]:
        """Return how many bodies there are, and how many pairs touch and have begun to."""
        with self.stage:
            touching = len(list(self.stage.physics.collisions))
        return {"bodies": len(self.bodies), "pairs that touch": touching, "collisions begun": self.begun}


def _word(on: bool) -> str:
    return "on" if on else "off"
