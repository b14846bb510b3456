"""
One-way and drop-through
========================

``A`` and ``D`` run, ``W`` jumps, ``S`` drops through the platform below.
A collider with ``one_way=(0, 1)`` is solid from above only, for crates as well as for characters, and carries
both when it moves. **Try** ``one_way=(0, -1)``: platforms to fall out of, but not to jump into.
"""

import arcade
import esper
from arcade import key

from ecsphys import Box, Capsule, CharacterController, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind


class OneWay(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        self.physics.before_step(self.play)
        self.shapes = ShapeDraw(self.physics)
        esper.create_entity(Transform(640, 20), Collider(Box(1280, 40)))
        for i in range(10):
            place = Transform(300 + i % 2 * 660 + i % 4 * 30, 150 + i // 2 * 110)
            esper.create_entity(place, Collider(Box(220, 14), one_way=(0, 1)), Paint((120, 214, 150)))
        self.lift, self.motion = Transform(640, 150), RigidBody.kinematic(velocity=(0, 90))
        esper.create_entity(self.lift, self.motion, Collider(Box(200, 14), one_way=(0, 1)))
        for x in (300, 420, 900, 960, 1020):
            esper.create_entity(Transform(x, 700), RigidBody(), Collider(Box(36, 36)))
        self.hero, look = CharacterController(), Paint((255, 222, 110))
        capsule = RigidBody.kinematic(), Collider(Capsule(60, 16))
        esper.create_entity(Transform(640, 80), *capsule, self.hero, look)

    def play(self, dt):
        self.hero.move((320 * (self.window.keyboard[key.D] - self.window.keyboard[key.A]), 0))
        if not 140 < self.lift.y < 620:
            self.motion.velocity = 0, 90 if self.lift.y < 300 else -90

    def on_key_press(self, symbol, modifiers):
        if symbol == key.W:
            self.hero.jump(640)
        elif symbol == key.S:
            self.hero.drop()

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="One-way and drop-through")
    window.show_view(OneWay())
    bind(window)
    arcade.run()
