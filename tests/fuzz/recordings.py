"""Recordings, damaged in one way or several: read, played, or refused with a reason.

`python -m tests.fuzz.recordings 100000` damages as many in this process, and prints what came of them and the
peak of its memory.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from functools import cache
from typing import Any

import esper

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.replay import Recorder
from ecsphys.replay.file import from_bytes, to_bytes
from ecsphys.state.document import split_documents
from tests.fuzz.damage import change_bytes
from tests.fuzz.documents import Item, Key, Outcome, attempt, resealed

PER_SEED = 100  # files of a seed
_WORLD = "a recording to be damaged"


def run(seed: int) -> None:
    """Damage some recordings, and read them."""
    rng = random.Random(seed)
    for _ in range(PER_SEED):
        attempt(rng, damaged(rng), read)


def read(data: bytes) -> Outcome:
    """Read a recording: all its parts fit together."""
    recording = from_bytes(data)
    steps, ends = recording.steps, [keyframe.step for keyframe in recording.keyframes]
    assert steps.start == recording.first == ends[0] and ends == sorted(ends) and ends[-1] in steps
    assert all(steps.start <= step <= steps.stop for step in recording.inputs)
    assert recording.failure is None or recording.failure.step == steps.stop
    for step in steps:
        assert 0 <= recording.check_at(step) < 1 << 64 and 0 <= recording.index_before(step) < len(ends)
    return "read"


@cache
def a_recording() -> tuple[bytes, ...]:
    """Return the documents of a small recording with two keyframes and inputs."""
    before = esper.current_world
    esper.switch_world(_WORLD)
    physics = Physics(gravity=(0, -900))
    esper.create_entity(Transform(0, -10), Collider(Box(300, 20)))
    for k in range(2):
        esper.create_entity(Transform(0, 9 + 20 * k), RigidBody(), Collider(Circle(10)), Item(f"ball {k}"))
    recorder = Recorder(physics, Item, keyframe=4)
    values: list[Any] = [Key(3), {"x": (1, 2.5)}, [None, "left"], -1]
    for value in values:
        recorder.input(value)
        physics.step_once()
    data = to_bytes(recorder.recording())
    esper.switch_world(before)
    esper.delete_world(_WORLD)
    return tuple(map(bytes, split_documents(data).documents))


def damaged(rng: random.Random) -> bytes:
    """Return a recording with one to four faults, most of them in its first document."""
    documents = list(a_recording())
    dice = rng.random()
    if dice < 0.6:
        documents[0] = resealed(rng, documents[0])
    elif dice < 0.8:
        at = rng.randrange(1, len(documents))
        documents[at] = resealed(rng, documents[at])
    elif dice < 0.85:
        rng.shuffle(documents)
    elif dice < 0.9:
        documents[rng.randrange(len(documents))] = rng.choice(documents)
    data = b"".join(documents)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        data = change_bytes(rng, data)
    return data


def main(count: int) -> None:
    """Damage `count` recordings."""
    rng, begin = random.Random(f"recordings {count}"), time.monotonic()
    outcomes = Counter(attempt(rng, damaged(rng), read) for _ in range(count))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{dict(sorted(outcomes.items()))}, peak {peak:.0f} MB, {time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]))
