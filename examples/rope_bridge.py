"""
Rope bridge
===========

Click to drop crates on the bridge, until it breaks. ``R`` mends it.

The hinges of ``presets.bridge`` break under ``break_force``, and a ``JOINT_BREAK`` says so. ``DebugDraw``
shows their loads as colours. **Try** ``break_force=math.inf``: it bears any load and does not stretch.
"""

import random

import arcade
import esper
from arcade import key

from ecsphys import JOINT_BREAK, Box, Collider, Physics, RevoluteJoint, RigidBody, Transform, presets
from ecsphys.arcade import DebugDraw, Paint, ShapeDraw, bind


class RopeBridge(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.joints = ShapeDraw(self.physics), DebugDraw(self.physics)
        self.joints.shapes = False
        for x in (100, 1180):
            esper.create_entity(Transform(x, 150), Collider(Box(280, 500)))
        self.bridge = presets.bridge((240, 396), (1040, 396), slack=0.05, break_force=1.8e9)
        for plank in self.bridge.planks:
            esper.add_component(plank, Paint((176, 128, 84)))
        self.broken, self.text = 0, arcade.Text("", 560, 670, (138, 146, 164), 16)
        esper.set_handler(JOINT_BREAK, self.count)

    def count(self, event):
        self.broken += 1
        self.text.text = f"{self.broken} joints broken"

    def on_mouse_press(self, x, y, button, modifiers):
        size = random.uniform(50, 120)
        esper.create_entity(Transform(x, y), RigidBody(), Collider(Box(size, size)))

    def on_key_press(self, symbol, modifiers):
        if symbol == key.R:
            for joint in self.bridge.joints:
                esper.component_for_entity(joint, RevoluteJoint).broken = False

    def on_draw(self):
        self.clear()
        self.shapes.draw()
        self.joints.draw()
        self.text.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Rope bridge")
    window.show_view(RopeBridge())
    bind(window)
    arcade.run()
