"""The base class of the systems of a step in space."""

from __future__ import annotations

from ...contacts.table import table_of
from ...math2d.vec2 import new_tuple
from ...systems.system import BaseSystem
from ...world.contacts import PairTable
from ..contacts.scene import Scene3
from ..ecs.simulation import Simulation3
from ..world.state import World3


class PhysicsSystem3(BaseSystem):
    """One stage of a step. Run by `Physics3D`, or by esper when it was added there by itself.

    Subclasses implement `run`. When esper runs the systems one by one, the first of them begins the step and
    the last ends it.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> class Updraft(s3.PhysicsSystem3):
    ...     def run(self):
    ...         self.physics.bodies["vy"] = 3.0
    ...
    >>> physics = s3.Physics3D()
    >>> esper.add_processor(physics)
    >>> physics.insert(Updraft(), before=s3.IntegrationSystem)
    >>> place = s3.Transform3D()
    >>> leaf = esper.create_entity(place, s3.Body3D(), s3.Collider3D(s3.Sphere(0.1)))
    >>> esper.process(1 / 60)
    >>> round(place.y, 9)
    0.05
    """

    simulation: Simulation3
    world: World3


def scene_of(world: World3, table: PairTable) -> Scene3:
    """Return what detection works on, for the contacts of a table."""
    shapes, bodies, tree = world.shapes, world.bodies.rows, world.index.tree
    own = shapes.rows, shapes.solids, shapes.tight, shapes.fat
    return new_tuple(Scene3, (tree, bodies, *own, table_of(table), world.tests))
