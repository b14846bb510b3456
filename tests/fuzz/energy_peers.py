"""The scenes of the energy fuzzer through Box2D (pyb2d3) and pymunk, where they can be said there.

Box2D runs the scene's sub-steps, pymunk as many steps instead; all else is as it comes, with the contact slop
of pymunk as small as that of the others. A joint or lock that an engine does not have leaves a scene out.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyb2d3 as b2
import pymunk

from tests.fuzz.energy import scene_of, watch
from tests.fuzz.energy_links import mass_along, springs_of
from tests.fuzz.energy_oracle import Judge, Verdict
from tests.fuzz.energy_play import start_of
from tests.fuzz.energy_scene import WORLD, Body, Link, Scene
from tests.fuzz.energy_space import SpaceScene

Reals = npt.NDArray[np.float64]


class CannotSay(Exception):
    """The engine has no such joint or lock."""


class SingleJudge(Judge):
    """Judges an engine of single precision: momentum to some of its roundings."""

    share = 1e-4


class LateJudge(Judge):
    """Judges an engine that moves with the old velocities before it kicks them."""

    lag = 0.5


class Peer:
    """A scene in another engine."""

    judge = Judge

    def __init__(self, scene: Scene):
        self.scene, self._state = scene, start_of(scene)
        self.bodies: list[Any] = []

    def state(self) -> Reals:
        """Return pose and velocity of all bodies, a row each; angles without jumps."""
        for i, body in enumerate(self.bodies):
            if self.scene.bodies[i].kind == "dynamic":
                turn = body.angle - self._state[i, 2]
                angle = body.angle - math.tau * round(turn / math.tau) if math.isfinite(turn) else math.nan
                self._state[i] = *body.position, angle, *self.velocity(body), body.angular_velocity
        return self._state

    def velocity(self, body: Any) -> Any:
        """Return the velocity of a body."""
        raise NotImplementedError

    def holder(self, index: int) -> Any:
        """Return a body, or what stands for the world."""
        return self.world_body if index == WORLD else self.bodies[index]

    @property
    def world_body(self) -> Any:
        """Return what stands for the world."""
        raise NotImplementedError


class Box2D(Peer):
    """Box2D 3."""

    judge = SingleJudge
    TYPES: ClassVar = {
        "static": b2.BodyType.STATIC,
        "kinematic": b2.BodyType.KINEMATIC,
        "dynamic": b2.BodyType.DYNAMIC,
    }

    def __init__(self, scene: Scene):
        super().__init__(scene)
        self.world = b2.World(gravity=(0.0, -scene.gravity))
        self.world.sleeping_enabled = scene.rests
        self.world.restitution_threshold = 1.0 if scene.threshold is None else scene.threshold
        self._ground = self.world.create_body_from_def(b2.BodyDef())
        self.bodies = [self._add(body) for body in scene.bodies]
        for link in scene.links:
            self._join(link)

    @property
    def world_body(self) -> Any:
        """Return a static body without shapes."""
        return self._ground

    def _add(self, body: Body) -> Any:
        if set(body.locks) - {"r"}:
            raise CannotSay("locks of x and y")
        made = b2.BodyDef()
        made.type, made.position, made.rotation = (
            self.TYPES[body.kind],
            (body.x, body.y),
            b2.make_rot(body.angle),
        )
        made.linear_velocity, made.angular_velocity = body.velocity, body.spin
        made.linear_damping = made.angular_damping = body.damping
        made.fixed_rotation = "r" in body.locks
        one, shape = self.world.create_body_from_def(made), b2.ShapeDef()
        shape.material = b2.surface_material(friction=body.friction, restitution=body.restitution)
        shape.filter = b2.make_filter(category_bits=1, mask_bits=1 if body.solid else 0)
        if body.form == "circle":
            one.create_circle_shape(shape, b2.circle((0, 0), body.size[0]))
        elif body.form == "box":
            one.create_polygon_shape(shape, b2.box(0.5 * body.size[0], 0.5 * body.size[1]))
        else:
            half, radius = 0.5 * body.size[0], body.size[1]
            one.create_capsule_shape(shape, b2.capsule((-half, 0), (half, 0), radius))
        mass = b2.MassData()
        mass.mass, mass.center, mass.rotational_inertia = body.mass, (0, 0), body.inertia
        if body.kind == "dynamic":
            one.mass_data = mass
        return one

    def _spring(self, link: Link, row: str, hertz: float, ratio: float) -> dict[str, Any]:
        """Return the spring of the same stiffness and damping against the mass of the row alone."""
        share = math.sqrt(mass_along(self.scene, link, row) / mass_along(self.scene, link, row, alone=True))
        return {"hertz": hertz * share, "damping_ratio": ratio * share}

    def _join(self, link: Link) -> None:
        """Create a joint."""
        a, b, options = self.holder(link.a), self.holder(link.b), link.options
        given: dict[str, Any] = {"local_anchor_a": link.at_a, "local_anchor_b": link.at_b}
        make = getattr(self, f"_{link.kind}", None)
        if make is None:
            raise CannotSay(link.kind)
        kind, more = make(link, options)
        if kind in ("revolute", "prismatic", "weld"):
            given["reference_angle"] = math.remainder(b.angle - a.angle, math.tau)
        if kind in ("motor", "mouse"):
            given = {}
        getattr(self.world, f"create_{kind}_joint")(body_a=a, body_b=b, **given, **more)

    def _soft(self, link: Link, row: str, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options of a spring, none without hertz."""
        if not options.get("hertz"):
            return {"enable_spring": False}
        return {"enable_spring": True, **self._spring(link, row, options["hertz"], options["damping_ratio"])}

    def _revolute(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        if options.get("hertz"):
            raise CannotSay("a spring to another angle than 0 between both")
        more: dict[str, Any] = {}
        if "limits" in options:
            more |= dict(
                zip(("lower_angle", "upper_angle"), options["limits"], strict=True), enable_limit=True
            )
        if "max_motor_torque" in options:
            more |= {
                "enable_motor": True,
                "motor_speed": 0.0,
                "max_motor_torque": options["max_motor_torque"],
            }
        return "revolute", more

    def _prismatic(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return "prismatic", self._slider(link, options)

    def _slider(self, link: Link, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options that slides and wheels share."""
        x, y = options.get("axis", (1.0, 0.0))
        more = {"local_axis_a": (x / math.hypot(x, y), y / math.hypot(x, y))}
        more |= self._soft(link, "along", options)
        if "limits" in options:
            names = "lower_translation", "upper_translation"
            more |= dict(zip(names, options["limits"], strict=True), enable_limit=True)
        return more

    def _wheel(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        more = self._slider(link, options)
        if options.get("max_motor_torque"):
            more |= {
                "enable_motor": True,
                "motor_speed": 0.0,
                "max_motor_torque": options["max_motor_torque"],
            }
        return "wheel", more

    def _distance(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        now = math.dist(
            self.holder(link.a).world_point(link.at_a), self.holder(link.b).world_point(link.at_b)
        )
        more = {"length": options.get("length", now), **self._soft(link, "reach", options)}
        if "min_length" in options or "max_length" in options:
            more |= {"enable_limit": True, "min_length": options.get("min_length", 0.0)}
            more |= {"max_length": options.get("max_length", 1e5), "enable_spring": True}
            more.setdefault("hertz", 0.0)
        return "distance", more

    def _weld(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        more = {}
        for name, row, ours in (("linear", "x", ""), ("angular", "angle", "angular_")):
            if hertz := options.get(f"{ours}hertz"):
                soft = self._spring(link, row, hertz, options[f"{ours}damping_ratio"])
                more |= {f"{name}_{key}": value for key, value in soft.items()}
        return "weld", more

    def _mouse(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return "mouse", {"target": link.at_a, "max_force": 1e9, **options}

    def _motor(self, link: Link, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        bounds = {"max_force": options["max_force"], "max_torque": options["max_torque"]}
        return "motor", {"correction_factor": 0.0, **bounds}

    def velocity(self, body: Any) -> Any:
        """Return the velocity of a body."""
        return body.linear_velocity

    def step(self) -> None:
        """Run one step."""
        self.world.step(1 / self.scene.hz, self.scene.substeps)


class Pymunk(Peer):
    """Chipmunk."""

    judge = LateJudge
    TYPES: ClassVar = {
        "static": pymunk.Body.STATIC,
        "kinematic": pymunk.Body.KINEMATIC,
        "dynamic": pymunk.Body.DYNAMIC,
    }

    def __init__(self, scene: Scene):
        super().__init__(scene)
        self.space = pymunk.Space()
        self.space.gravity = 0.0, -scene.gravity
        self.space.collision_slop = 0.005
        self.space.damping = math.exp(-max(body.damping for body in scene.bodies))
        self.bodies = [self._add(body) for body in scene.bodies]
        for link in scene.links:
            self._join(link)

    @property
    def world_body(self) -> Any:
        """Return the space's own static body."""
        return self.space.static_body

    def _add(self, body: Body) -> Any:
        if set(body.locks) - {"r"}:
            raise CannotSay("locks of x and y")
        inertia = math.inf if "r" in body.locks else body.inertia
        one = pymunk.Body(body.mass, inertia, self.TYPES[body.kind])
        one.position, one.angle = (body.x, body.y), body.angle
        if body.kind == "dynamic":
            one.velocity, one.angular_velocity = body.velocity, body.spin
        shape = self._shape(body, one)
        shape.friction, shape.elasticity = body.friction**0.5, body.restitution**0.5
        shape.filter = pymunk.ShapeFilter(mask=pymunk.ShapeFilter.ALL_MASKS() if body.solid else 0)
        self.space.add(one, shape)
        return one

    def _shape(self, body: Body, one: Any) -> Any:
        """Return the shape of a body."""
        if body.form == "circle":
            return pymunk.Circle(one, body.size[0])
        if body.form == "box":
            return pymunk.Poly.create_box(one, body.size)
        half, radius = 0.5 * body.size[0], body.size[1]
        return pymunk.Segment(one, (-half, 0.0), (half, 0.0), radius)

    def _join(self, link: Link) -> None:
        """Add the constraints that a joint consists of."""
        make = getattr(self, f"_{link.kind}", None)
        if make is None:
            raise CannotSay(link.kind)
        for one in make(link, link.options, self.holder(link.a), self.holder(link.b)):
            one.collide_bodies = False
            self.space.add(one)

    def _turning(self, link: Link, a: Any, b: Any) -> Any:
        """Return the spring of a joint's angle."""
        k, target = springs_of(self.scene, link, 0.0)[2]
        name = "angular_" if link.kind == "weld" else ""
        rest = -(b.angle - a.angle + target)  # of a's angle relative to b's
        return pymunk.DampedRotarySpring(a, b, rest, k, damping_of(k, link.options, name))

    def _revolute(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        made: list[Any] = [pymunk.PivotJoint(a, b, link.at_a, link.at_b)]
        if "limits" in options:
            made.append(
                pymunk.RotaryLimitJoint(a, b, *(b.angle - a.angle + one for one in options["limits"]))
            )
        if "max_motor_torque" in options:
            made.append(pymunk.SimpleMotor(a, b, 0.0))
            made[-1].max_force = options["max_motor_torque"]
        return [*made, self._turning(link, a, b)] if options.get("hertz") else made

    def _prismatic(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        return [*self._groove(link, options, a, b), pymunk.GearJoint(a, b, b.angle - a.angle, 1.0)]

    def _groove(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        """Return a slot of a, with ends."""
        if options.get("hertz") or options.get("max_motor_torque"):
            raise CannotSay("a spring along a groove")
        x, y = options.get("axis", (1.0, 0.0))
        ends = [
            (link.at_a[0] + at * x / math.hypot(x, y), link.at_a[1] + at * y / math.hypot(x, y))
            for at in options.get("limits", (-1e3, 1e3))
        ]
        return [pymunk.GrooveJoint(a, b, *ends, link.at_b)]

    _wheel = _groove

    def _distance(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        now = math.dist(a.local_to_world(link.at_a), b.local_to_world(link.at_b))
        if options.get("hertz"):
            k, rest = springs_of(self.scene, link, now)[0]
            return [pymunk.DampedSpring(a, b, link.at_a, link.at_b, rest, k, damping_of(k, options))]
        if "min_length" in options or "max_length" in options:
            ends = options.get("min_length", 0.0), options.get("max_length", 1e5)
            return [pymunk.SlideJoint(a, b, link.at_a, link.at_b, *ends)]
        return [pymunk.PinJoint(a, b, link.at_a, link.at_b)]

    def _weld(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        point: Any = pymunk.PivotJoint(a, b, link.at_a, link.at_b)
        if options.get("hertz"):
            k, _ = springs_of(self.scene, link, 0.0)[0]
            point = pymunk.DampedSpring(a, b, link.at_a, link.at_b, 0.0, k, damping_of(k, options))
        if options.get("angular_hertz"):
            return [point, self._turning(link, a, b)]
        return [point, pymunk.GearJoint(a, b, b.angle - a.angle, 1.0)]

    def _mouse(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        k, _ = springs_of(self.scene, link, 0.0)[0]
        return [pymunk.DampedSpring(a, b, link.at_a, link.at_b, 0.0, k, damping_of(k, options))]

    def _gear(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        ratio = options["ratio"]
        return [pymunk.GearJoint(a, b, ratio * b.angle - a.angle, ratio)]

    def _ratchet(self, link: Link, options: dict[str, Any], a: Any, b: Any) -> list[Any]:
        return [pymunk.RatchetJoint(a, b, b.angle - a.angle, options["ratchet"])]

    def velocity(self, body: Any) -> Any:
        """Return the velocity of a body."""
        return body.velocity

    def step(self) -> None:
        """Run as many steps as there are sub-steps."""
        for _ in range(self.scene.substeps):
            self.space.step(self.scene.sub_step)


def damping_of(k: float, options: dict[str, Any], name: str = "") -> float:
    """Return the damping that belongs to a stiffness: 2 ζ k / ω."""
    return float(2 * options[f"{name}damping_ratio"] * k / (math.tau * options[f"{name}hertz"]))


ENGINES = Box2D, Pymunk


def judged_by(engine: type[Peer], seed: int) -> Verdict | None:
    """Judge another engine by a seed; None where it cannot say the scene."""
    scene = scene_of(seed)
    if isinstance(scene, SpaceScene):
        return None
    try:
        return watch(engine(scene), engine.judge(scene, start_of(scene)))
    except CannotSay:
        return None
