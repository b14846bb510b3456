"""
Two-player rollback
===================

Two machines in one window, ``A D W`` for the left one, arrow keys for the right one. Only inputs travel,
80 ms late and with losses: each predicts the other, and goes back where it was wrong. **Try** ``delay=12``.
"""

import arcade
import esper

from ecsphys import Box, Chain, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.arcade import ShapeDraw
from ecsphys.rollback import Impaired, MemoryNetwork, Session

KEYS = [(arcade.key.A, arcade.key.D, arcade.key.W), (arcade.key.LEFT, arcade.key.RIGHT, arcade.key.UP)]
ROOM = Chain([(20, 100), (20, 650), (620, 650), (620, 100)], loop=True)  # clockwise: solid outside


class Machine:
    def __init__(self, player, players, network):
        self.keys, self.world, self.physics = KEYS[player], f"machine {player}", Physics(gravity=(0, -900))
        esper.switch_world(self.world)
        self.shapes, self.heroes = ShapeDraw(self.physics), [RigidBody(lock_rotation=True) for _ in range(2)]
        esper.create_entity(Transform(), Collider(ROOM, restitution=0.9))
        for i, hero in enumerate(self.heroes):
            esper.create_entity(Transform(150 + 340 * i, 130), hero, Collider(Box(40, 60)))
        esper.create_entity(Transform(320, 400), RigidBody(), Collider(Circle(30), density=0.2))
        wire = Impaired(network.transport(player), delay=5, jitter=2, loss=0.1, seed=player)
        self.session = Session(self.physics, players, self.step, input_delay=2, transport=wire)

    def step(self, inputs):  # one frame of the game, perhaps not for the first time
        for hero, (buttons, _) in zip(self.heroes, inputs):
            jumps = buttons & 4 and abs(hero.velocity.y) < 1
            hero.velocity = 150 * (buttons & 2) - 300 * (buttons & 1), 500 if jumps else hero.velocity.y
        self.physics.step_once()


class Rollback(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        network = MemoryNetwork()
        self.machines = [Machine(0, ["local", 1], network), Machine(1, [0, "local"], network)]

    def on_fixed_update(self, dt):
        for machine in self.machines:
            esper.switch_world(machine.world)
            machine.session.advance([sum(self.window.keyboard[k] << i for i, k in enumerate(machine.keys))])

    def on_draw(self):
        self.clear()
        for i, machine in enumerate(self.machines):
            esper.switch_world(machine.world)
            with arcade.Camera2D(position=(640 - 640 * i, 360)).activate():
                machine.shapes.draw()


if __name__ == "__main__":
    arcade.Window(title="Two-player rollback").show_view(Rollback())
    arcade.run()
