"""The plane, for the Python code that it shares with space."""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..contacts.crush import find_squeezed
from ..contacts.growth import index_pairs
from ..contacts.pending_edits import invalidate_touches
from ..contacts.table import add_contacts, remove_contacts_of
from ..contacts.touch_list import end_pairs_of, update_touch_list
from ..spatial.proxies import mark_indexed, refresh_bodies
from ..world.body_range import find_any_beyond, find_beyond
from ..world.checks import CHECKED
from ..world.placing import unlink_shapes
from ..world.state import World
from ..world.waking import collect_awake, sleep_rows, wake_moving, wake_rows
from .dimension import Dimension
from .staging import StagedEntities

_MOTION = "vx", "vy", "angular_velocity", "force_x", "force_y", "torque"


def _unlink_shapes(world: World, rows: Ints) -> tuple[Ints, list[int]]:
    """Unlink all shapes of bodies; return their rows and where the coarse volumes around them begin."""
    taken, volumes = np.empty(world.shapes.count, np.int64), np.empty(len(rows), np.int64)
    unlinked = unlink_shapes(world.bodies.rows, world.shapes.rows, rows, taken, volumes)
    return taken[: unlinked.shapes], volumes[: unlinked.volumes].tolist()


PLANE = Dimension(
    collect_awake=collect_awake,
    wake_rows=wake_rows,
    wake_moving=wake_moving,
    sleep_rows=sleep_rows,
    find_beyond=find_beyond,
    find_any_beyond=find_any_beyond,
    add_contacts=add_contacts,
    remove_contacts_of=remove_contacts_of,
    invalidate_touches=invalidate_touches,
    index_pairs=index_pairs,
    mark_indexed=mark_indexed,
    update_touch_list=update_touch_list,
    end_pairs_of=end_pairs_of,
    find_squeezed=find_squeezed,
    refresh_bodies=refresh_bodies,
    unlink_shapes=_unlink_shapes,
    make_staging=StagedEntities,
    checked=CHECKED,
    pose=("x", "y", "angle"),
    motion=_MOTION,
    stopped=(
        *_MOTION, "target_time", "inverse_mass", "inverse_inertia", "carried_vx", "carried_vy", "impact_vx",
        "impact_vy",
    ),
    crossing_order=("ny", "nx", "y", "x"),
)  # fmt: skip
