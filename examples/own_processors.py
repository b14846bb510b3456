"""
esper with processors of one's own
==================================

A fountain. ``Physics`` is a processor among others: higher ``priority`` runs first, so drops are born, move,
and age, in this order. **Try** a processor for wind, or a component that makes drops glow.
"""

import random
from dataclasses import dataclass

import arcade
import esper

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import Paint, ShapeDraw, bind


@dataclass
class Age:
    seconds: float = 0.0


class Spring(esper.Processor):
    def process(self, dt):
        body = RigidBody(velocity=(random.uniform(-200, 200), random.uniform(650, 720)))
        drop = Collider(Circle(random.uniform(4, 9)), restitution=0.5, friction=0.1)
        esper.create_entity(Transform(640, 120), body, drop, Age(), Paint((92, 184, 255)))


class Ageing(esper.Processor):
    def process(self, dt):
        for entity, (age, paint) in esper.get_components(Age, Paint):
            age.seconds += dt
            paint.color = (92, 184, 255, max(0, 255 - int(60 * age.seconds)))
            if age.seconds > 4:
                esper.delete_entity(entity)


class Fountain(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics(gravity=(0, -600))
        esper.add_processor(Spring(), priority=2)
        esper.add_processor(self.physics, priority=1)
        esper.add_processor(Ageing(), priority=0)
        self.shapes = ShapeDraw(self.physics)
        for x, y, width in ((640, 30, 900), (640, 100, 60), (380, 260, 180), (900, 260, 180), (640, 400, 60)):
            esper.create_entity(Transform(x, y), Collider(Box(width, 20)))

    def on_draw(self):
        self.clear()
        self.shapes.draw()


if __name__ == "__main__":
    window = arcade.Window(title="esper with processors of one's own")
    window.show_view(Fountain())
    bind(window)
    arcade.run()
