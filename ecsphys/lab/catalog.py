"""The list of exhibits, in the order in which they are best visited."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from ..keywords import hint_at
from .exhibit import Exhibit
from .runner import Runner

# Titles of sections, and the modules of their exhibits in `exhibits/`.
SECTIONS: dict[str, tuple[str, ...]] = {
    "Two shapes": (
        "circle_and_circle",
        "aabb_and_aabb",
        "box_and_circle",
        "order_and_normal",
    ),
    "Convex shapes": (
        "convex_or_concave",
        "point_in_convex",
        "projection",
        "separating_axes",
        "minkowski_difference",
        "contact_manifold",
        "ray_at_difference",
        "levels_of_geometry",
    ),
    "Motion": (
        "swept_shapes",
        "two_fast_movers",
        "conservative_advancement",
        "tunnelling",
        "ways_to_shoot",
    ),
    "Many shapes": ("finding_pairs", "grid", "quadtree", "bsp"),
    "Collisions": ("collision_list",),
    "Dynamics": (
        "reversed_or_reflected",
        "impulses",
        "integrators",
        "time_steps",
        "soft_contacts",
        "islands_and_sleep",
    ),
    "Games": (
        "tutorial_scene",
        "triggers_and_filters",
        "one_way",
        "character",
    ),
    "Joints and fields": (
        "revolute_joint",
        "prismatic_joint",
        "distance_joint",
        "weld_joint",
        "wheel_joint",
        "motor_joint",
        "mouse_joint",
        "gear_joint",
        "ratchet_joint",
        "pulley_joint",
        "buoyancy",
    ),
    "State": ("two_futures", "determinism"),
    "Three dimensions": (
        "space_tutorial_scene",
        "space_separating_axes",
        "space_minkowski_difference",
        "space_octree",
        "space_swept_volumes",
        "space_character",
    ),
}


def names() -> list[str]:
    """Return the names of all exhibits, in order.

    >>> from ecsphys.lab import names
    >>> names()[0], "quadtree" in names()
    ('circle-and-circle', True)
    """
    return [module.replace("_", "-") for modules in SECTIONS.values() for module in modules]


def no_exhibit(name: str) -> str:
    """Return the message of a name that no exhibit has."""
    hint = hint_at(name, names()) or f"; there are {', '.join(names())}"
    return f"there is no exhibit {name!r}{hint}"


@cache
def find_exhibit(name: str) -> type[Exhibit]:
    """Return the class of an exhibit. Raises `ValueError` for a name that is not in the list.

    >>> from ecsphys.lab import find_exhibit
    >>> find_exhibit("circle-and-circle").title
    'Circle and circle'
    """
    module = name.replace("-", "_")
    if not any(module in modules for modules in SECTIONS.values()):
        raise ValueError(no_exhibit(name))
    found = import_module(f".exhibits.{module}", __package__)
    own = [x for x in vars(found).values() if isinstance(x, type) and x.__module__ == found.__name__]
    (kind,) = (x for x in own if issubclass(x, Exhibit))
    return kind


def open_exhibit(name: str, /, **values: Any) -> Runner:
    """Open an exhibit, with other values of its controls. Raises `ValueError` or `TypeError`.

    >>> from ecsphys.lab import open_exhibit
    >>> exhibit = open_exhibit("circle-and-circle", a=(0, 0), b=(150, 0), radius_a=100, radius_b=80)
    >>> exhibit.numbers()["penetration"]  # 100 + 80 - 150
    30.0
    >>> exhibit.close()
    """
    return Runner(name, find_exhibit(name), **values)
