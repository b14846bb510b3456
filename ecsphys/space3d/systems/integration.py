"""Integration and constraint solver."""

from __future__ import annotations

from ...world.waking import update_awake
from ..solver.substeps import solve_step
from ..solver.workspace import Workspace3, ensure_workspace, rows_of
from ..world.proxies import refresh_bodies3
from .system import PhysicsSystem3


class IntegrationSystem(PhysicsSystem3):
    """Integrates velocities, solves contacts and integrates positions, by sub-steps.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> class Freeze(s3.IntegrationSystem):
    ...     def run(self):
    ...         pass  # all bodies hang where they are
    ...
    >>> physics, place = s3.Physics3D(), s3.Transform3D()
    >>> esper.add_processor(physics)
    >>> physics.replace(s3.IntegrationSystem, Freeze())
    >>> ball = esper.create_entity(place, s3.Body3D(velocity=(9, 0, 0)), s3.Collider3D(s3.Sphere(1)))
    >>> esper.process(1 / 60)
    >>> place.x
    0.0
    """

    _work: Workspace3 | None = None

    def run(self) -> None:
        """Advance all awake bodies, and bring their boxes up to date."""
        world, context = self.world, self.simulation.context
        awake = update_awake(world)
        if len(awake) == 0:
            return
        rows = rows_of(world, awake)
        work = ensure_workspace(len(rows.bodies), len(awake), len(rows.contacts.rows), self._work)
        self._work = work
        solve_step(rows, work, context)
        world.is_driven = False
        if refresh_bodies3(world, awake, 1, context):
            self.simulation.put_strays_aside(awake)
