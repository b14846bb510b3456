"""
Boat on water
=============

``A`` and ``D`` drive the boat. Click to drop cargo: wood floats, stone sinks, and too much sinks the boat.

An ``Area`` with a ``density`` is a liquid. It lifts by the exact submerged area of each shape, so things
float as deep as they should and right themselves. **Try** ``flow=(100, 0)`` or ``density=0.5`` for the water.
"""

import random

import arcade
import esper
from arcade import key

from ecsphys import Area, Box, Chain, Collider, Physics, Polygon, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind

HULL = Polygon([(-150, 0), (-120, -50), (120, -50), (160, 0)])
BOW, STERN = Polygon([(110, 0), (160, 0), (180, 45), (140, 45)]), Polygon([(-150, 0), (-110, 0), (-150, 45)])
BASIN = Chain([(0, 20), (0, 900), (1280, 900), (1280, 20)], loop=True)  # clockwise: solid outside


class BoatOnWater(arcade.View):
    def __init__(self):
        super().__init__(background_color=(150, 200, 226))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.physics.before_step(self.drive)
        self.shapes, self.boat = ShapeDraw(self.physics), RigidBody()
        esper.create_entity(Transform(), Collider(BASIN))
        hull = Collider([HULL, BOW, STERN], density=0.35, friction=0.9), Paint((150, 96, 62))
        esper.create_entity(Transform(500, 300), self.boat, *hull)
        water = Area(density=1, linear_damping=1.5, angular_damping=2), Paint((40, 110, 180, 130))
        esper.create_entity(Transform(640, 150), Collider(Box(1280, 300), trigger=True), *water)
        for x in (440, 510, 800, 900, 1000):
            self.drop(x, 380)

    def drop(self, x, y, density=0.5):
        size, color = random.uniform(30, 60), (206, 156, 100) if density < 1 else (120, 124, 134)
        cargo = Collider(Box(size, size), density=density, friction=0.8)
        esper.create_entity(Transform(x, y), RigidBody(), cargo, Paint(color))

    def drive(self, dt):
        thrust = self.window.keyboard[key.D] - self.window.keyboard[key.A]
        self.boat.apply_force((300 * self.boat.mass * thrust, 0))

    def on_mouse_press(self, x, y, button, modifiers):
        self.drop(x, y, random.choice((0.5, 2.5)))

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Boat on water").show_view(BoatOnWater())
    bind(arcade.get_window())
    arcade.run()
