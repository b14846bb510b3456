"""
Headless server with four worlds
================================

No window, no arcade: four matches in one process, each in an esper world of its own, with entities, events
and a clock of its own. ``esper.switch_world`` says which one is meant. Each match has the same bits as if
it ran alone: compare the fingerprints. **Try** 64 matches, or ``time_scale=2`` in one of them.
"""

import math

import esper

from ecsphys import COLLISION_BEGIN, Chain, Circle, Collider, Physics, RigidBody, Transform

SECONDS, WIDTH = 10, 64


class Match:
    def __init__(self, number):
        self.world, self.bounces = f"match {number}", 0
        esper.switch_world(self.world)
        self.physics = Physics(restitution_threshold=0)
        esper.add_processor(self.physics)
        room = Chain([(0, 0), (0, 300), (640, 300), (640, 0)], loop=True)  # clockwise: solid outside
        esper.create_entity(Transform(), Collider(room, restitution=1))
        for i in range(8):
            body = RigidBody(velocity=(300 * math.cos(number + i), 300 * math.sin(number + i)))
            place = Transform(80 + 65 * i, 150)
            esper.create_entity(place, body, Collider(Circle(12), restitution=1, friction=0))
        esper.set_handler(COLLISION_BEGIN, self.count)  # in this world only

    def count(self, event):
        self.bounces += 1

    def tick(self, dt):
        esper.switch_world(self.world)
        esper.process(dt)

    def report(self):
        esper.switch_world(self.world)
        row = [" "] * WIDTH
        for _, (place, _) in esper.get_components(Transform, RigidBody):
            row[int(place.x / 640 * WIDTH)] = "o"
        return f"{self.world} |{''.join(row)}| {self.bounces:4} bounces  {self.physics.fingerprint()}"


def main():
    matches = [Match(number) for number in range(4)]
    for second in range(SECONDS):
        for _ in range(60):
            for match in matches:
                match.tick(1 / 60)
        print(f"second {second + 1}", *[match.report() for match in matches], sep="\n")
    return matches


if __name__ == "__main__":
    main()
