"""
Car on hills
============

``D`` drives, ``A`` backs up. Without a key the motors brake.

The ground is one ``Chain``, smooth at its corners. ``presets.car`` puts a chassis on two ``WheelJoint`` with
suspension and motor. **Try** ``hertz=2``, ``friction=0.2``, or a longer car.
"""

import math

import arcade
import esper
from arcade import key

from ecsphys import Box, Chain, Collider, Physics, RigidBody, Transform, WheelJoint, presets
from ecsphys.arcade import Paint, ShapeDraw, bind

SPEED = 40  # of the wheels, radians per second


class CarOnHills(arcade.View):
    def __init__(self):
        super().__init__(background_color=(112, 176, 214))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes, self.camera = ShapeDraw(self.physics), arcade.Camera2D()
        hills = [(x, 90 * math.sin(x / 190) + 50 * math.sin(x / 71)) for x in range(12000, -800, -20)]
        ground = Chain([(-800, -900), (12000, -900), *hills], loop=True)
        esper.create_entity(Transform(), Collider(ground, friction=1), Paint((70, 128, 88)))
        self.car = presets.car((0, 40), acceleration=900)
        esper.add_component(self.car.chassis, Paint((255, 111, 105)))
        for x, y in 4 * hills[:560:35]:
            esper.create_entity(Transform(x, y + 200), RigidBody(), Collider(Box(40, 40)))

    def drive(self, speed):
        for joint in self.car.joints:
            esper.component_for_entity(joint, WheelJoint).motor_speed = speed

    def on_key_press(self, symbol, modifiers):
        if symbol in (key.A, key.D):
            self.drive(-SPEED if symbol == key.D else SPEED)  # clockwise is to the right

    def on_key_release(self, symbol, modifiers):
        self.drive(0)

    def on_draw(self):
        self.clear()
        self.camera.position = esper.component_for_entity(self.car.chassis, Transform).interpolated[:2]
        with self.camera.activate():
            self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Car on hills")
    window.show_view(CarOnHills())
    bind(window)
    arcade.run()
