"""Swept volumes in space: a sphere sweeps a capsule, a box a hull; a sphere around both ends lies."""

from collections.abc import Sequence
from typing import ClassVar

from ...math2d.vec2 import Vec2
from ...space3d import AABB, Box, Shape3, Sphere
from ...space3d.geometry import CastHit, overlap, shape_cast, swept_shape
from ...space3d.math3d.pose import Pose3
from ...space3d.math3d.quaternion import from_axis_angle
from ...space3d.math3d.vec3 import Triple, Vec3
from ..controls import Choice, Slider
from ..display import Display
from ..exhibit import Number
from ..palette import BOTH, GOOD, HIT, MUTED, STILL, A, B, fade
from ..space.exhibit import Exhibit3, Thing3
from ..space.scene import Scene

MOVERS: dict[str, Shape3] = {"sphere": Sphere(0.5), "box": AABB(1.0, 0.8, 0.9)}
OBSTACLE = Box(1.2, 1.6, 1.0)


class SpaceSweptVolumes(Exhibit3):
    """A fast mover from `start` to `end`, what it sweeps, and what a big sphere says instead."""

    title = "Swept volumes in space"
    text = (
        "What moves in a straight line fills a volume: a sphere fills a capsule, a box the hull of its "
        "first and last place. If that volume misses an obstacle the motion misses it; if not, a cast says "
        "when and where it hits. A sphere around both places is cheaper and often wrong: drag the obstacle "
        "beside the path, and the sphere reports a hit that never happens. Drag both ends of the motion, too."
    )
    source: ClassVar[Sequence[object]] = (swept_shape, shape_cast)
    target: ClassVar[Triple] = (0.0, 1.2, 0.0)
    distance: ClassVar[float] = 12.5

    start: Thing3 = Thing3(Sphere(0.12), (-3.0, 1.0, 1.0), "start", color=A)
    end: Thing3 = Thing3(Sphere(0.12), (3.2, 1.6, -1.0), "end", color=A)
    obstacle: Thing3 = Thing3(
        OBSTACLE, Pose3((0.6, 0.9, 0.2), from_axis_angle((0.0, 1.0, 0.0), 0.5)), "obstacle", B
    )
    mover: Choice = Choice("mover", tuple(MOVERS), "sphere", key="m")
    time: Slider = Slider("time", 0, 1, 0.35)

    def compose(self, scene: Scene) -> None:
        """Draw mover, volume, obstacle and the naive sphere."""
        shape, (first, last) = MOVERS[self.mover], self._ends()
        hit = self._hit()
        scene.grid(6.0, 1.0)
        scene.solid(OBSTACLE, self.obstacle, HIT if hit else STILL)
        scene.solid(Sphere(0.12), first, A)
        scene.solid(Sphere(0.12), last, A)
        reached = hit.fraction if hit else 1.0
        scene.solid(shape, first.lerp(last, min(self.time, reached)), A)
        if hit:
            scene.arrow(hit.point, Vec3(*hit.point) + Vec3(*hit.normal), HIT)
        scene.solid(swept_shape(shape, first, last), (0.0, 0.0, 0.0), fade(GOOD, 70))
        scene.solid(self._around(), first.lerp(last, 0.5), fade(BOTH, 40))

    def draw_over(self, display: Display) -> None:
        """Say what each of them finds."""
        said = self.numbers()
        rows = [
            ("swept volume", said["swept volume overlaps"], GOOD),
            ("sphere around both ends", said["sphere around overlaps"], BOTH),
        ]
        for k, (name, hits, color) in enumerate(rows):
            display.text(
                Vec2(-350.0, 296.0 - 18.0 * k), f"{name}: {'hits' if hits else 'misses'}", color, 13.0
            )
        if said["sphere around overlaps"] and not said["swept volume overlaps"]:
            display.text(Vec2(-350.0, 260.0), "the sphere reports a hit that never happens", MUTED, 13.0)

    def _ends(self) -> tuple[Vec3, Vec3]:
        return Vec3(*self.start.position), Vec3(*self.end.position)

    def _around(self) -> Sphere:
        """Return the sphere around the mover at both ends."""
        first, last = self._ends()
        shape = MOVERS[self.mover]
        reach = shape.radius if isinstance(shape, Sphere) else Vec3(*shape.vertices[0]).length
        return Sphere(0.5 * first.distance(last) + reach)

    def _hit(self) -> CastHit | None:
        first, last = self._ends()
        return shape_cast(MOVERS[self.mover], first, last - first, OBSTACLE, self.obstacle)

    def numbers(self) -> dict[str, Number]:
        """Return what the volume, the naive sphere and the cast say."""
        first, last = self._ends()
        hit = self._hit()
        middle = first.lerp(last, 0.5)
        numbers: dict[str, Number] = {
            "swept volume overlaps": overlap(
                swept_shape(MOVERS[self.mover], first, last), (0.0, 0.0, 0.0), OBSTACLE, self.obstacle
            ),
            "sphere around overlaps": overlap(self._around(), middle, OBSTACLE, self.obstacle),
            "hit": hit is not None,
        }
        if hit is not None:
            numbers["time of the hit"] = hit.fraction
        return numbers
