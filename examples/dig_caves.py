"""
Caves that are dug
==================

Drag to dig, with the right button to fill up. A cellular automaton makes the caves. When cells change, the
ground gets a new ``Collider`` of a few chains, and balls wake and fall. **Try** another ``seed``.
"""

import arcade
import esper
import numpy as np

from ecsphys import Circle, Collider, Physics, RigidBody, Transform, colliders_from_grid
from ecsphys.arcade import Paint, ShapeDraw, bind

CELL, ROWS, COLUMNS = 16, 45, 80


def make_caves(seed):
    cells = np.random.default_rng(seed).random((ROWS, COLUMNS)) < 0.47
    for _ in range(5):  # a cell is solid where most of its neighbourhood is
        full = np.pad(cells, 1, constant_values=True)
        near = sum(full[i : i + ROWS, j : j + COLUMNS] for i in range(3) for j in range(3))
        cells = near > 4
    cells[0] = True  # a floor
    return cells


class DigCaves(arcade.View):
    def __init__(self):
        super().__init__(background_color=(40, 32, 30))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.cells = ShapeDraw(self.physics), make_caves(seed=4)
        self.ground = esper.create_entity(Transform(), Paint((134, 100, 74)))
        self.rebuild()
        free = np.argwhere(~self.cells)
        for row, column in free[:: len(free) // 120]:
            place = Transform((column + 0.5) * CELL, (row + 0.5) * CELL)
            esper.create_entity(place, RigidBody(), Collider(Circle(7), restitution=0.3))

    def rebuild(self):
        esper.add_component(self.ground, *colliders_from_grid(self.cells, CELL))

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        rows, columns = np.ogrid[:ROWS, :COLUMNS]
        near = (columns * CELL + 8 - x) ** 2 + (rows * CELL + 8 - y) ** 2 < 40**2
        self.cells[near] = buttons == arcade.MOUSE_BUTTON_RIGHT
        self.rebuild()

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Caves that are dug").show_view(DigCaves())
    bind(arcade.get_window())
    arcade.run()
