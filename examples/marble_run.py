"""
Marble run
==========

Marbles roll down, drive a wheel, tip a seesaw, and come back to the top.
Wheel and seesaw are nailed to the world by ``RevoluteJoint(None, ...)``. The lift is a trigger: whatever
enters it is put back at the top. **Try** 300 marbles, or a ``motor_speed`` in the wheel.
"""

import random

import arcade
import esper

from ecsphys import TRIGGER_ENTER, Box, Circle, Collider, Physics, RevoluteJoint, RigidBody, Transform
from ecsphys.arcade import ShapeDraw, bind

RAMPS = [(330, 590, 680, -0.12), (900, 460, 800, 0.15), (880, 90, 660, -0.1)]


class MarbleRun(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        esper.set_handler(TRIGGER_ENTER, self.lift)
        self.shapes = ShapeDraw(self.physics)
        for x, y, length, slope in RAMPS:
            esper.create_entity(Transform(x, y, slope), Collider(Box(length, 14)))
        for x in (-10, 1290):
            esper.create_entity(Transform(x, 360), Collider(Box(20, 2000)))
        for i in range(15):
            peg = Transform(30 + 40 * (i % 5) + 20 * (i // 5 % 2), 220 - 60 * (i // 5))
            esper.create_entity(peg, Collider(Circle(6)))
        self.wheel = self.nail(420, 270, [Box(170, 10), Box(10, 170)])
        self.seesaw = self.nail(380, 150, [Box(290, 12)])
        self.basin = esper.create_entity(Transform(640, -30), Collider(Box(1280, 20), trigger=True))
        for _ in range(80):
            marble = Collider(Circle(random.uniform(8, 14)), friction=0.2, restitution=0.3)
            place = Transform(random.uniform(40, 300), random.uniform(660, 1300))
            esper.create_entity(place, RigidBody(), marble)

    def nail(self, x, y, shapes):
        entity = esper.create_entity(Transform(x, y), RigidBody(angular_damping=0.5), Collider(shapes))
        esper.create_entity(RevoluteJoint(None, entity, anchor=(x, y)))
        return entity

    def lift(self, event):
        esper.component_for_entity(event.visitor, Transform).position = random.uniform(40, 300), 760
        esper.component_for_entity(event.visitor, RigidBody).velocity = 0, 0

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Marble run").show_view(MarbleRun())
    bind(arcade.get_window())
    arcade.run()
