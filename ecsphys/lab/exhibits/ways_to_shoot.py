"""Three ways to shoot: hitscan, a thin ray that flies, and a swept shape that flies."""

from collections.abc import Sequence
from typing import Any, ClassVar

from ... import Box, Circle, Collider, Projectile, RigidBody, Transform
from ...collide.ray import raycast as ray_kernel
from ...geometry import swept_shape
from ...math2d.vec2 import Vec2
from ..controls import Button, Point, Slider, Toggle
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_shape
from ..palette import BOTH, MUTED, NORMAL, STILL, TEXT, A, B, fade
from ..worlds import World

WEAPONS = ("hitscan", "thin ray", "swept disc")
COLORS = dict(zip(WEAPONS, (NORMAL, A, BOTH), strict=True))
TARGET = Box(24.0, 90.0)
HOME, TURN = 260.0, 190.0  # x of the target, and the largest |y| of its way
RANGE = 700.0
PERIOD = 97  # steps from volley to volley: the target is elsewhere at each


class WaysToShoot(Exhibit):
    """A volley of three weapons at one moving target."""

    title = "Ways to shoot"
    text = (
        "All three fire at once, along one line, at a target that moves. Hitscan is a ray cast in the moment "
        "of the shot: it hits where you aim, however far. The thin ray flies: each step casts a ray along "
        "the way of that step, so it never jumps the target but comes late; aim ahead. The swept disc has a "
        "size as well: it hits what its rim grazes where the thin ray passes. Drag the muzzle and the aim, "
        "and let gravity bend the paths; hitscan does not bend."
    )
    source: ClassVar[Sequence[object]] = (ray_kernel, Projectile)
    page_steps: ClassVar[int] = 40

    muzzle: Point = Point((-300, -60), "muzzle", TEXT)
    aim: Point = Point((260, 30), "aim", TEXT)
    speed: Slider = Slider("speed of the projectiles", 200, 3000, 700, unit="/s")
    radius: Slider = Slider("radius of the disc", 3, 40, 18)
    gravity: Slider = Slider("gravity", 0, 600, 0, unit="/s²")
    target_speed: Slider = Slider("speed of the target", 0, 400, 180, unit="/s", rebuild=True)
    shooting: Toggle = Toggle("shoot on", True)

    def build(self) -> None:
        """Make the target; fire the first volley."""
        self.stage: World = self.world(sleeping=False)
        body = RigidBody.kinematic(velocity=(0.0, self.target_speed))
        self.target: int = self.stage.create(Transform(HOME, 0.0), body, Collider(TARGET))
        self.stage.step()
        self.volleys: int = 0
        self.age: int = 0  # steps since the last volley
        self.hits: dict[str, int] = dict.fromkeys(WEAPONS, 0)
        self.flying: dict[str, int] = {}  # entities of the projectiles
        self._fire()

    def change(self, name: str) -> None:
        """Take another gravity over."""
        self.stage.physics.gravity = (0.0, -self.gravity)

    @Button("shoot", key="s")
    def shoot(self) -> None:
        """Fire at once."""
        self._fire()

    def _fire(self) -> None:
        """Fire all three."""
        for entity in self.flying.values():
            self.stage.delete(entity)
        self.change("gravity")
        self.volleys += 1
        self.age = 0
        self.marks: dict[str, tuple[float, Vec2]] = {}  # steps after the shot, and where on the target
        self.trails: dict[str, list[Vec2]] = {name: [self.muzzle] for name in WEAPONS[1:]}
        along = (self.aim - self.muzzle).normalized()
        self.reach: Vec2 = self.muzzle + along * RANGE
        with self.stage:
            found = self.stage.physics.raycast(self.muzzle, self.reach)
        if found is not None:
            self._mark("hitscan", 0.0, found.point)
        self.flying = {
            "thin ray": self._launch("thin ray", along, "ray"),
            "swept disc": self._launch("swept disc", along, "swept", Collider(Circle(self.radius))),
        }

    def _launch(self, name: str, along: Vec2, mode: Any, *parts: Any) -> int:
        """Create a projectile at the muzzle."""

        def on_hit(_me: int, other: int, event: Any) -> None:
            if other:
                self._mark(name, self.age + event.time, event.point)

        shot = Projectile(max_distance=RANGE, mode=mode, on_hit=on_hit)
        body = RigidBody(velocity=along * self.speed)
        return self.stage.create(Transform(*self.muzzle), body, shot, *parts)

    def _mark(self, name: str, steps: float, point: Vec2) -> None:
        self.hits[name] += 1
        self.marks[name] = (steps, point - self.stage.get(self.target, Transform).position)

    def step(self) -> None:
        """Turn the target at the ends of its way, advance, and fire the next volley when it is time."""
        y = self.stage.get(self.target, Transform).y
        body = self.stage.get(self.target, RigidBody)
        if y * body.velocity.y > 0.0 and abs(y) >= TURN:
            body.velocity = -body.velocity
        self.stage.step()
        self.age += 1
        for name, entity in self.flying.items():
            place = self.stage.get(entity, Transform).position
            if place != self.trails[name][-1]:
                self.trails[name].append(place)
        if self.age >= PERIOD and self.shooting:
            self._fire()

    def draw(self, display: Display) -> None:
        """Draw the way of the target, the target with the marks of hits, and the shots."""
        display.dashes((HOME, -TURN - 45), (HOME, TURN + 45), MUTED, 1.0)
        place = self.stage.get(self.target, Transform).position
        draw_shape(display, TARGET, place, B)
        display.line(self.muzzle, self.reach, fade(COLORS["hitscan"], max(40, 220 - 6 * self.age)), 1.5)
        self._draw_flying(display)
        for name, (_, offset) in self.marks.items():
            display.point(place + offset, COLORS[name], 5.0)
        for k, name in enumerate(WEAPONS):
            after = f"hit after {self.marks[name][0] * STEP:.2f} s" if name in self.marks else "no hit"
            told = f"{name}: {self.hits[name]} of {self.volleys}, this one: {after}"
            display.text((-350, 300 - 22 * k), told, COLORS[name], 15.0)
        self.draw_things(display)

    def _draw_flying(self, display: Display) -> None:
        """Draw where the projectiles flew, and what the last step cast."""
        thin, swept = self.trails["thin ray"], self.trails["swept disc"]
        display.path(thin, fade(COLORS["thin ray"], 110), 1.0)
        display.path(swept, fade(COLORS["swept disc"], 110), 1.0)
        if len(swept) > 1:
            volume = swept_shape(Circle(self.radius), swept[-2], swept[-1])
            draw_shape(display, volume, (0.0, 0.0), COLORS["swept disc"], width=1.5)
        if len(thin) > 1:
            display.line(thin[-2], thin[-1], COLORS["thin ray"], 4.0)
        display.disc(self.muzzle, 14.0, None, STILL)

    def numbers(self) -> dict[str, Number]:
        """Return the hits of each weapon."""
        place = self.stage.get(self.target, Transform).position
        return {
            "volleys": self.volleys,
            **{f"hits, {name}": count for name, count in self.hits.items()},
            "target y": place.y,
            "steps since the shot": self.age,
        }
