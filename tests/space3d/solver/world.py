"""A world of arrays only: bodies and shapes in space, stepped by the kernels that `Physics3D` calls."""

from __future__ import annotations

import numpy as np

from ecsphys.arrays import FREE
from ecsphys.compile import INT, INTS, array, entry_like, group, records
from ecsphys.contacts.table import Table, WorldRows, add_contacts
from ecsphys.space3d.ccd.advance import DONE, advance_sweeps, record_impacts, write_back_swept
from ecsphys.space3d.ccd.candidates import select_fast
from ecsphys.space3d.ccd.records import new_ccd_state, with_capacity
from ecsphys.space3d.ccd.search import Ccd3
from ecsphys.space3d.collide.core import BOX, PLANE, POINT
from ecsphys.space3d.collide.solid_rows import NO_ROWS
from ecsphys.space3d.contacts.narrow_phase import narrow_phase
from ecsphys.space3d.contacts.scene import TABLE3, Scene3
from ecsphys.space3d.math3d.quaternion import rotation_of
from ecsphys.space3d.settings import StepContext3, step_context
from ecsphys.space3d.solver.island import sleep_islands, update_rest
from ecsphys.space3d.solver.records import CONSTRAINT3
from ecsphys.space3d.solver.substeps import solve_step
from ecsphys.space3d.solver.workspace import WorldRows3, ensure_workspace
from ecsphys.space3d.spatial.walk import flat_tree
from ecsphys.space3d.world.records import BODY3, MANIFOLD3, SHAPE3
from ecsphys.world.bodies import AUTO, BULLET, DYNAMIC, KINEMATIC, OFF, STATIC
from ecsphys.world.contacts import CONTACT, PAIR, TABLE_COUNTS, Contacts, empty_index, empty_lists
from ecsphys.world.detection_counts import new_tests
from ecsphys.world.shapes import FILTER

_OWNERS = group(WorldRows, array(BODY3), array(SHAPE3), array(FILTER))
_add_contacts = entry_like(add_contacts, __name__, TABLE3, TABLE3, _OWNERS, INTS, INTS, INT)

INERTIA = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
INVERSE = ("jxx", "jyy", "jzz", "jxy", "jxz", "jyz")
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
FAR = 1e9


class TinyWorld:
    """Bodies with one shape each, and the step of a world; all arrays have room for `capacity` rows."""

    def __init__(self, gravity=(0.0, -10.0, 0.0), step=1 / 60, substeps=4, capacity=64, **options):
        self.context: StepContext3 = step_context(gravity, step, substeps, **options)
        self.count = 0
        self._bodies = records(capacity, BODY3)
        self._shapes = records(capacity, SHAPE3)
        self._filters = records(capacity, FILTER)
        self.tight = np.zeros((capacity, 6))
        self.fat = np.zeros((capacity, 6))
        self.table, self.triggers = new_table(16 * capacity), new_table(1)
        self.work = None
        self.tests = new_tests()
        self.margin = 0.1
        self.ccd = new_ccd_state()
        self.impacts = self.ccd.impacts[:0]

    @property
    def bodies(self):
        """The rows in use, with fields as attributes."""
        return self._bodies[: self.count].view(np.recarray)

    @property
    def contacts(self):
        """Rows of contacts and manifolds in use."""
        count = int(self.table.counts["contacts"][0])
        return Contacts(self.table.contacts[:count], self.table.manifolds[:count])

    def add(self, shape=None, position=(0, 0, 0), orientation=(1, 0, 0, 0), kind=DYNAMIC, **fields):
        """Add a body; `shape`: ("sphere", r), ("box", w, h, d), ("plane", (nx, ny, nz)).

        Mass and inertia are of density 1 unless given: `mass`, `inertia` (three or six words).
        """
        row = self.count
        self.count += 1
        mass, inertia = fields.pop("mass", None), fields.pop("inertia", None)
        surface = {name: fields.pop(name) for name in ("friction", "restitution") if name in fields}
        own_mass, own_inertia, reach, half = 1.0, (1.0, 1.0, 1.0), 0.0, 0.0
        if shape is not None:
            own_mass, own_inertia, reach, half = self._add_shape(row, shape, kind, surface)
        if inertia is None:
            inertia = np.array(own_inertia) * ((mass or own_mass) / own_mass)
        mass = mass or own_mass
        inertia = np.array([*inertia, *[0.0] * (6 - len(inertia))], float)
        values = {
            "entity": row + 1, "kind": kind, "awake": int(kind != STATIC), "continuous": AUTO, "can_sleep": 1,
            "gravity_scale": 1.0, "first_shape": row if shape else FREE, "next_in_island": row,
            "reach": reach, "half_width": half,
        }  # fmt: skip
        for name, value in zip(("x", "y", "z"), position, strict=True):
            values[name] = values[f"previous_{name}"] = value
        for name, value in zip(("qw", "qx", "qy", "qz"), orientation, strict=True):
            values[name] = values[f"previous_{name}"] = value
        if kind == DYNAMIC:
            xx, yy, zz, xy, xz, yz = inertia
            inverse = np.linalg.inv([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            values |= dict(zip(INERTIA, inertia, strict=True))
            values |= {name: inverse[at] for name, at in zip(INVERSE, PLACES, strict=True)}
            values |= {"mass": mass, "inverse_mass": 1.0 / mass}
        for name, value in {**values, **fields}.items():
            self._bodies[row][name] = value
        return row

    def _add_shape(self, row, shape, kind, surface):
        kinds = {"sphere": POINT, "box": BOX, "plane": PLANE}
        values = {"body": row, "next_shape": FREE, "form": kinds[shape[0]], "offset_qw": 1.0, "friction": 0.6}
        found = 1.0, (1.0, 1.0, 1.0), 0.0, 0.0
        match shape:
            case ("sphere", r):
                values["radius"] = r
                mass = 4 / 3 * np.pi * r**3
                found = mass, (0.4 * mass * r * r,) * 3, r, r
            case ("box", *size):
                values |= dict(zip(("half_x", "half_y", "half_z"), np.array(size) / 2, strict=True))
                mass, (x, y, z) = float(np.prod(size)), np.square(size) / 12
                inertia = mass * (y + z), mass * (x + z), mass * (x + y)
                found = mass, inertia, float(np.linalg.norm(size)) / 2, min(size) / 2
            case ("plane", normal):
                values |= dict(zip(("half_x", "half_y", "half_z"), normal, strict=True))
        for name, value in {**values, **surface}.items():
            self._shapes[row][name] = value
        can_move = int(kind != STATIC)
        filters = {"body": row, "mobile": can_move, "dynamic": int(kind == DYNAMIC), "layer": 1, "mask": -1,
                   "combined_mask": -1}  # fmt: skip
        for name, value in filters.items():
            self._filters[row][name] = value
        return found

    def update_boxes(self):
        """Compute the boxes of all shapes."""
        for row in range(self.count):
            body, shape = self._bodies[row], self._shapes[row]
            place = np.array([body["x"], body["y"], body["z"]])
            if body["first_shape"] == FREE:
                self.tight[row], self.fat[row] = [FAR] * 6, [FAR] * 6
                continue
            if shape["form"] == PLANE:
                self.tight[row] = self.fat[row] = [-FAR] * 3 + [FAR] * 3
                continue
            half = np.array([shape["half_x"], shape["half_y"], shape["half_z"]])
            turned = np.abs(np.reshape(rotation_of(*body[["qw", "qx", "qy", "qz"]]), (3, 3))) @ half
            turned += shape["radius"]
            self.tight[row] = [*(place - turned), *(place + turned)]
            back = np.array([body["previous_x"], body["previous_y"], body["previous_z"]]) - place
            low, high = place + np.minimum(back, 0.0), place + np.maximum(back, 0.0)  # where it was, too
            self.fat[row] = [*(low - turned - self.margin), *(high + turned + self.margin)]

    def find_pairs(self):
        """Add contacts of shapes whose fat boxes overlap."""
        n, fat = self.count, self.fat
        low, high = fat[:n, :3], fat[:n, 3:]
        meets = np.all((low[:, None] <= high[None]) & (low[None] <= high[:, None]), axis=2)
        mobile = self._filters["mobile"][:n].astype(bool)
        meets &= np.triu(mobile[:, None] | mobile[None], 1)
        layer, mask = self._filters["layer"][:n], self._filters["combined_mask"][:n]
        meets &= (layer[:, None] & mask[None] != 0) & (layer[None] & mask[:, None] != 0)
        assert np.count_nonzero(meets) <= len(self.table.contacts), "more contacts than the table has rows"
        keys = {int(i) << 32 | int(j) for i, j in zip(*np.nonzero(meets), strict=True)}
        contacts = self.contacts.rows
        known = {int(a) << 32 | int(b) for a, b in zip(contacts["a"], contacts["b"], strict=True)}
        new = np.array(sorted(keys - known), np.int64)
        if len(new):
            rows = WorldRows(self._bodies, self._shapes, self._filters)
            _add_contacts(self.table, self.triggers, rows, new, np.zeros(0, np.int64), 1)

    def step(self, times=1):
        """Step the world."""
        for _ in range(times):
            self.update_boxes()
            self.find_pairs()
            self.detect()
            self.solve()
            self.sweep()
            self.sleep()

    def detect(self):
        """Compute all manifolds."""
        owners = self._bodies, self._shapes, NO_ROWS, self.tight, self.fat
        narrow_phase(Scene3(self.tree(), *owners, self.table, self.tests), self.context)

    def tree(self):
        """Return the boxes of all shapes as a tree."""
        mobile = self._filters["mobile"][: self.count] != 0
        return flat_tree(self.fat, *(np.flatnonzero(flags).astype(np.int64) for flags in (~mobile, mobile)))

    def solve(self):
        """Solve all constraints and move all bodies."""
        rows = self.rows()
        self.work = ensure_workspace(len(self._bodies), len(rows.awake), len(rows.contacts.rows), self.work)
        solve_step(rows, self.work, self.context)

    def sweep(self):
        """Sweep fast bodies."""
        awake, fast = self.rows().awake, np.zeros(self.count, np.int64)
        self._shapes["enlarged"] = 1
        found = select_fast(self._bodies, awake, self._shapes, fast)
        self.impacts = self.ccd.impacts[:0]
        if found.count == 0:
            return
        self.update_boxes()
        tree = self.tree()
        self.ccd.counts.view(np.int64).fill(0)
        self.ccd = with_capacity(self.ccd, len(self._bodies), found.count)
        self.work = ensure_workspace(len(self._bodies), self.count, 1, self.work)
        count = 2 if found.bullets else 1
        while True:
            ccd = Ccd3(tree, self._bodies, self._shapes, self._filters, NO_ROWS, self.ccd, self.work,
                       self.context, count, np.zeros(0, np.int64))  # fmt: skip
            if advance_sweeps(ccd, fast[: found.count]) == DONE:
                break
            self.ccd = with_capacity(self.ccd, len(self._bodies), found.count)
        write_back_swept(self._bodies, self.ccd, np.zeros(self.count, np.int64), self.context)
        self.impacts = self.ccd.impacts[: int(self.ccd.counts["impacts"][0])]
        owners = WorldRows(self._bodies, self._shapes, self._filters)
        record_impacts(self.table, owners, self.impacts, self.context.response)

    def sleep(self):
        """Put to sleep what rests."""
        rows = self.rows()
        if update_rest(self._bodies, rows.awake, self.context).rested and self.context.sleeping:
            constraints = records(len(rows.contacts.rows) + 1, CONSTRAINT3)
            sleep_islands(rows, constraints, np.zeros(len(self._bodies), np.int64), self.context)

    def rows(self):
        """Return what the solver takes."""
        awake = np.flatnonzero(self._bodies["awake"][: self.count]).astype(np.int64)
        return WorldRows3(self._bodies, awake, self._shapes, self.contacts)

    def run(self, seconds):
        """Step for some seconds."""
        self.step(round(seconds / self.context.dt))

    def inertia(self, row):
        """Return the inertia of a body in the world's axes."""
        body = self.bodies[row]
        xx, yy, zz, xy, xz, yz = (body[name] for name in INERTIA)
        r = np.reshape(rotation_of(body.qw, body.qx, body.qy, body.qz), (3, 3))
        return r @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ r.T

    def momenta(self):
        """Return energy of motion, momentum and angular momentum about the origin of all dynamic bodies."""
        energy, p, l = 0.0, np.zeros(3), np.zeros(3)
        for row, body in enumerate(self.bodies):
            if body.kind == DYNAMIC:
                v, w = np.array([body.vx, body.vy, body.vz]), np.array([body.wx, body.wy, body.wz])
                spin = self.inertia(row) @ w
                energy += 0.5 * (body.mass * v @ v + w @ spin)
                p += body.mass * v
                l += body.mass * np.cross([body.x, body.y, body.z], v) + spin
        return energy, p, l


def new_table(capacity):
    """Return an empty contact table."""
    counts = records(1, TABLE_COUNTS)
    counts["first_free_pair"] = FREE
    index = empty_index(4 * capacity)
    scratch = np.zeros(2 * capacity + 1, np.int64)
    rows = records(capacity, CONTACT), records(capacity, MANIFOLD3), records(capacity, PAIR)
    active = np.zeros(capacity, np.int64)
    return Table(*rows, index, index.copy(), empty_lists(capacity), counts, active, scratch)


__all__ = ["AUTO", "BULLET", "DYNAMIC", "KINEMATIC", "OFF", "STATIC", "TinyWorld"]
