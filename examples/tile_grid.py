"""
Tile grid from an array
=======================

``A`` and ``D`` run, ``W`` jumps. The level is text, then an array, then a few chains, on whose seams nothing
catches. Row 0 of an array is at the bottom: ``[::-1]`` turns over what is written from the top.
**Try** a level of your own, or ice: ``friction=0`` for another letter.
"""

import arcade
import esper
import numpy as np
from arcade import key

from ecsphys import Capsule, CharacterController, Collider, Physics, RigidBody, Transform, colliders_from_grid
from ecsphys.arcade import Paint, ShapeDraw, bind

LEVEL = """
##################
#..........###...#
#......##........#
#.............####
#.###......#######
###...##...#######
#.....############
#..##.............
##......#####..###
##################
"""


class TileGrid(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        self.physics.before_step(self.play)
        self.shapes, self.hero = ShapeDraw(self.physics), CharacterController(step_height=6)
        level = np.array([list(row) for row in LEVEL.split()])[::-1]
        esper.create_entity(Transform(), *colliders_from_grid(level == "#", cell=72))  # here it is one
        for x in range(400, 760, 60):
            esper.create_entity(Transform(x, 640, x / 100), RigidBody(), Collider(Capsule(44, 14)))
        capsule = Collider(Capsule(64, 17)), Paint((255, 222, 110))
        esper.create_entity(Transform(260, 520), RigidBody.kinematic(), *capsule, self.hero)

    def play(self, dt):
        run = self.window.keyboard[key.D] - self.window.keyboard[key.A]
        self.hero.move((320 * run, 0))
        if self.window.keyboard[key.W]:
            self.hero.jump(720)

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Tile grid").show_view(TileGrid())
    bind(arcade.get_window())
    arcade.run()
