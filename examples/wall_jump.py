"""
Double jump and wall jump
=========================

``A`` and ``D`` run, ``W`` jumps: from the floor, once more in the air, and off walls; let go
early to stay low. Both are settings, ``air_jumps`` and ``wall_jump``. The hero is red when it cannot jump,
and white in the frame of a landing. **Try** ``air_jumps=2``, or a ``wall_jump`` of 0.
"""

import arcade
import esper
from arcade import key

from ecsphys import Box, Capsule, CharacterController, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind

READY, SPENT, LANDED = (120, 214, 150), (226, 96, 86), (255, 255, 255)


class WallJump(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -1500))
        esper.add_processor(self.physics)
        self.shapes = ShapeDraw(self.physics)
        walls = Box(1280, 40), Box(40, 520), Box(40, 720), Box(400, 40), Box(300, 40)
        places = (640, 20), (560, 400), (820, 400), (340, 640), (1110, 300)
        for shape, place in zip(walls, places, strict=True):
            esper.create_entity(Transform(*place), Collider(shape))
        self.hero = CharacterController(air_jumps=1, wall_jump=340, wall_slide=90, air_acceleration=3000)
        self.place, self.look = Transform(200, 70), Paint(READY)
        body = RigidBody.kinematic(), Collider(Capsule(56, 16))
        self.me = esper.create_entity(self.place, *body, self.hero, self.look)

    def on_update(self, dt):
        keys = self.window.keyboard
        self.hero.move((320 * (keys[key.D] - keys[key.A]), 0))
        self.look.color = READY if self.hero.can_jump else SPENT
        if self.hero.landed:  # in any step of this frame
            self.look.color = LANDED

    def on_key_press(self, symbol, modifiers):
        if symbol == key.W:
            self.hero.jump(560)

    def on_key_release(self, symbol, modifiers):
        if symbol == key.W:
            self.hero.release_jump()

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Double jump and wall jump")
    window.show_view(WallJump())
    bind(window)
    arcade.run()
