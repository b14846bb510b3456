"""Integrators: six methods beside each other on a planet and on a spring, with their energies."""

import math
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from ... import Physics, RigidBody, Transform
from ...hooks.field_motion import FieldMotion
from ...hooks.fields import Fields
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Pair, Vec2
from ...solver.flights import fly
from ..controls import Choice, Point, Slider
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_graph
from ..palette import CURVES, MUTED, NORMAL, TEXT, fade
from ..worlds import World

METHODS = {
    "explicit_euler": "explicit Euler",
    "semi_implicit_euler": "semi-implicit Euler",
    "velocity_verlet": "velocity Verlet",
    "rk4": "Runge-Kutta 4",
    "midpoint": "midpoint",
    "trapezoid": "trapezoid",
}
CENTER = Vec2(0.0, 95.0)
RADIUS = 24.0  # of the planet, in which its pull falls to 0
PULL = 1.1e7  # of the planet: gravitational constant times mass, units³/s²
STIFFNESS = 9.0  # of the spring over the body's mass, 1/s²
TRAIL = 220  # frames
SPAN = 900  # frames of the graph
LOST = 900.0  # distance at which a body is given up
TRY = 0.5  # s that the arrow of the velocity stands for


class Track:
    """One method: its world and its body, the trail of places, and the energy after each frame."""

    def __init__(self, world: World, body: int):
        self.world = world
        self.body = body
        self.places: list[Vec2] = []
        self.errors: list[float] = []

    @property
    def place(self) -> Vec2:
        """Where its body is."""
        return self.world.get(self.body, Transform).position

    @property
    def is_lost(self) -> bool:
        """Whether its body has flown away."""
        return self.place.distance(CENTER) > LOST


class Integrators(Exhibit):
    """One motion by six integrators."""

    title = "Integrators and energy"
    text = (
        "Between two steps a computer must guess: forces change with the place, the place with them. "
        "Explicit Euler moves by the old velocity and gains energy in every round, until the body flies off. "
        "Semi-implicit Euler moves by the new velocity: one line changed, and the energy swings about its "
        "true value instead. Velocity Verlet does so with an error of second order; Runge-Kutta asks for the "
        "force four times and is the most precise, but loses energy slowly. The midpoint and the trapezoidal "
        "rule of schoolbooks ask twice, and gain a little. Drag the start and the tip of its velocity, "
        "lengthen the step, try the spring. Grey is the true orbit."
    )
    source: ClassVar[Sequence[object]] = (fly, FieldMotion, Physics.add_field)

    scene: Choice = Choice("force", ("planet", "spring"), "planet", rebuild=True, key="f")
    dt: Slider = Slider("step", 15, 60, 25, step=1, unit="ms", rebuild=True)
    start: Point = Point((170, 95), "start", rebuild=True)
    tip: Point = Point((170, 200), "velocity", rebuild=True)

    def build(self) -> None:
        """Make a world with a force and a body for each method."""
        self.tracks: list[Track] = [self.track(method) for method in METHODS]
        self.energy_at_start: float = self.energy(self.start, self.velocity)
        self.note()

    def track(self, method: str) -> Track:
        """Make the world of a method."""
        world = self.world(
            step=self.dt / 1000, substeps=1, integrator=method, sleeping=False, length_unit=16.0
        )
        world.physics.add_field(self.attract)
        return Track(world, world.create(Transform(*self.start), RigidBody(velocity=self.velocity)))

    @property
    def velocity(self) -> Vec2:
        """The velocity at the start, units/s."""
        return (self.tip - self.start) / TRY

    def attract(self, fields: Fields) -> None:
        """Pull to the centre: as a spring of length 0, or as a planet of even density."""
        x, y = fields.x - CENTER.x, fields.y - CENTER.y
        if self.scene == "spring":
            rate = np.full(len(x), STIFFNESS)
        else:
            rate = PULL / np.maximum(np.hypot(x, y), RADIUS) ** 3
        fields.fx -= fields.mass * rate * x
        fields.fy -= fields.mass * rate * y

    def energy(self, place: Pair, velocity: Vec2) -> float:
        """Return the energy over the mass, units²/s²: 0 at rest, on the spring or far away."""
        r = CENTER.distance(place)
        if self.scene == "spring":
            potential = 0.5 * STIFFNESS * r * r
        elif r >= RADIUS:
            potential = -PULL / r
        else:
            potential = -PULL * (3.0 * RADIUS**2 - r * r) / (2.0 * RADIUS**3)
        return 0.5 * velocity.dot(velocity) + potential

    def step(self) -> None:
        """Let time pass in all worlds; each runs the whole steps that are due."""
        for track in self.tracks:
            if not track.is_lost:
                with track.world:
                    track.world.physics.process(STEP)
        self.note()

    def note(self) -> None:
        """Keep places and energies for trails and graph."""
        for track in self.tracks:
            velocity = track.world.get(track.body, RigidBody).velocity
            gain = self.energy(track.place, velocity) - self.energy_at_start
            track.places = [*track.places[-TRAIL:], track.place]
            track.errors = [*track.errors[-SPAN:], 100.0 * gain / max(abs(self.energy_at_start), 1.0)]

    def draw(self, display: Display) -> None:
        """Draw the force's centre, the true orbit, the six bodies with their trails, and the energies."""
        display.path(self.orbit(), fade(MUTED, 150), 1.0, closed=True)
        if self.scene == "planet":
            display.disc(CENTER, RADIUS, fade(MUTED, 120), MUTED)
        else:
            display.cross(CENTER, MUTED)
        for track, color in zip(self.tracks, CURVES, strict=False):
            if track.is_lost:
                continue
            display.path(track.places, fade(color, 170), 1.5)
            if self.scene == "spring":
                display.line(CENTER, track.place, fade(color, 110))
            display.disc(track.place, 6.0, color)
        display.arrow(self.start, self.tip, NORMAL)
        self.draw_things(display)
        self.draw_energies(display)

    def draw_energies(self, display: Display) -> None:
        """Draw a graph of the energies."""
        curves = [
            (
                f"{name}: {track.errors[-1]:+.3g} %{', lost' if track.is_lost else ''}".ljust(38),
                color,
                track.errors,
            )
            for name, color, track in zip(METHODS.values(), CURVES, self.tracks, strict=False)
        ]
        frame = Bounds(Vec2(-350.0, -310.0), Vec2(350.0, -130.0))
        display.line((-350.0, -250.0), (350.0, -250.0), fade(TEXT, 60), 1.0)
        draw_graph(display, frame, curves, -50.0, 100.0, SPAN, "energy above that at the start, %")

    def orbit(self) -> list[Pair]:
        """Return the true closed orbit; of the planet only if it is closed and passes it by."""
        r, v = self.start - CENTER, self.velocity
        turns = np.linspace(0.0, 2.0 * math.pi, 120, endpoint=False)
        if self.scene == "spring":
            w = math.sqrt(STIFFNESS)
            points = np.outer(np.cos(turns), r) + np.outer(np.sin(turns), v / w)
        else:
            momentum = r.cross(v)
            pole = Vec2(v.y * momentum, -v.x * momentum) / PULL - r.normalized()  # the eccentricity vector
            nearest = momentum**2 / PULL / (1.0 + pole.length)
            if pole.length >= 1.0 or nearest < RADIUS:
                return []
            distance = momentum**2 / PULL / (1.0 + pole.length * np.cos(turns - pole.angle))
            points = distance[:, None] * np.column_stack([np.cos(turns), np.sin(turns)])
        orbit: list[Pair] = (points + CENTER).tolist()
        return orbit

    def numbers(self) -> dict[str, Number]:
        """Return how far the energy of each method is from that at the start, and the steps so far."""
        errors: dict[str, Number] = {
            f"energy, {name}, %": track.errors[-1]
            for name, track in zip(METHODS.values(), self.tracks, strict=True)
        }
        return {"steps": self.tracks[-1].world.physics.step_count, **errors}
