"""
Wrecking ball
=============

``A`` and ``D`` move the crane. What happens to the tower is up to you.

``presets.chain`` hangs a heavy ball on a kinematic trolley; the load is fifty times a link's weight, and the
chain does not stretch. **Try** ``density=20`` for the ball, or ``presets.rope``, which bends more.
"""

import arcade
import esper
from arcade import key

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform, presets
from ecsphys.arcade import Paint, ShapeDraw, bind


class WreckingBall(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -900))
        esper.add_processor(self.physics)
        self.shapes = ShapeDraw(self.physics)
        esper.create_entity(Transform(640, 20), Collider(Box(2000, 40), friction=0.8))
        esper.create_entity(Transform(640, 705), Collider(Box(1280, 10)))
        self.trolley, self.body = Transform(300, 690), RigidBody.kinematic()
        trolley = esper.create_entity(self.trolley, self.body, Collider(Box(90, 20), mask=0))
        ball = Collider(Circle(55), density=4), Paint((150, 158, 176))
        self.ball = esper.create_entity(Transform(60, 290), RigidBody(), *ball)
        line = presets.chain((300, 680), (93, 330), a=trolley, b=self.ball)
        for link in line.links:
            esper.add_component(link, Paint((110, 118, 136)))
        for row in range(10):
            for column in range(6):
                box = Collider(Box(44, 44), friction=0.6)
                esper.create_entity(Transform(760 + 45 * column, 62 + 44 * row), RigidBody(), box)

    def on_key_press(self, symbol, modifiers):
        if symbol in (key.A, key.D):
            self.body.velocity = 260 if symbol == key.D else -260, 0

    def on_key_release(self, symbol, modifiers):
        self.body.velocity = 0, 0

    def on_update(self, dt):
        if not 100 < self.trolley.x + 0.1 * self.body.velocity.x < 1180:
            self.body.velocity = 0, 0

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="Wrecking ball")
    window.show_view(WreckingBall())
    bind(window)
    arcade.run()
