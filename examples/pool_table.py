"""
Pool table
==========

Drag back from the white ball and let go. The dots show where it will go: ``predict`` runs the world ahead.
Pockets are triggers: they report what comes, and push nothing. **Try** ``linear_damping=0``.
"""

import arcade
import esper

from ecsphys import TRIGGER_ENTER, Chain, Circle, Collider, Physics, RigidBody, Transform, Vec2
from ecsphys.arcade import Paint, ShapeDraw, bind

CUSHION = Chain([(40, 40), (40, 680), (1240, 680), (1240, 40)], loop=True)  # clockwise: solid outside


class PoolTable(arcade.View):
    def __init__(self):
        super().__init__(background_color=(84, 52, 38))
        self.physics = Physics(restitution_threshold=10)
        esper.add_processor(self.physics)
        esper.set_handler(TRIGGER_ENTER, self.sink)
        self.shapes, self.aim = ShapeDraw(self.physics), None
        esper.create_entity(Transform(), Collider(CUSHION, restitution=0.8))
        for x, y in ((28, 28), (640, 20), (1252, 28), (28, 692), (640, 700), (1252, 692)):
            esper.create_entity(Transform(x, y), Collider(Circle(34), trigger=True), Paint((0, 0, 0)))
        self.cue = self.ball(340, 360, Paint((250, 250, 250)))
        for i, row in enumerate([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4]):
            self.ball(860 + 39 * row, 360 + 45 * (i - row * (row + 2) / 2))

    def ball(self, x, y, *paint):
        body, ball = RigidBody(linear_damping=0.5), Collider(Circle(22), restitution=0.95, friction=0.1)
        return esper.create_entity(Transform(x, y), body, ball, *paint)

    def sink(self, event):
        self.physics.despawn(event.visitor)
        if event.visitor == self.cue:
            self.cue = self.ball(340, 360, Paint((250, 250, 250)))

    def on_mouse_drag(self, x, y, dx, dy, buttons, modifiers):
        self.aim = 6 * (esper.component_for_entity(self.cue, Transform).position - Vec2(x, y))

    def on_mouse_release(self, x, y, button, modifiers):
        esper.component_for_entity(self.cue, RigidBody).velocity = self.aim or (0, 0)
        self.aim = None

    def on_draw(self):
        self.clear()
        arcade.draw_lbwh_rectangle_filled(40, 40, 1200, 640, (26, 104, 84))
        self.shapes.draw()
        if self.aim:
            path = self.physics.predict(self.cue, 60, velocity=self.aim)
            arcade.draw_points(path[::2, :2].tolist(), arcade.color.WHITE, 4)


if __name__ == "__main__":
    arcade.Window(title="Pool table").show_view(PoolTable())
    bind(arcade.get_window())
    arcade.run()
