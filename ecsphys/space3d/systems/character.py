"""The system that moves characters."""

from __future__ import annotations

import esper
import numpy as np

from ...arrays import FREE, Ints
from ...compile import records
from ...contacts.pair_update import update_pairs
from ...spatial.pair_keys import pair_keys
from ...systems.component import BaseComponentSystem
from ...world.bodies import KINDS, KINEMATIC
from ...world.waking import update_awake
from ..character.motion import move_characters3, skin_of
from ..character.neighbours import Crowd3, Neighbours3
from ..character.planes import PLANE3
from ..character.records import MOST_PLANES
from ..ecs.character_controller import CharacterController3D
from ..ecs.character_table import Characters3
from ..ecs.collider import Collider3D
from ..shapes import Capsule, Sphere
from ..spatial.cuboid import Cuboid
from ..world.proxies import proxies3_of
from .system import PhysicsSystem3

_NO_KEYS = np.zeros(0, np.int64)
_FILTER_REACH = 2.0  # typical objects around a character for whose pairs filters are called


class CharacterSystem(BaseComponentSystem[CharacterController3D], PhysicsSystem3):
    """Moves characters, when all other bodies have moved: so a platform carries them in the same step."""

    body_parts = "a Transform3D and a Body3D or a Collider3D"
    component = CharacterController3D
    table: Characters3[CharacterController3D]

    def __init__(self) -> None:
        super().__init__()
        self._ids: Ints = np.zeros(64, np.int64)
        self._planes = records(MOST_PLANES, PLANE3)

    def make_table(self) -> Characters3[CharacterController3D]:
        """Return the table of characters."""
        return Characters3(CharacterController3D, self.simulation.settings.length_unit)

    def begin(self) -> None:
        """Adopt and release controllers, and bind them to their bodies.

        Raises `ValueError` for a controller of two entities, or of a body that is not kinematic or not of one
        Capsule or Sphere.
        """
        self.table.unit = self.simulation.settings.length_unit
        super().begin()
        if self.table.members:
            self._launch()

    def released(self, entity: int) -> None:
        """Stop the body of an entity that lost its controller, if it is still there."""
        row = self.world.row_of(entity)
        if row != FREE:
            for name in ("skin", "carried_vx", "carried_vy", "carried_vz", "floor", "vx", "vy", "vz"):
                self.world.bodies.rows[name][row] = 0.0

    def is_stale(self) -> bool:
        """Whether some character waits for a body, or may have another one than it is bound to."""
        return super().is_stale() or not self._is_bound()

    def _is_bound(self) -> bool:
        """Whether every character still has the body that it had, as it was."""
        bodies, characters, order = self.world.bodies.rows, self.table.rows, self.order
        rows = characters["body"][order]
        same = (bodies["entity"][rows] == characters["entity"][order]) & (bodies["skin"][rows] > 0.0)
        return bool(same.all()) and len(order) == len(self.table.members)

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

    def _launch(self) -> None:
        """Launch characters whose body was given another velocity than the last step left it."""
        characters, bodies, order = self.table.rows, self.world.bodies.rows, self.order
        rows = characters["body"][order]
        given = np.zeros(len(order), bool)
        for axis in "xyz":
            velocity = bodies[f"v{axis}"][rows]
            given |= (velocity != characters[f"real_{axis}"][order]) & np.isfinite(velocity)
        for row, body in zip(order[given].tolist(), rows[given].tolist(), strict=True):
            for axis in "xyz":
                characters[f"v{axis}"][row] = bodies[f"v{axis}"][body]
            characters["launched"][row] = 1

    def run(self) -> None:
        """Move all characters."""
        if len(self.order) == 0:
            return
        world, characters, context = self.world, self.table, self.simulation.context
        order = self.order
        if world.lost:
            order = order[world.bodies.rows["lost"][characters.rows["body"][order]] == 0]
        update_pairs(world, context)
        self.simulation.take_in_writes()
        shapes, bodies, proxies = world.shapes, world.bodies.rows, proxies3_of(world)
        crowd = Crowd3(characters.rows, shapes.filters, self._barred())
        done, moved, woken = 0, world.moved_count, 0
        while done < len(order):
            near = Neighbours3(bodies, shapes.rows, shapes.solids, shapes.tight, self._ids)
            done, room, moved, more = move_characters3(
                near, crowd, characters.hits, self._planes, order, world.index.tree, proxies, context,
                done, moved,
            )  # fmt: skip
            woken += more
            if room > 0:
                self._ids = np.zeros(2 * room, np.int64)
        world.moved_count = moved
        if woken:
            world.awake_stale = True
            update_awake(world)
        self.simulation.put_strays_aside(characters.rows["body"][self.order])

    def _barred(self) -> Ints:
        """Return the keys of pairs around characters that a game's filters, or `ignore`, keep apart."""
        world = self.world
        if world.filter_pairs is None:
            return _NO_KEYS
        found = [_NO_KEYS]
        for row in self.table.rows["body"][self.order].tolist():
            own = int(world.bodies.rows["first_shape"][row])
            if own == FREE:
                continue
            reach = _FILTER_REACH * self.table.unit
            lx, ly, lz, ux, uy, uz = world.shapes.fat[own].tolist()
            box = Cuboid(lx - reach, ly - reach, lz - reach, ux + reach, uy + reach, uz + reach)
            near = world.index.query(box)
            found.append(pair_keys(near[world.shapes.rows["body"][near] != row], own))
        keys = np.unique(np.concatenate(found))
        return np.setdiff1d(keys, world.filter_pairs(keys), assume_unique=True)


def _mass(entity: int) -> float:
    """Return the mass of a character's shape. Raises `ValueError` unless it is one Capsule or Sphere."""
    collider = esper.try_component(entity, Collider3D)
    if collider is None:
        return 0.0
    shapes = collider.shapes
    if len(shapes) != 1 or not isinstance(shapes[0], (Capsule, Sphere)):
        raise ValueError(
            "a CharacterController3D needs a Collider3D of one Capsule or Sphere, "
            f"entity {entity} has {collider!r}"
        )
    return float(shapes[0].volume * collider.density)
