"""
A walk in space
===============

``W`` ``A`` ``S`` ``D`` walk: up the stairs, the ramp, by lift onto the tower, through crates. Space jumps.
The hero is a capsule, drawn as an egg. **Try** ``CharacterController3D(max_slope=0.3, step_height=0.1)``.
"""

import arcade
import esper

from ecsphys.space3d import Body3D, Box, Capsule, CharacterController3D, Collider3D, Physics3D, Transform3D

VERTEX = """#version 330\nuniform WindowBlock { mat4 projection, view; }; uniform vec3 place, size;
uniform vec4 turn; in vec3 in_position; out vec3 at; void main() { vec3 q = turn.yzw, p = in_position * size;
  at = place + p + 2 * cross(q, cross(q, p) + turn.x * p); gl_Position = projection * view * vec4(at, 1); }"""
FRAGMENT = """#version 330\nuniform vec3 color; in vec3 at; out vec4 shade; void main() {
  shade = vec4(color * (0.6 + 0.4 * dot(normalize(cross(dFdx(at), dFdy(at))), vec3(.4, .8, .45))), 1); }"""
COLORS = {"static": (0.34, 0.38, 0.5), "kinematic": (0.47, 0.84, 0.59), "dynamic": (0.95, 0.77, 0.36)}
LEVEL = [("static", 0, -0.5, 0, 26, 1, 11), ("static", -8, 2, -3, 4, 4, 4)]  # kind, place, size
LEVEL += [("static", 0.4, 0.1 + 0.2 * k, -3, 7 - 0.7 * k, 0.2, 3) for k in range(6)]
LEVEL += [("static", 0.4, 0.5, -0.2, (1, 0.21, 0, 0), 2, 0.2, 3)]  # a ramp: w, x, y, z of a quaternion
LEVEL += [("dynamic", 7 + k % 3, 0.4 + k // 3 * 0.8, 1, 0.8, 0.8, 0.8) for k in range(12)]


class SpaceWalk(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics3D(gravity=(0, -15, 0))
        esper.add_processor(self.physics)
        self.camera = arcade.camera.PerspectiveProjector(view=arcade.camera.CameraData(forward=(0, -1, -2)))
        self.program = self.window.ctx.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self.models = {Box: arcade.gl.geometry.cube((2, 2, 2)), Capsule: arcade.gl.geometry.sphere(1)}
        for kind, *place, x, y, z in LEVEL:
            esper.create_entity(Transform3D(*place), Body3D(kind), Collider3D(Box(x, y, z)))
        self.lift, self.hero, self.place = Body3D.kinematic(), CharacterController3D(), Transform3D(4, 0.7, 3)
        esper.create_entity(Transform3D(-4.5, 0, -3), self.lift, Collider3D(Box(3, 0.2, 3)))
        esper.create_entity(self.place, Body3D.kinematic(), Collider3D(Capsule(1.4, 0.4)), self.hero)

    def on_update(self, dt):
        esper.process(dt)
        keys, pressed = arcade.key, self.window.keyboard
        self.hero.move((5 * (pressed[keys.D] - pressed[keys.A]), 0, 5 * (pressed[keys.S] - pressed[keys.W])))
        if pressed[keys.SPACE]:
            self.hero.jump(6)
        self.lift.velocity = 0, 1 if self.physics.step_count % 480 < 240 else -1, 0

    def on_draw(self):
        self.clear()
        self.camera.view.position = self.place.interpolated.position - (0, -4.5, -8)
        with self.camera.activate(), self.window.ctx.enabled(self.window.ctx.DEPTH_TEST):
            for _, (place, body, solid) in esper.get_components(Transform3D, Body3D, Collider3D):
                self.program["place"], self.program["turn"] = place.interpolated
                self.program["size"], self.program["color"] = solid.shape.bounds().half, COLORS[body.kind]
                self.models[type(solid.shape)].render(self.program)


if __name__ == "__main__":
    arcade.Window(1280, 720, "A walk in space").show_view(SpaceWalk())
    arcade.run()
