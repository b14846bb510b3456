"""The system that moves characters."""

from __future__ import annotations

import esper
import numpy as np

from ..arrays import FREE, Ints
from ..character.motion import move_characters, skin_of
from ..character.neighbours import Crowd, Neighbours
from ..character.planes import PLANE
from ..character.records import MOST_PLANES
from ..compile import records
from ..contacts.pair_update import update_pairs
from ..ecs.components import CharacterController, Collider, RigidBody
from ..ecs.components.character_table import Characters
from ..spatial.pair_keys import pair_keys
from ..spatial.proxies import proxies_of
from ..world.bodies import KINDS, KINEMATIC, WIDTH
from ..world.waking import update_awake
from .component import ComponentSystem

_NO_KEYS = np.zeros(0, np.int64)
_FILTER_REACH = 2.0  # typical objects around a character for whose pairs filters are called


class CharacterSystem(ComponentSystem[CharacterController]):
    """Moves characters, when all other bodies have moved.

    So a platform carries them in the same step, they meet everything where it will be drawn, and the
    collision list finds their touches like those of other bodies.
    """

    component = CharacterController
    table: Characters[CharacterController]

    def __init__(self) -> None:
        super().__init__()
        self._contacts_renewed: set[int] = set()  # entities whose contacts were made anew for a character
        self._waits_for_kinematic = False  # some body becomes kinematic with the next step
        self._of_body = np.zeros(0, np.int64)
        self._ids = np.zeros(64, np.int64)
        self._planes = records(MOST_PLANES, PLANE)

    def make_table(self) -> Characters[CharacterController]:
        """Return the table of characters."""
        return Characters(CharacterController, self.simulation.settings.length_unit)

    def begin(self) -> None:
        """Adopt and release controllers, and bind them to their bodies.

        Raises `ValueError` for a controller of two entities, or of a body that is not kinematic or not of one
        convex shape.
        """
        self.table.unit = self.simulation.settings.length_unit
        super().begin()
        if self.table.members:
            self._wake_pushable()
            self._launch()

    def released(self, entity: int) -> None:
        """Stop the body of an entity that lost its controller, if it is still there."""
        self._contacts_renewed.discard(entity)
        row = self.world.row_of(entity)
        if row != FREE:
            for name in ("skin", "carried_vx", "carried_vy", "floor", "inverse_mass", "vx", "vy"):
                self.world.bodies.rows[name][row] = 0.0

    def is_stale(self) -> bool:
        """Whether some character waits for a body, or may have another one than it is bound to."""
        if self._waits_for_kinematic or not self._is_bound():
            return True
        return len(self.order) < len(self.table.members) and super().is_stale()

    def _is_bound(self) -> bool:
        """Whether every character still has the body that it had, as it was."""
        bodies, characters, order = self.world.bodies.rows, self.table.rows, self.order
        if len(self._of_body) != len(bodies):
            return False
        rows = characters["body"][order]
        same = (bodies["entity"][rows] == characters["entity"][order]) & (bodies["skin"][rows] > 0.0)
        return bool(same.all())

    def bind_bodies(self) -> None:
        """Find the body of every character, and check it."""
        self._waits_for_kinematic = False
        self._of_body = np.full(len(self.world.bodies.rows), FREE, np.int64)
        super().bind_bodies()

    def accept(self, entity: int, component: CharacterController, row: int, body: int) -> bool:
        """Prepare a character and its body; returns False while the body is not kinematic yet."""
        if not self._is_kinematic(entity, body):
            return False
        self.table.rows["body_mass"][row] = _mass(entity)
        self.world.bodies.rows["skin"][body] = skin_of(component.skin, self.simulation.context)
        self._of_body[body] = row
        self._renew_contacts(entity, body)
        return True

    def _is_kinematic(self, entity: int, body: int) -> bool:
        """Whether a character's body can move; one without RigidBody can from the next step on.

        Raises `ValueError` for a body of another kind.
        """
        world = self.world
        kind = int(world.bodies.rows["kind"][body])
        if kind == KINEMATIC:
            return True
        if esper.has_component(entity, RigidBody):
            raise ValueError(
                f"a CharacterController needs RigidBody.kinematic(), entity {entity} is {KINDS[kind]}"
            )
        if body not in world.new_bodies:
            world.bodies.mark_changed(body * WIDTH)
            self._waits_for_kinematic = True
            return False
        world.bodies.rows["kind"][body] = KINEMATIC
        shape = int(world.bodies.rows["first_shape"][body])
        while shape != FREE:
            world.shapes.filters["mobile"][shape] = 1
            shape = world.shapes.next_shape_of(shape)
        return True

    def _wake_pushable(self) -> None:
        """Keep pushable characters awake: the solver moves nothing that sleeps."""
        characters, awake = self.table.rows, self.world.bodies.rows["awake"]
        rows = characters["body"][self.order[characters["pushable"][self.order] == 1]]
        if len(rows) and not awake[rows].all():
            awake[rows] = 1
            self.world.awake_stale = True

    def _launch(self) -> None:
        """Launch characters whose body was given another velocity than the last step left it."""
        characters, bodies, order = self.table.rows, self.world.bodies.rows, self.order
        rows = characters["body"][order]
        vx, vy = bodies["vx"][rows], bodies["vy"][rows]
        given = (vx != characters["real_vx"][order]) | (vy != characters["real_vy"][order])
        most = self.world.limits.speed
        given &= (np.abs(vx) <= most) & (np.abs(vy) <= most)  # else the step is refused anyway
        for row, body in zip(order[given].tolist(), rows[given].tolist(), strict=True):
            for name, value in (("vx", "vx"), ("drift", "vx"), ("vy", "vy")):
                characters[name][row] = bodies[value][body]
            characters["launched"][row] = 1

    def _renew_contacts(self, entity: int, body: int) -> None:
        """Have the contacts made anew of a body that was there before its controller."""
        if entity not in self._contacts_renewed:
            self._contacts_renewed.add(entity)
            if body not in self.world.new_bodies:
                self.world.bodies.mark_changed(body * WIDTH)

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
        shapes, bodies, proxies = world.shapes, world.bodies.rows, proxies_of(world)
        crowd = Crowd(characters.rows, self._of_body, shapes.filters, shapes.fat, self._barred())
        done, moved, woken = 0, world.moved_count, 0
        while done < len(order):
            near = Neighbours(bodies, shapes.rows, shapes.turned, shapes.tight, self._ids)
            done, room, moved, more = move_characters(
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
            lx, ly, ux, uy = world.shapes.fat[own]
            near = world.index.query(lx - reach, ly - reach, ux + reach, uy + reach, world.shapes.fat)
            near = near[world.shapes.rows["body"][near] != row]
            found.append(pair_keys(near, own))
        keys = np.unique(np.concatenate(found))
        return np.setdiff1d(keys, world.filter_pairs(keys), assume_unique=True)


def _mass(entity: int) -> float:
    """Return the mass of a character's shape. Raises `ValueError` unless it is one convex shape."""
    collider = esper.try_component(entity, Collider)
    if collider is None:
        return 0.0
    shapes = collider.shapes
    if len(shapes) != 1 or len(shapes[0].cores) != 1:
        raise ValueError(
            f"a CharacterController needs a Collider of one convex shape, entity {entity} has {collider!r}"
        )
    return float(shapes[0].area * collider.density)
