"""Random boxes."""

from random import Random

from ecsphys.math2d.bounds import Bounds
from ecsphys.math2d.vec2 import Vec2


def random_boxes(seed: int, count: int, reach: float) -> list[Bounds]:
    random = Random(seed)
    boxes = []
    for _ in range(count):
        middle = Vec2(random.uniform(-reach, reach), random.uniform(-reach, reach))
        half = Vec2(random.uniform(0.1, 1.5), random.uniform(0.1, 1.5))
        boxes.append(Bounds(middle - half, middle + half))
    return boxes
