"""A rope of 19 links with a heavy ball, let go horizontally: PYTHONPATH=<built clone> /tmp/w/venv/bin/python presets_blast.py [density]."""
import sys
import esper
from ecsphys import *
from ecsphys import presets
density = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
physics = Physics(gravity=(0, -900)); esper.add_processor(physics)
ball = esper.create_entity(Transform(320, 0), RigidBody(), Collider(Circle(20), density=density))
rope = presets.rope((0, 0), (300, 0), b=ball)
for k in range(3000):
    physics.step_once()
    s = physics.joints["stretch"]
    if s.max() > 0.5 or physics.lost:
        print("step", k, "stretch %.3g" % s.max(), "joint", int(s.argmax()), "lost", physics.lost, "speed %.3g" % max(esper.component_for_entity(b, RigidBody).velocity.length for b in rope.bodies))
        if physics.lost: break
else:
    print("fine")
