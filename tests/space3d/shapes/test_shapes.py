"""Shapes: what they are, and what they refuse."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

from ecsphys.space3d import closest_point, collide, distance
from ecsphys.space3d.collide.core import BOX, HULL, MESH, PLANE, POINT, SEGMENT
from ecsphys.space3d.collide.solid_rows import NO_ROWS, join_rows
from ecsphys.space3d.math3d.pose import Pose3
from ecsphys.space3d.math3d.quaternion import Quaternion, from_axis_angle, rotate, rotation_of
from ecsphys.space3d.math3d.vec3 import Vec3
from ecsphys.space3d.shapes import AABB, Box, Capsule, Hull, Mesh, Plane, Shape3, Sphere

CORNERS = [(x, y, z) for x in (0, 2) for y in (0, 4) for z in (0, 6)]
TETRAHEDRON = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
FLOOR = Mesh([(0, 0, 0), (4, 0, 0), (4, 0, 4), (0, 0, 4)], [(0, 2, 1), (0, 3, 2)])

SHAPES: dict[str, Shape3] = {
    "sphere": Sphere(2, (1, 0, -1)),
    "AABB": AABB(1, 2, 3),
    "box": Box(1, 2, 3),
    "capsule": Capsule(3, 0.5),
    "leaning capsule": Capsule.between((1, 2, 3), (4, 0, 1), 0.25),
    "round capsule": Capsule(1, 0.5),
    "hull": Hull(TETRAHEDRON),
    "plane": Plane((1, 2, 2), 6),
    "mesh": FLOOR,
}
SOLID = {name: shape for name, shape in SHAPES.items() if shape.solid}


@pytest.fixture(params=SHAPES)
def shape(request: pytest.FixtureRequest) -> Shape3:
    return SHAPES[request.param]


@pytest.fixture(params=SOLID)
def solid(request: pytest.FixtureRequest) -> Shape3:
    return SOLID[request.param]


def random_pose(seed: int) -> Pose3:
    rng = np.random.default_rng(seed)
    w, x, y, z = rng.normal(size=4)
    length = math.sqrt(w * w + x * x + y * y + z * z)
    return Pose3(Vec3(*rng.normal(size=3).tolist()), Quaternion(*(float(q / length) for q in (w, x, y, z))))


def test_equal_shapes_are_one_key_and_survive_copies(shape: Shape3):
    for other in (copy.copy(shape), copy.deepcopy(shape), pickle.loads(pickle.dumps(shape))):
        assert other == shape and hash(other) == hash(shape) and repr(other) == repr(shape)
        for rows, expected in zip(other.packed, shape.packed, strict=True):
            assert rows.tobytes() == expected.tobytes()
    assert len({shape, copy.deepcopy(shape)}) == 1
    assert all((shape == other) == (shape is other) for other in SHAPES.values())
    assert shape != repr(shape)


def test_repr_makes_the_shape_again(shape: Shape3):
    assert eval(repr(shape)) == shape


def test_shapes_are_immutable(shape: Shape3):
    with pytest.raises(AttributeError, match=f"{type(shape).__name__} is immutable: make a new one"):
        shape.radius = 3.0
    with pytest.raises(AttributeError, match="cannot be deleted"):
        del shape.radius


def test_box_and_AABB_differ():
    assert Box(1, 2, 3) != AABB(1, 2, 3)
    turned = (0, 0, 0), (0.5, 0.5, 0.5, 0.5)
    assert Box(1, 2, 3).bounds(turned).half == (1.5, 0.5, 1.0)
    assert AABB(1, 2, 3).bounds(turned).half == (0.5, 1.0, 1.5)


def test_bounds_are_tight(solid: Shape3):
    rng = np.random.default_rng(1)
    for seed in range(20):
        pose = random_pose(seed)
        rotation = rotation_of(*((1.0, 0, 0, 0) if solid.upright else pose.orientation))
        lower, upper = solid.bounds(pose)
        for axis in range(3):
            for sign, limit in ((1.0, upper), (-1.0, lower)):
                direction = Vec3(*(sign * (k == axis) for k in range(3)))
                back = Vec3(*(np.array(rotation).reshape(3, 3).T @ direction).tolist())
                tip = pose.position + rotate(rotation, solid.support(back))
                assert math.isclose(tip[axis], limit[axis], abs_tol=1e-12)
        inside = [p for p in rng.uniform(np.array(lower) - 0.5, np.array(upper) + 0.5, (60, 3)).tolist()
                  if solid.contains(pose, tuple(p))]  # fmt: skip
        assert all(low <= x <= high for p in inside for low, x, high in zip(lower, p, upper, strict=True))


def test_support_is_furthest_and_on_the_boundary(solid: Shape3):
    rng = np.random.default_rng(2)
    center = solid.unit_mass.center
    for _ in range(50):
        direction = Vec3(*rng.normal(size=3).tolist())
        tip = solid.support(direction)
        assert solid.contains((0, 0, 0), tip.lerp(center, 1e-12))
        assert not solid.contains((0, 0, 0), tip + 1e-9 * direction)
        inside = [p for p in rng.normal(size=(40, 3)).tolist() if solid.contains((0, 0, 0), tuple(p))]
        assert all(direction.dot(p) <= direction.dot(tip) + 1e-12 for p in inside)


def test_volume_and_mass_as_sampled(solid: Shape3):
    rng = np.random.default_rng(3)
    lower, upper = solid.bounds()
    points = rng.uniform(lower, upper, (10_000, 3))
    inside = points[[solid.contains((0, 0, 0), tuple(p)) for p in points.tolist()]]
    share = len(inside) / len(points)
    box = math.prod(upper - lower)
    assert abs(share * box - solid.volume) < 5 * box * math.sqrt(share * (1 - share) / len(points)) + 1e-12
    mass, center, inertia = solid.mass_properties(2.5)
    assert math.isclose(mass, 2.5 * solid.volume)
    size = (upper - lower).length
    assert np.abs(inside.mean(axis=0) - center).max() < 0.02 * size
    offsets = inside - inside.mean(axis=0)
    spread = mass * offsets.T @ offsets / len(inside)
    assert np.abs(np.trace(spread) * np.eye(3) - spread - inertia).max() < 0.03 * np.trace(inertia)


def test_unit_mass_has_the_lengths_that_sweeps_need(solid: Shape3):
    mass, center, _, reach, half_width = solid.unit_mass
    assert math.isclose(mass, solid.volume)
    rng = np.random.default_rng(4)
    directions = [Vec3(*v.tolist()).normalized() for v in rng.normal(size=(300, 3))]
    assert max(solid.support(d).length for d in directions) <= reach * (1 + 1e-12)
    assert min(d.dot(solid.support(d) - center) for d in directions) >= half_width * (1 - 1e-12)
    assert all(solid.contains((0, 0, 0), center + 0.999999 * half_width * d) for d in directions)
    furthest = max(solid.vertices, key=abs)
    assert math.isclose(abs(furthest) + solid.radius, reach)


def test_faces_are_counter_clockwise_and_axes_their_normals(shape: Shape3):
    normals = []
    for face in shape.faces:
        a, b, c = (shape.vertices[i] for i in face[:3])
        normals.append((b - a).cross(c - b).normalized())
        if shape.solid:
            assert normals[-1].dot(a - shape.unit_mass.center) > 0.0
    if normals:
        assert all(min(abs(axis.cross(n)) for n in normals) < 1e-12 for axis in shape.axes)
        assert all(min(abs(axis.cross(n)) for axis in shape.axes) < 1e-12 for n in normals)
        ways = {frozenset((shape.vertices[i], shape.vertices[j])) for face in shape.faces
                for i, j in zip(face, face[1:] + face[:1], strict=True)}  # fmt: skip
        assert {frozenset(edge) for edge in shape.edges} == ways
        assert len(shape.edges) == len(ways)


def test_cores():
    forms = {name: shape.cores[0].form for name, shape in SHAPES.items()}
    assert forms == {
        "sphere": POINT, "AABB": BOX, "box": BOX, "capsule": SEGMENT, "leaning capsule": SEGMENT,
        "round capsule": POINT, "hull": HULL, "plane": PLANE, "mesh": MESH,
    }  # fmt: skip
    (core,) = SHAPES["leaning capsule"].cores
    assert core.position - core.half == (1, 2, 3) and core.position + core.half == (4, 0, 1)
    assert core.orientation == (1.0, 0.0, 0.0, 0.0) and core.span == 0 and core.radius == 0.25
    (core,) = SHAPES["plane"].cores
    assert math.isclose(core.half.dot(core.position), 2.0)
    assert SHAPES["sphere"].cores is SHAPES["sphere"].cores


def test_rows_of_a_hull():
    rows = Hull(CORNERS).packed
    assert rows.spans.tolist() == [[0, 8, 0, 6, 0, 12, 0, 0, 0, 0, 0]]
    assert rows.points.tolist() == [list(map(float, corner)) for corner in CORNERS]
    for (nx, ny, nz, offset), (first, count) in zip(rows.faces.tolist(), rows.loops.tolist(), strict=True):
        loop = rows.corners[first : first + count, 0]
        assert count == 4 and (rows.points[loop] @ (nx, ny, nz) == offset).all()
        assert (rows.points @ (nx, ny, nz) <= offset).all()
    for start, end, left, right in rows.edges.tolist():
        for face, (a, b) in ((left, (start, end)), (right, (end, start))):
            loop = rows.corners[rows.loops[face, 0] : rows.loops[face].sum(), 0].tolist()
            assert loop[(loop.index(a) + 1) % 4] == b


def test_rows_of_a_mesh():
    # Vertices at the same place are one: both triangles share an edge.
    soup = Mesh([(0, 0, 0), (4, 0, 4), (4, 0, 0), (0, 0, 0), (0, 0, 4), (4, 0, 4)], [(0, 1, 2), (3, 4, 5)])
    rows = soup.packed
    assert len(rows.points) == 4
    assert rows.spans.tolist() == [[0, 4, 0, 2, 0, 5, 0, 3, 0, 0, 0]]
    assert sorted(rows.edges[:, 3].tolist()) == [-1, -1, -1, -1, 1]
    assert rows.faces.tolist() == [[0, 1, 0, 0]] * 2
    assert rows.nodes[:, 0].tolist().count(-1) == 1


def test_blocks_of_a_hull_hold_its_points_faces_and_edges():
    rows = Hull([*CORNERS, (1, 2, 9)]).packed
    count = len(rows.points)
    assert count == 9
    points = rows.point_blocks.reshape(-1, 3, 8).transpose(0, 2, 1).reshape(-1, 3)
    assert points[:count].tolist() == rows.points.tolist()
    assert points[count:].tolist() == [rows.points[0].tolist()] * (16 - count)
    faces = rows.face_blocks.reshape(-1, 4, 8).transpose(0, 2, 1).reshape(-1, 4)
    assert faces[: len(rows.faces)].tolist() == rows.faces.tolist()
    assert faces[len(rows.faces) :].tolist() == [[0.0, 0.0, 0.0, math.inf]] * (-len(rows.faces) % 8)
    for side in (0, 1):
        beside = rows.edge_blocks[side::2].reshape(-1, 4, 8).transpose(0, 2, 1).reshape(-1, 4)
        assert beside[: len(rows.edges)].tolist() == rows.faces[rows.edges[:, 2 + side]].tolist()
        assert np.isinf(beside[len(rows.edges) :, 3]).all()


def test_joined_rows_are_those_of_each_shape():
    hull, mesh, other = Hull(CORNERS), FLOOR, Hull(TETRAHEDRON)
    rows = join_rows([hull.packed, NO_ROWS, mesh.packed, other.packed])
    assert len(rows.spans) == 3
    for span, shape in zip(rows.spans.tolist(), (hull, mesh, other), strict=True):
        first, count, face, faces, edge, edges, node, nodes, *blocks = span
        own = shape.packed
        ours = (rows.point_blocks, rows.face_blocks, rows.edge_blocks)
        theirs = (own.point_blocks, own.face_blocks, own.edge_blocks)
        for block, all_rows, own_rows in zip(blocks, ours, theirs, strict=True):
            assert all_rows[block : block + len(own_rows)].tolist() == own_rows.tolist()
        assert rows.points[first : first + count].tolist() == own.points.tolist()
        assert rows.faces[face : face + faces].tolist() == own.faces.tolist()
        for k, (start, corners) in enumerate(rows.loops[face : face + faces].tolist()):
            begin = own.loops[k, 0]
            assert rows.points[rows.corners[start : start + corners, 0]].tolist() == (
                own.points[own.corners[begin : begin + corners, 0]].tolist()
            )
        sides = rows.edges[edge : edge + edges] - [first, first, face, face]
        assert sides[:, :3].tolist() == own.edges[:, :3].tolist()
        assert (
            np.where(rows.edges[edge : edge + edges, 3] < 0, -1, sides[:, 3]).tolist()
            == own.edges[:, 3].tolist()
        )
        assert (rows.nodes[node : node + nodes, 1] - node).tolist() == own.nodes[:, 1].tolist()
        leaves = rows.nodes[node : node + nodes, 0]
        assert np.where(leaves < 0, -1, leaves - face).tolist() == own.nodes[:, 0].tolist()


def test_planes():
    plane = Plane((0, 3, 4), 10)
    assert plane.normal == (0, 0.6, 0.8) and plane.offset == 2.0
    assert plane.bounds().upper == (math.inf, math.inf, math.inf)
    ground = Plane((0, 1, 0), 2)
    assert ground.bounds((5, 1, 5)) == ((-math.inf,) * 3, (math.inf, 3.0, math.inf))
    wall = ground.bounds(((5, 1, 5), from_axis_angle((0, 0, 1), math.pi / 2)))
    assert wall.lower == (3.0, -math.inf, -math.inf) and wall.upper == (math.inf,) * 3
    assert ground.contains((0, 0, 0), (9, 2, 9)) and not ground.contains((0, 0, 0), (9, 2.1, 9))
    assert ground.support((0, 2, 0)) == (0, 2, 0)
    with pytest.raises(ValueError, match="direction must be the normal's"):
        ground.support((0, 1, 1))


def test_a_mesh_contains_what_is_on_it():
    assert FLOOR.contains((0, 1, 0), (2, 1, 2)) and FLOOR.contains((0, 0, 0), (4, 0, 4))
    assert not FLOOR.contains((0, 0, 0), (2, 1e-9, 2)) and not FLOOR.contains((0, 0, 0), (5, 0, 2))
    assert FLOOR.mass_properties().mass == FLOOR.volume == 0.0
    assert FLOOR.support((1, 0, 1)) == (4, 0, 4)


def test_a_mesh_far_from_its_unused_vertices():
    mesh = Mesh([*FLOOR.vertices, (99, 99, 99)], FLOOR.faces)
    assert mesh.bounds() == FLOOR.bounds()
    assert len(mesh.vertices) == 5


def test_arrays_and_lists_are_taken():
    assert Hull(np.array(CORNERS)) == Hull(CORNERS) == Hull(np.array(CORNERS, np.float32))
    assert Mesh(np.array(FLOOR.vertices), np.array(FLOOR.faces, np.uint8)) == FLOOR


def test_hulls_contain_what_delaunay_does():
    spatial = pytest.importorskip("scipy.spatial")
    rng = np.random.default_rng(7)
    hull = Hull(rng.normal(size=(20, 3)))
    points = rng.normal(size=(300, 3))
    expected = spatial.Delaunay(hull.vertices).find_simplex(points) >= 0
    assert [hull.contains((0, 0, 0), tuple(p)) for p in points.tolist()] == expected.tolist()
    assert 0 < expected.sum() < 300


NAN, INF = math.nan, math.inf
REFUSED = {
    "Sphere(0)": "radius must be a finite number > 0, got 0",
    "Sphere(-1)": "radius must be a finite number > 0, got -1",
    "Sphere(NAN)": "radius must be a finite number > 0, got nan",
    "Sphere(1, (0, INF, 0))": "center.y must be a finite number, got inf",
    "Box(1, 0, 1)": "height must be a finite number > 0, got 0",
    "Box(1, 1, INF)": "depth must be a finite number > 0, got inf",
    "AABB(-1, 1, 1)": "width must be a finite number > 0, got -1",
    "Capsule(1, 0.6)": r"height must be at least 2 \* radius = 1.2 \(tip to tip\), got 1",
    "Capsule(1, 0)": "radius must be a finite number > 0",
    "Capsule.between((0, 0, NAN), (0, 0, 0), 1)": "p1.z must be a finite number, got nan",
    "Hull([])": "points must be at least four different ones, got 0",
    "Hull(TETRAHEDRON[:3])": "points must be at least four different ones, got 3",
    "Hull([*TETRAHEDRON[:3], (1, 1, 0), (9, 9, 0)])": "points must not lie in one plane .* add a point",
    "Hull([(0, 0), (1, 1)])": r"points must be of shape \(N, 3\), got \(2, 2\)",
    "Hull(['ab'])": "points must be numbers",
    "Hull([*TETRAHEDRON, (NAN, 0, 0)])": "points must be finite",
    "Capsule(1e9, 0.3)": "Capsule must be at most 1e.06 times as long as thick, got a length of 1e.09 and",
    "Capsule.between((0, 0, 0), (0, 3e6, 0), 1)": "Capsule must be at most 1e.06 times as long as thick",
    "Box(1e7, 1, 1)": "Box must be .* as long as thick, got a length of 1e.07 and a thickness of 1:",
    "AABB(1, 1e-7, 1)": "AABB must be at most 1e.06 times as long as thick",
    "Hull([(0, 0, 0), (1, 0, 0), (0, 0, 1), (0, 1e-7, 0)])": "Hull must be at most 1e.06 times as long as",
    "Mesh([(0, 0, 0), (1, 0, 0), (0, 1e-7, 0)], [(0, 1, 2)])": "faces must have an area",
    "Plane((0, 0, 0))": "normal must be a vector other than zero",
    "Plane((0, 1e-30, 0))": "normal must be a vector of a length of at least 1e-18",
    "Plane((0, 1, 0), NAN)": "offset must be a finite number, got nan",
    "Mesh(TETRAHEDRON, [])": "faces must be at least one, got none",
    "Mesh(TETRAHEDRON, [(0, 1, 4)])": r"faces must be numbers of vertices, from 0 to 3, got \(0, 1, 4\)",
    "Mesh(TETRAHEDRON, [(0, 1, -1)])": r"faces must be numbers of vertices, from 0 to 3, got \(0, 1, -1\)",
    "Mesh(TETRAHEDRON, [(0, 1, 2), (0, 1, 1)])": r"faces must have an area, got faces\[1\] .* leave it out",
    "Mesh(TETRAHEDRON, [(0, 1, 2, 3)])": r"faces must be triangles, .* got \(1, 4\): cut larger polygons",
    "SHAPES['box'].mass_properties(-1)": "density must be a finite number >= 0, got -1",
    "SHAPES['box'].support((0, 0, 0))": "direction must be a vector other than zero",
    "SHAPES['box'].bounds((0, NAN, 0))": "pose.position.y must be a finite number, got nan",
    "SHAPES['box'].contains(((0, 0, 0), (0, 0, 0, 0)), (0, 0, 0))": "quaternion other than zero",
}
NO_NUMBERS = {
    "Sphere(1, (0, 0))": r"center must be three numbers \(x, y, z\), got \(0, 0\)",
    "Sphere('1')": "radius must be a finite number > 0, got '1'",
    "Sphere(True)": "radius must be a finite number > 0, got True",
    "Box(1, None, 1)": "height must be a finite number > 0, got None",
    "Capsule.between(1, (0, 0, 0), 1)": "p1 must be three numbers",
    "Mesh(TETRAHEDRON, [(0.0, 1.0, 2.0)])": "faces must be triples of whole numbers",
    "Mesh(TETRAHEDRON, [(0, 1), (0, 1, 2)])": "faces must be triples of whole numbers",
    "SHAPES['box'].bounds(3)": "pose must be a Pose3",
    "SHAPES['box'].contains((0, 0, 0), 'a')": "point must be three numbers",
}


def test_needles_and_plates_at_the_limit_are_shapes():
    shapes = Capsule(1.9e6, 1), Box(1e6, 1, 1e6), AABB(1, 1e-6, 1), Capsule.between((0, 0, 0), (0, 0, 1e6), 1)
    assert all(shape.unit_mass.mass > 0 for shape in shapes)


@pytest.mark.parametrize("text", REFUSED)
def test_what_no_shape_can_be(text: str):
    with pytest.raises(ValueError, match=REFUSED[text]):
        eval(text)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number(text: str):
    with pytest.raises(TypeError, match=NO_NUMBERS[text]):
        eval(text)


def test_supports_are_the_corners_of_the_face_or_edge_at_right_angles():
    box, hull = Box(2, 4, 6), Hull(CORNERS)
    for shape in (box, hull):
        for normal in shape.axes:
            found = shape.supports(normal * 3.0)
            assert len(found) == 4 and {normal.dot(p) for p in found} == {normal.dot(shape.support(normal))}
        assert len(shape.supports((1, 0, -2))) == 2 and len(shape.supports((1, -3, 2))) == 1
    ball, capsule = SHAPES["sphere"], SHAPES["capsule"]
    assert ball.supports((0, 0, 5)) == (ball.support((0, 0, 1)),)
    assert capsule.supports((2, 0, 0)) == ((0.5, -1, 0), (0.5, 1, 0))
    assert Plane((0, 1, 0), 2).supports((0, 1, 0)) == ((0, 2, 0),)
    assert len(FLOOR.supports((0, 1, 0))) == 4


def test_the_middle_of_the_face_of_the_dominant_axis():
    box = AABB(2, 4, 6)
    assert box.face_center((1, -2, 1.5)) == (0, -2, 0) and box.face_center((0.5, 0.2, 0.6)) == (0, 0, 3)
    assert Box(2, 4, 6).face_center((-1, 1, 1)) == (-1, 0, 0)
    with pytest.raises(ValueError, match="direction"):
        box.face_center((0, 0, 0))


@pytest.mark.parametrize("name", ["AABB", "box", "hull", "mesh", "capsule", "sphere", "leaning capsule"])
def test_a_shape_of_space_names_the_corner_edge_or_face_at_each_point(name: str):
    shape, pose = SHAPES[name], random_pose(3)
    corners = shape.vertices_at(pose)
    place = dict(zip(shape.vertices, corners, strict=True))
    for i, corner in enumerate(corners):
        assert shape.feature_at(pose, corner) == ("vertex", i)
    for i, (p, q) in enumerate(shape.edges):
        assert shape.feature_at(pose, place[p].lerp(place[q], 0.3)) == ("edge", i)
    for i, loop in enumerate(shape.faces):
        middle = sum((corners[k] for k in loop), start=Vec3(0, 0, 0)) / len(loop)
        assert shape.feature_at(pose, middle.lerp(corners[loop[0]], 0.2)) == ("face", i)


def test_the_features_of_a_contact_in_space():
    floor, box = Plane((0, 1, 0)), Box(2, 2, 2)
    tilted = Pose3((3, 1.3, 0), from_axis_angle((0, 0, 1), 0.4))
    contact = collide(floor, (0, 0, 0), box, tilted)
    features = {box.feature_at(tilted, p.point_b) for p in contact.points}
    assert features == {("vertex", 0), ("vertex", 1)} and floor.feature_at((0, 0, 0), (3, 0, 1)) == (
        "face",
        0,
    )
    gap = distance(Sphere(1), (0, 0, 0), Box(2, 2, 2), (5, 0.5, 0))
    assert Box(2, 2, 2).feature_at((5, 0.5, 0), gap.point_b) == ("face", 0)
    assert Sphere(1).feature_at((0, 0, 0), gap.point_a) == ("vertex", 0)


def test_a_simplified_hull_is_inside_and_has_the_largest_features():
    rng = np.random.default_rng(5)
    directions = rng.normal(size=(80, 3))
    ball = Hull(directions / np.linalg.norm(directions, axis=1)[:, None])
    lost = []
    for most in (4, 12, 30):
        small = ball.simplified(most)
        assert len(small.vertices) == most and set(small.vertices) <= set(ball.vertices)
        lost.append(max(closest_point(small, (0, 0, 0), p).distance for p in ball.vertices))
    assert lost[0] > lost[1] > lost[2] and lost[2] < 0.2
    near = ball.simplified(200, error=0.3)
    assert 12 < len(near.vertices) < 40
    heights = [n.dot(p) - max(map(n.dot, near.vertices)) for n in near.normals for p in ball.vertices]
    assert 0.2 < max(heights) <= 0.3
    spike = Hull([*CORNERS, (1, 30, 3)])
    assert (1, 30, 3) in spike.simplified(5).vertices
    assert Hull(CORNERS).simplified(100).vertices == Hull(CORNERS).vertices
    for most, words in ((3, "most must be a whole number >= 4, got 3"), (0, "most must be a whole number")):
        with pytest.raises(ValueError, match=words):
            ball.simplified(most)
