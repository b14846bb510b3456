"""
Conveyor factory
================

Belts move what lies on them: ``surface_speed`` is all it takes. A ``RayCaster`` looks across the second belt;
the last one runs to the left for red crates, and to the right for blue ones. **Try** ``friction=0.05``.
"""

import random

import arcade
import esper

from ecsphys import Box, Chain, Collider, Physics, RayCaster, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind

BINS = {(255, 111, 105, 255): -300, (92, 184, 255, 255): 300}  # colour of a crate: speed of the last belt
HALL = [(0, 40), (0, 2000), (1280, 2000), (1280, 40), (478, 40), (478, 190), (462, 190), (462, 40)]


class ConveyorFactory(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.physics.after_step(self.work)
        self.shapes, self.eye = ShapeDraw(self.physics), RayCaster((0, 1), 100)
        esper.create_entity(Transform(), Collider(Chain(HALL, loop=True)))
        self.belt(300, 560, 560, 160)
        self.belt(830, 430, 560, -160)
        self.sorter = self.belt(470, 300, 180, 0)
        esper.create_entity(Transform(600, 445), self.eye)

    def belt(self, x, y, length, speed):
        belt = Collider(Box(length, 6, radius=10), surface_speed=speed, friction=0.9)
        esper.create_entity(Transform(x, y), belt, Paint((110, 118, 140)))
        return belt

    def work(self, dt):
        if self.physics.step_count % 150 == 1:
            crate, color = Collider(Box(40, random.uniform(30, 60))), Paint(random.choice(list(BINS)))
            esper.create_entity(Transform(80, 650), RigidBody(), crate, color)
        for hit in self.eye.hits:
            self.sorter.surface_speed = BINS[esper.component_for_entity(hit.entity, Paint).color]

    def on_draw(self):
        self.clear()
        self.shapes.draw()
        arcade.draw_line(600, 445, 600, 545, (255, 222, 110) if self.eye.hits else (90, 90, 60), 2)


if __name__ == "__main__":
    window = arcade.Window(title="Conveyor factory")
    window.show_view(ConveyorFactory())
    bind(window)
    arcade.run()
