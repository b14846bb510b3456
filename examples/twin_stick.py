"""
Twin-stick with 200 chasers
===========================

``W A S D`` run, and shots fly towards the mouse. One field of force steers all chasers. **Try** ``pierce=5``.
"""

import arcade
import esper
from arcade import key

from ecsphys import CharacterController, Circle, Collider, Physics, Projectile, RigidBody, Transform, Vec2
from ecsphys.arcade import ShapeDraw, bind


class Chaser: ...


class TwinStick(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics()
        esper.add_processor(self.physics)
        self.physics.before_step(self.play)
        self.physics.add_field(self.chase, Chaser)
        self.shapes, self.place = ShapeDraw(self.physics), Transform(640, 360)
        for i in range(10):
            esper.create_entity(Transform(90 + 120 * i, 150 + i % 2 * 420), Collider(Circle(45)))
        for i in range(200):
            body = Transform(15 + 25 * (i // 4), (10, 30, 690, 710)[i % 4]), RigidBody(linear_damping=3)
            esper.create_entity(*body, Collider(Circle(9)), Chaser())
        self.hero = CharacterController("floating")
        self.me = esper.create_entity(self.place, RigidBody.kinematic(), Collider(Circle(16)), self.hero)

    def play(self, dt):
        keys, mouse = self.window.keyboard, Vec2(self.window.mouse["x"], self.window.mouse["y"])
        self.hero.move((300 * (keys[key.D] - keys[key.A]), 300 * (keys[key.W] - keys[key.S])))
        if self.physics.step_count % 5 == 0:
            body = RigidBody(velocity=900 * (mouse - self.place.position).normalized()), Collider(Circle(4))
            shot = Projectile(max_distance=900, ignore=self.me, despawn=True, on_hit=self.hit)
            esper.create_entity(Transform(*self.place.position), *body, shot)

    def hit(self, shot, other, event):
        if other and esper.has_component(other, Chaser):  # 0: the shot is at the end of its range
            self.physics.despawn(other)

    def chase(self, fields):  # arrays, one number for each chaser
        x, y = self.place.x - fields.x, self.place.y - fields.y
        pull = 500 * fields.mass / (x**2 + y**2) ** 0.5
        fields.fx, fields.fy = pull * x, pull * y

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Twin-stick").show_view(TwinStick())
    bind(arcade.get_window())
    arcade.run()
