"""The public methods of `Physics` that move bodies: fields of force, explosions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .ecs.components import ALL
from .hooks import Hooks
from .hooks.fields import Fields
from .math2d.vec2 import Pair
from .query import Blast, Queries
from .query.filters import Ignored, takes_query_keywords

FieldT = TypeVar("FieldT", bound=Callable[[Fields], object])


class ForcesFacade:
    """What acts on bodies in every step, and what acts on them at once."""

    queries: Queries
    hooks: Hooks

    @takes_query_keywords
    def explode(
        self,
        center: Pair,
        radius: float,
        impulse: float,
        *,
        falloff: float = 1.0,
        cover: bool = False,
        mask: int = ALL,
        ignore: Ignored = (),
    ) -> list[Blast]:
        """Push all dynamic bodies within `radius` away from a point, at once; return what was done to them.

        Each shape gets `impulse` (mass times length per second) per length of its outline that faces the
        centre: its width across the direction to its nearest point, as far as it lies within the radius. That
        is multiplied by (1 - distance / radius) to the power of `falloff`, with the distance of that point: 1
        falls linearly, 0 not at all. The impulse acts at that point, so it turns what it hits off-centre. A
        negative one pulls. Around a centre inside of a shape it acts at the shape's centroid, in full.

        - `cover`: only bodies whose nearest point a ray from the centre reaches. All solid colliders are
          cover, but those in `ignore`; inside of one, nothing else is reached.
        - `mask`: colliders on one of these layers. `ignore`: not this entity, or these entities.

        Returns one `Blast(entity, point, impulse)` a body, ascending by entity, with its nearest point and
        the sum of the impulses on its shapes. What it hits wakes. Raises `ValueError` or `TypeError` that
        names the wrong argument, or the entity that would become too fast; nothing has moved then.

        >>> import esper
        >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
        >>> physics = Physics()
        >>> esper.add_processor(physics)
        >>> crate = esper.create_entity(Transform(60, 0), RigidBody(mass=2), Collider(Box(20, 20)))
        >>> blast, = physics.explode((0, 0), radius=100, impulse=50)
        >>> blast.entity == crate, blast.point, blast.impulse  # 50 * 20 wide * (1 - 50 / 100)
        (True, Vec2(x=50.0, y=0.0), Vec2(x=500.0, y=0.0))
        """
        return self.queries.explosions.explode(center, radius, impulse, falloff, cover, mask, ignore)

    def add_field(self, function: FieldT, *components: type) -> FieldT:
        """Let `function(fields)` say the force on bodies at places, as often as the integrator asks; return
        it.

        A field acts on every dynamic body whose entity has all of these component types; subclasses count. It
        adds to `fields.fx` and `fields.fy`, arrays with one number a body, from the arrays `fields.x`, `.y`
        (centre of mass), `.vx`, `.vy`, `.mass`, `.entity` and the number `fields.time` (seconds of simulated
        time). Forces are in units of mass times length per second squared. It is asked before each sub-step:
        once by the Euler methods, twice by "velocity_verlet", four times by "rk4", at places that the body
        may never take; so it depends on its arguments only, and changes nothing.

        A body at rest falls asleep in a field as elsewhere, but not where it moves freely and the force will
        set it moving. A sleeping one is asked once a step; it wakes when the force on it changes by as much
        as would give it the sleeping speed within the time to fall asleep. Fields are referenced strongly;
        `off` removes one. Adding and removing wake everything. With fields the solver uses one thread.

        Raises `TypeError` for arguments of other types; a step raises `ValueError` that names the function
        for forces that are no numbers, NaN or infinite, before anything has moved.

        >>> import math
        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics(integrator="velocity_verlet")
        >>> esper.add_processor(physics)
        >>> @physics.add_field
        ... def spring(fields):
        ...     fields.fx -= (2 * math.pi) ** 2 * fields.x  # at mass 1 one swing a second
        ...
        >>> place = Transform(100, 0)
        >>> ball = esper.create_entity(place, RigidBody(mass=1))
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> round(place.x)
        100
        """
        self.hooks.fields.add(function, components)
        return function
