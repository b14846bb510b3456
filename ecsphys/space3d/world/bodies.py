"""The rows of bodies in space: one for each entity with a Transform3D and a Body3D or a Collider3D."""

from __future__ import annotations

import numpy as np

from ...arrays import FREE, offsets_of
from ...world.body_store import BodyStore
from .records import BODY3

WIDTH3 = BODY3.itemsize // 8  # words of eight bytes a row

BODY_FIELDS3 = {name: at // 8 for name, at in offsets_of(BODY3).items() if BODY3[name].itemsize == 8}  # words

BODY_FLAGS3 = {name: at for name, at in offsets_of(BODY3).items() if BODY3[name].itemsize == 1}  # bytes

POSE3, PREVIOUS3 = BODY_FIELDS3["x"], BODY_FIELDS3["previous_x"]  # the first of seven words each
POSE_WORDS = 7

# The words of a Transform3D and of a Body3D: the first one, and behind the last one.
POSES3 = PREVIOUS3, BODY_FIELDS3["vx"]
MOTION3 = BODY_FIELDS3["vx"], BODY_FIELDS3["inverse_mass"]

_NO_BODY = np.zeros(1, BODY3)
_NO_BODY["entity"] = _NO_BODY["first_shape"] = FREE
_NO_BODY["qw"] = _NO_BODY["previous_qw"] = 1.0


class Bodies3(BodyStore, record=BODY3, blank=_NO_BODY):
    """The bodies of a world in space, and what components ask of the next step."""
