"""Measure one scene in one engine, in this process: `python -m benchmarks.measure SCENE ENGINE SECONDS`.

Prints one line of JSON for `benchmarks.__main__`. With one word more, `times`, no figures are taken: for
`benchmarks.against`.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from . import figures
from .engines import ENGINES, load
from .engines.engine import Engine
from .scene import After, Figures, Scene
from .scenes import SCENES

Frame = Callable[[], tuple[int, int]]
NO_EVENTS = (0, 0)


def make_frame(engine: Engine, scene: Scene) -> Frame:
    """Return the timed function, which returns the numbers of begins and ends delivered."""
    if scene.frame == "events":

        def frame() -> tuple[int, int]:
            engine.step()
            return engine.events()

    elif scene.frame == "read":

        def frame() -> tuple[int, int]:
            engine.step()
            engine.poses()
            return NO_EVENTS

    elif scene.frame == "replace":
        replacements = iter(scene.replacements)

        def frame() -> tuple[int, int]:
            numbers, items = next(replacements)
            engine.remove(numbers)
            engine.add(numbers, items)
            engine.step()
            return NO_EVENTS

    elif scene.frame == "rays":

        def frame() -> tuple[int, int]:
            engine.cast(scene.rays)
            return NO_EVENTS

    else:

        def frame() -> tuple[int, int]:
            engine.step()
            return NO_EVENTS

    return frame


def collect_figures(engine: Engine, scene: Scene) -> Figures:
    """Return the figures of quality of a scene after its last frame."""
    if scene.frame == "rays":
        return figures.of_rays(*engine.cast(scene.rays))
    if scene.figures is None:
        return {}
    return scene.figures(scene, After(engine.poses().copy(), engine.velocities(), engine.awake()))


def measure_scene(
    scene: Scene, kind: type[Engine], seconds: float = 60.0, judged: bool = True
) -> dict[str, Any]:
    """Run a scene for at most `seconds` of CPU time; return milliseconds per frame, events and figures."""
    kind.prepare()
    engine = kind(scene)
    frame = make_frame(engine, scene)
    for _ in range(scene.warm_up):
        frame()
    gc.collect()
    clock, deadline = time.process_time_ns, time.process_time() + seconds
    samples, begins, ends, frames = [], 0, 0, 0
    while frames < scene.frames and time.process_time() < deadline:
        start = clock()
        for _ in range(scene.together):
            begun, ended = frame()
            begins, ends = begins + begun, ends + ended
        samples.append((clock() - start) / 1e6 / scene.together)
        frames += scene.together
    if judged:
        for _ in range(scene.warm_up + frames, scene.until):
            frame()
    return {
        "ms": scene.typical(samples),
        "samples": samples,
        "frames": frames,
        "events": [begins, ends] if engine.delivers else None,
        "figures": collect_figures(engine, scene) if judged else {},
    }


def main() -> None:
    """Measure the scene and engine of the command line."""
    name, engine, seconds, *times = sys.argv[1:]
    try:
        kind = load(engine)
    except ImportError as error:
        print(json.dumps({"missing": str(error)}))
        return
    found = measure_scene(SCENES[name](), kind, float(seconds), judged=not times)
    package = sys.modules[ENGINES[engine][2]].__file__
    print(json.dumps({**found, "package": package}))


if __name__ == "__main__":
    main()
