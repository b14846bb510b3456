"""
A shooting gallery in space
===========================

Click to shoot: a ray from the eye finds what the mouse is on, and a ``Projectile3D`` flies there. It is no
body that pushes: ``on_hit`` says what a hit does. **Try** ``SPEED = 500``: no crate is too thin.
"""

import arcade
import esper

from ecsphys.arcade import bind
from ecsphys.space3d import Body3D, Box, Collider3D, Physics3D, Projectile3D, Sphere, Transform3D, Vec3

VERTEX = """#version 330\nuniform WindowBlock { mat4 projection, view; }; uniform vec3 place, size;
uniform vec4 turn; in vec3 in_position; out vec3 at; void main() { vec3 q = turn.yzw, p = in_position * size;
  at = place + p + 2 * cross(q, cross(q, p) + turn.x * p); gl_Position = projection * view * vec4(at, 1); }"""
FRAGMENT = """#version 330\nuniform vec3 color; in vec3 at; out vec4 shade; void main() {
  shade = vec4(color * (0.6 + 0.4 * dot(normalize(cross(dFdx(at), dFdy(at))), vec3(.4, .8, .45))), 1); }"""
COLORS = [(0.95, 0.77, 0.36), (0.37, 0.72, 0.96), (0.95, 0.45, 0.42), (0.47, 0.84, 0.59), (0.34, 0.38, 0.5)]
EYE, GUN, SPEED = Vec3(0, 2.4, 5), Vec3(0.6, 1.6, 4), 40


class SpaceGallery(arcade.View):
    def __init__(self):
        super().__init__(background_color=(24, 27, 36))
        self.physics = Physics3D(gravity=(0, -9.81, 0))
        esper.add_processor(self.physics)
        self.camera = arcade.camera.PerspectiveProjector(view=arcade.camera.CameraData(EYE))
        self.program = self.window.ctx.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self.models = {Box: arcade.gl.geometry.cube((2, 2, 2)), Sphere: arcade.gl.geometry.sphere(1)}
        esper.create_entity(Transform3D(0, -0.5, -4), Collider3D(Box(24, 1, 16)))
        for k in range(66):
            place = Transform3D(0.71 * (k % 11 - 5.2 + k // 11 % 2 * 0.4), 0.3 + 0.6 * (k // 11), -2)
            esper.create_entity(place, Body3D(), Collider3D(Box(0.7, 0.6, 0.6)))

    def on_mouse_press(self, x, y, button, modifiers):
        hit = self.physics.raycast(EYE, aim := EYE + Vec3(x - 640, y - 360, -624))  # it sees 60 degrees
        body = Body3D(velocity=((hit.point if hit else aim) - GUN).normalized() * SPEED, gravity_scale=0)
        shot = Projectile3D(on_hit=self.push, max_distance=50, despawn=True)
        esper.create_entity(Transform3D(*GUN), body, Collider3D(Sphere(0.12)), shot)

    def push(self, shot, crate, event):
        if body := esper.try_component(crate, Body3D):
            body.apply_impulse(event.normal * event.speed * -0.05, event.point)

    def on_draw(self):
        self.clear()
        with self.camera.activate(), self.window.ctx.enabled(self.window.ctx.DEPTH_TEST):
            for entity, (place, solid) in esper.get_components(Transform3D, Collider3D):
                self.program["place"], self.program["turn"] = place.interpolated
                self.program["size"] = solid.shape.bounds().half
                self.program["color"] = COLORS[entity % 4 if esper.has_component(entity, Body3D) else -1]
                self.models[type(solid.shape)].render(self.program)


if __name__ == "__main__":
    arcade.Window(1280, 720, "A shooting gallery in space").show_view(SpaceGallery())
    bind(arcade.get_window())
    arcade.run()
