"""Space, for the Python code that it shares with the plane."""

from __future__ import annotations

from ...ecs.dimension import Dimension
from ..contacts.crush import find_squeezed3
from ..contacts.table import add_contacts3, index_pairs3, invalidate_touches3, remove_contacts_of3
from ..contacts.touch_list import end_pairs_of3, update_touch_list3
from ..world.body_range import CHECKED3, find_any_beyond3, find_beyond3
from ..world.proxies import mark_indexed3, refresh_bodies3, release_proxies
from ..world.waking import collect_awake3, sleep_rows3, wake_moving3, wake_rows3
from .staging import StagedEntities3

_MOTION = tuple(f"{name}{axis}" for name in ("v", "w", "force_", "torque_") for axis in "xyz")
_INVERSE_INERTIA = tuple(f"j{axes}" for axes in ("xx", "yy", "zz", "xy", "xz", "yz"))

SPACE = Dimension(
    collect_awake=collect_awake3,
    wake_rows=wake_rows3,
    wake_moving=wake_moving3,
    sleep_rows=sleep_rows3,
    find_beyond=find_beyond3,
    find_any_beyond=find_any_beyond3,
    add_contacts=add_contacts3,
    remove_contacts_of=remove_contacts_of3,
    invalidate_touches=invalidate_touches3,
    index_pairs=index_pairs3,
    mark_indexed=mark_indexed3,
    update_touch_list=update_touch_list3,
    end_pairs_of=end_pairs_of3,
    find_squeezed=find_squeezed3,
    refresh_bodies=refresh_bodies3,
    unlink_shapes=release_proxies,
    make_staging=StagedEntities3,
    checked=CHECKED3,
    pose=("x", "y", "z", "qw", "qx", "qy", "qz"),
    motion=_MOTION,
    stopped=(
        *_MOTION, "target_time", "inverse_mass", *_INVERSE_INERTIA, "carried_vx", "carried_vy", "carried_vz",
    ),
    crossing_order=("nz", "ny", "nx", "z", "y", "x"),
)  # fmt: skip
