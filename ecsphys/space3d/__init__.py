"""Three dimensions: shapes, questions about them, indices, and a world of bodies in esper.

`from ecsphys import space3d as s3`. y points up, coordinates are right-handed, angles are radians. Lengths
are the game's own unit, metres by default.
"""

from ..ecs.components.layers import ALL
from ..events import Listener, off
from . import geometry
from .ecs.body import Body3D
from .ecs.character_controller import CharacterController3D, CharacterHit3D
from .ecs.collider import Collider3D
from .ecs.projectile import Projectile3D
from .ecs.transform import Transform3D
from .events.collisions import Collision3D, Collisions3D
from .events.event import CollisionEvent3D, CollisionPoint3, ProjectileEvent3D, TriggerEvent3D
from .events.handlers import on
from .geometry import (
    closest_point,
    collide,
    collide_many,
    convex_hull,
    distance,
    minkowski_difference,
    overlap,
    overlap_many,
    project,
    raycast,
    raycast_many,
    separating_axes,
    shape_cast,
    swept_shape,
    time_of_impact,
)
from .math3d.bounds import Bounds3
from .math3d.mass import MassProperties3
from .math3d.pose import Pose3
from .math3d.quaternion import Quaternion, from_axis_angle
from .math3d.vec3 import Vec3
from .physics import Physics3D
from .query import Nearest3, WorldHit3
from .shapes import AABB, Box, Capsule, Hull, Mesh, Plane, Shape3, Sphere
from .spatial.indices import BoundingVolumeTree, BruteForce, Octree, SweepAndPrune
from .systems import (
    BroadPhaseSystem,
    CharacterSystem,
    CollisionListSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    PhysicsSystem3,
    ProjectileSystem,
    SleepSystem,
    TriggerSystem,
)

__all__ = [
    "AABB",
    "ALL",
    "Body3D",
    "BoundingVolumeTree",
    "Bounds3",
    "Box",
    "BroadPhaseSystem",
    "BruteForce",
    "Capsule",
    "CharacterController3D",
    "CharacterHit3D",
    "CharacterSystem",
    "Collider3D",
    "Collision3D",
    "CollisionEvent3D",
    "CollisionListSystem",
    "CollisionPoint3",
    "Collisions3D",
    "ContinuousSystem",
    "Hull",
    "IntegrationSystem",
    "Listener",
    "MassProperties3",
    "Mesh",
    "NarrowPhaseSystem",
    "Nearest3",
    "Octree",
    "Physics3D",
    "PhysicsSystem3",
    "Plane",
    "Pose3",
    "Projectile3D",
    "ProjectileEvent3D",
    "ProjectileSystem",
    "Quaternion",
    "Shape3",
    "SleepSystem",
    "Sphere",
    "SweepAndPrune",
    "Transform3D",
    "TriggerEvent3D",
    "TriggerSystem",
    "Vec3",
    "WorldHit3",
    "closest_point",
    "collide",
    "collide_many",
    "convex_hull",
    "distance",
    "from_axis_angle",
    "geometry",
    "minkowski_difference",
    "off",
    "on",
    "overlap",
    "overlap_many",
    "project",
    "raycast",
    "raycast_many",
    "separating_axes",
    "shape_cast",
    "swept_shape",
    "time_of_impact",
]
