"""
A crowd of 5,000
================

They walk around the mouse and make room for each other. ``SpriteSync`` moves the sprites of all bodies at
once, from array to array; a field of force steers them likewise. Neither has a loop over entities.

**Try** 20,000 with ``threads=2``, or sprites of arcade's own in place of discs.
"""

import arcade
import esper
import numpy as np

from ecsphys import Circle, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import SpriteSync, bind

COLORS = [(255, 176, 72), (255, 111, 105), (120, 214, 150), (92, 184, 255), (196, 146, 255)]


class Crowd(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(length_unit=8)
        esper.add_processor(self.physics)
        self.physics.add_field(self.walk)
        self.sprites = arcade.SpriteList()
        self.sync = SpriteSync(self.physics, self.sprites)
        disc = [arcade.make_circle_texture(8, color) for color in COLORS]
        for i in range(5000):
            place = Transform(15 + 12.6 * (i % 100), 15 + 14 * (i // 100))
            body = RigidBody(linear_damping=3)
            person = esper.create_entity(place, body, Collider(Circle(4), friction=0))
            self.sync.add(person, arcade.Sprite(disc[i // 100 % 5]))

    def walk(self, fields):
        x, y = fields.x - self.window.mouse["x"], fields.y - self.window.mouse["y"]
        far = np.hypot(x, y) + 1
        fields.fx += fields.mass * 300 * (-y / far - (far - 200) / 300 * x / far)
        fields.fy += fields.mass * 300 * (x / far - (far - 200) / 300 * y / far)

    def on_draw(self):
        self.clear()
        self.sync.update()
        self.sprites.draw()


if __name__ == "__main__":
    window = arcade.Window(title="A crowd of 5,000")
    window.show_view(Crowd())
    bind(window)
    arcade.run()
