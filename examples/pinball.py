"""
Pinball
=======

``Left`` and ``Right`` are the flippers, ``Space`` shoots the ball. A flipper is a ``RevoluteJoint`` with
limits, whose motor turns the other way while its key is down. **Try** a heavier ball, or three of them.
"""

import arcade
import esper
from arcade import key

from ecsphys import Box, Chain, Circle, Collider, Listener, Physics, RevoluteJoint, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind

TABLE = [(540, -60), (540, 168), (420, 250), (420, 600), (470, 680), (560, 715), (720, 715), (810, 680)]
TABLE += [(860, 600), (860, 40), (820, 40), (820, 540), (812, 540), (812, 250), (692, 168), (692, -60)]


class Pinball(arcade.View):
    def __init__(self):
        super().__init__(background_color=(28, 22, 44))
        self.physics = Physics(gravity=(0, -700))
        esper.add_processor(self.physics)
        self.physics.before_step(self.flip)
        self.shapes = ShapeDraw(self.physics)
        esper.create_entity(Transform(), Collider(Chain(TABLE, loop=True), restitution=0.4))
        self.left, self.right = self.flipper(548, 0.0, 1), self.flipper(684, 3.14159, -1)
        for place in ((480, 470), (700, 520), (590, 400), (615, 570)):
            kick = Listener(on_collision_begin=self.kick), Paint((255, 111, 105))
            esper.create_entity(Transform(*place), Collider(Circle(28)), *kick)
        self.ball, self.body = Transform(840, 70), RigidBody(continuous="bullet")
        esper.create_entity(self.ball, self.body, Collider(Circle(11)), Paint((250, 250, 250)))

    def flipper(self, x, angle, side):
        bat = Collider(Box(56, 10, radius=4), offset=(26, 0), friction=0.2)
        entity = esper.create_entity(Transform(x, 162, angle - 0.5 * side), RigidBody(can_sleep=False), bat)
        joint = RevoluteJoint(None, entity, limits=sorted((0, side)), max_motor_torque=1e9)
        return esper.component_for_entity(esper.create_entity(joint), RevoluteJoint)

    def flip(self, dt):
        self.left.motor_speed = 30 if self.window.keyboard[key.LEFT] else -12
        self.right.motor_speed = -30 if self.window.keyboard[key.RIGHT] else 12

    def kick(self, bumper, ball, event):
        self.body.velocity += 350 * event.normal  # from the first to the second entity: to the ball

    def on_key_press(self, symbol, modifiers):
        if symbol == key.SPACE and (self.ball.x > 820 or self.ball.y < 0):
            self.ball.position, self.body.velocity = (840, 70), (0, 1200)

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Pinball").show_view(Pinball())
    bind(arcade.get_window())
    arcade.run()
