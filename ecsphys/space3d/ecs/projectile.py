"""The component of bodies in space whose path is cast: bullets, rockets, arrows."""

from __future__ import annotations

from ...ecs.components import Projectile


class Projectile3D(Projectile):
    """Makes a body (Transform3D and Body3D) a bullet, rocket or arrow: it flies, and nothing pushes it.

    As `ecsphys.Projectile`: its path is cast in every step, with `mode="swept"` its Collider3D's true shape,
    turned as it is at the end of the step, with `mode="ray"` an infinitely thin ray along the way of its
    origin. All its hits, in order, are sent as `PROJECTILE_HIT` and to `on_hit(me, other, event)`; it pierces
    `pierce` entities, then ricochets `ricochet` times, reflected about the normal; the next hit, or the end
    of `max_distance`, leaves it `spent` (`PROJECTILE_SPENT`).

    It hits solid colliders that its layers and groups let it meet, never other projectiles nor the entities
    in `ignore`. `physics.ignore` and filters count as for other pairs. Triggers see it like any visitor.
    Raises `ValueError` or `TypeError` for values out of range.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D(max_steps=60))
    >>> wall = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(2, 10, 10)))
    >>> bullet = s3.Projectile3D(mode="ray")
    >>> bullet.on_hit = lambda me, other, event: print(other == wall, event.point)
    >>> shot = esper.create_entity(s3.Transform3D(), s3.Body3D(velocity=(600, 0, 0)), bullet)
    >>> esper.process(1 / 60)
    True Vec3(x=4.0, y=0.0, z=0.0)
    """

    __slots__ = ()
