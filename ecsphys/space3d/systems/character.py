"""The system that moves characters."""

from __future__ import annotations

from typing import Any, ClassVar

import esper
import numpy as np

from ...arrays import Ints
from ...systems.base_character import BaseCharacterSystem
from ...world.bodies import KINDS, KINEMATIC
from ..character.motion import move_characters3, skin_of
from ..character.neighbours import Crowd3, Neighbours3
from ..character.planes import PLANE3
from ..character.records import MOST_PLANES
from ..ecs.character_controller import CharacterController3D
from ..ecs.character_table import Characters3
from ..ecs.collider import Collider3D
from ..shapes import AABB, Box, Capsule, Sphere
from ..spatial.cuboid import Cuboid
from ..world.proxies import proxies3_of
from .system import PhysicsSystem3


class CharacterSystem(BaseCharacterSystem[CharacterController3D], PhysicsSystem3):
    """Moves characters, when all other bodies have moved: so a platform carries them in the same step.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D())
    >>> lift = s3.Body3D.kinematic(velocity=(0, 2, 0)), s3.Collider3D(s3.Box(4, 1, 4))
    >>> platform = esper.create_entity(s3.Transform3D(), *lift)
    >>> player = s3.CharacterController3D()
    >>> body, collider = s3.Body3D.kinematic(), s3.Collider3D(s3.Sphere(1))
    >>> hero = esper.create_entity(s3.Transform3D(0, 1.5, 0), body, collider, player)
    >>> esper.process(1 / 60)
    >>> esper.process(1 / 60)
    >>> player.floor_entity == platform, player.platform_velocity
    (True, Vec3(x=0.0, y=2.0, z=0.0))
    """

    body_parts = "a Transform3D and a Body3D or a Collider3D"
    component = CharacterController3D
    _plane: ClassVar[np.dtype[Any]] = PLANE3
    _most_planes = MOST_PLANES
    _stopped = ("skin", "carried_vx", "carried_vy", "carried_vz", "floor", "vx", "vy", "vz")
    _velocities = tuple((f"v{axis}", f"real_{axis}", (f"v{axis}",)) for axis in "xyz")

    def make_table(self) -> Characters3[CharacterController3D]:
        """Return the table of characters."""
        simulation = self.simulation
        return Characters3(CharacterController3D, simulation.settings.length_unit, simulation.clock)

    def is_stale(self) -> bool:
        """Whether some character waits for a body, or may have another one than it is bound to."""
        all_bound = len(self.order) == len(self.table.members) and self._is_bound()
        return super().is_stale() or not all_bound

    def accept(self, entity: int, component: CharacterController3D, row: int, body: int) -> bool:
        """Prepare a character and its body."""
        kind = int(self.world.bodies.rows["kind"][body])
        if kind != KINEMATIC:
            raise ValueError(
                f"a CharacterController3D needs Body3D.kinematic(), entity {entity} is {KINDS[kind]}"
            )
        self.table.rows["body_mass"][row] = _mass(entity)
        self.world.bodies.rows["skin"][body] = skin_of(component.skin, self.simulation.context.slop)
        return True

    def _move(self, order: Ints, barred: Ints, first: int, moved: int) -> tuple[int, int, int, int]:
        """Call the kernel that moves characters from `order[first]` on; returns what it returns."""
        world, characters = self.world, self.table
        shapes, bodies = world.shapes, world.bodies.rows
        answer: tuple[int, int, int, int] = move_characters3(
            Neighbours3(bodies, shapes.rows, shapes.solids, shapes.tight, self._ids),
            Crowd3(characters.rows, shapes.filters, barred),
            characters.hits, self._planes, order, world.index.tree, proxies3_of(world),
            self.simulation.context, first, moved,
        )  # fmt: skip
        return answer

    def _near(self, shape: int, reach: float) -> Ints:
        """Return the proxies within `reach` of a shape's fat box."""
        lx, ly, lz, ux, uy, uz = self.world.shapes.fat[shape].tolist()
        box = Cuboid(lx - reach, ly - reach, lz - reach, ux + reach, uy + reach, uz + reach)
        found: Ints = self.world.index.query(box)
        return found


def _mass(entity: int) -> float:
    """Return the mass of a character's shape. `ValueError` unless it is one that characters can have."""
    collider = esper.try_component(entity, Collider3D)
    if collider is None:
        return 0.0
    shapes = collider.shapes
    if len(shapes) != 1 or not isinstance(shapes[0], (Capsule, Sphere, AABB, Box)):
        raise ValueError(
            "a CharacterController3D needs a Collider3D of one Capsule, Sphere, AABB or Box, "
            f"entity {entity} has {collider!r}"
        )
    return float(shapes[0].volume * collider.density)
