"""Faults in files: in the structure of JSON, and in bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

MARK = "@raw@"  # stands for JSON that Python would not write


def change_structure(
    rng: random.Random, data: Any, nasty: Sequence[Any], raw: Sequence[str], keys: Sequence[str]
) -> str:
    """Change a value in place; return JSON that is to stand for `MARK`, if any.

    `nasty`: values to put there, `raw`: texts of JSON, `keys`: other names of keys.
    """
    found = places(data)
    if not found:
        return ""
    place, key = rng.choice(found)
    dice = rng.randrange(8)
    if dice < 3:
        place[key] = json.loads(json.dumps(rng.choice(nasty)))
    elif dice == 3:
        place[key] = MARK
        return rng.choice(raw)
    elif dice == 4:
        del place[key]
    elif dice == 5:
        other, its_key = rng.choice(found)
        place[key], other[its_key] = json.loads(json.dumps([other[its_key], place[key]]))
    elif dice == 6 and isinstance(place, list):
        place.extend([place[key]] * rng.choice((1, 2, 300)))
    elif type(place[key]) in (int, float) and not abs(place[key]) > 1e300:
        place[key] *= rng.choice((-1, 0, 2, 1e-9, 1e3, 1 << 20, 1e9))
    elif isinstance(place, dict):
        place[rng.choice(keys)] = place.pop(key)
    return ""


def places(data: Any) -> list[tuple[Any, Any]]:
    """Return all places of a structure: the table or list, and the key or index."""
    found: list[tuple[Any, Any]] = []
    waiting = [data]
    while waiting:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        for key in keys:
            found.append((one, key))
            waiting.append(one[key])
    return found


def change_bytes(rng: random.Random, content: bytes) -> bytes:
    """Change bytes: flip bits, cut, leave out, insert, repeat."""
    dice, at = rng.randrange(7), rng.randrange(len(content) + 1)
    if dice < 3:
        flipped = bytearray(content)
        for _ in range(rng.randrange(1, 4)):
            if flipped:
                flipped[rng.randrange(len(flipped))] ^= 1 << rng.randrange(8)
        return bytes(flipped)
    if dice == 3:
        return content[:at]
    if dice == 4:
        return content[:at] + content[at + rng.randrange(20) :]
    if dice == 5:
        return content[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 17))) + content[at:]
    return content[:at] + content[at : at + 200] * rng.choice((2, 50)) + content[at:]
