"""What machines must have in common to play one game; they tell each other before the first frame."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import asdict
from typing import NamedTuple

from .. import __version__
from ..physics import Physics
from ..state.fingerprint import fingerprint_of_snapshot, fingerprint_of_start

Terms = dict[str, str]  # by topic

_LONGEST = 160  # characters of a text; of longer ones there is a sum, too
_OWN = "step", "max_steps"  # settings that have a topic of their own, or do not matter


class Greeting(NamedTuple):
    """What a machine says of itself: its players, those that it expects at the receiver's, and its game."""

    mine: tuple[int, ...]
    yours: tuple[int, ...]
    terms: Terms


def terms_of(physics: Physics, players: int, components: tuple[type, ...]) -> Terms:
    """Return what a game must have in common with that of another machine, as it is now."""
    snapshot = physics.snapshot(*components)
    settings = asdict(physics.simulation.settings)
    bodies = fingerprint_of_snapshot(snapshot, physics.fingerprint())
    terms = {
        "version": f"ecsphys {__version__}",
        "players": str(players),
        "step": repr(physics.step),
        **{name: _plain(value) for name, value in settings.items() if name not in _OWN},
        "components": ", ".join(sorted(kind.__qualname__ for kind in components)),
        "start": f"{fingerprint_of_start(snapshot)}, {bodies}",
    }
    return {topic: _short(text) for topic, text in terms.items()}


def differences(ours: Greeting, theirs: Greeting) -> tuple[str, str] | None:
    """Return in what two greetings differ, as texts of both sides; None if they go together."""
    here, there = dict(ours.terms), dict(theirs.terms)
    here["player"], there["player"] = _seats(ours.mine, ours.yours), _seats(theirs.yours, theirs.mine)
    topics = [topic for topic in {**here, **there} if here.get(topic) != there.get(topic)]
    if not topics:
        return None
    return _listed(here, topics), _listed(there, topics)


def _plain(value: object) -> str:
    return repr(tuple(value) if isinstance(value, tuple) else value)  # of a Vec2


def _seats(here: Iterable[int], there: Iterable[int]) -> str:
    """Say who plays where, seen from one side."""
    first, second = (" and ".join(map(str, players)) or "nobody" for players in (here, there))
    return f"{first} here, {second} there"


def _listed(terms: Terms, topics: Iterable[str]) -> str:
    return "; ".join(f"{topic}: {terms.get(topic, 'unknown')}" for topic in topics)


def _short(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST - 12]}… {zlib.crc32(text.encode()):08x}"
