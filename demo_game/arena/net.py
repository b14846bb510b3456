"""A match over UDP, and one that a pilot plays without a window."""

from __future__ import annotations

import socket
import time

from ecsphys.rollback import UdpTransport

from .match import Match
from .pilot import choose

PORTS = (7601, 7602)  # of player 1 and player 2
_LONGEST, _PATIENCE = 60.0, 20.0  # s of a headless match; s without the other player


class NoPort(Exception):
    """The match cannot be opened; the message says why."""


def open_match(player: int, host: str) -> Match:
    """Return player 0's or 1's side of a match with the machine `host`. Raises `NoPort`."""
    try:
        peer = socket.gethostbyname(host)
    except OSError as error:
        raise NoPort(f"there is no machine {host!r}: {error}") from error
    try:
        transport = UdpTransport(("127.0.0.1" if peer.startswith("127.") else "0.0.0.0", PORTS[player]))
    except OSError as error:
        raise NoPort(f"port {PORTS[player]} cannot be had: is player {player + 1} there already?") from error
    return Match(player, transport, (peer, PORTS[1 - player]))


def play(match: Match, seconds: float | None) -> bool:
    """Let a pilot play in real time, print a line a second; return whether both machines agreed."""
    physics = match.field.physics
    frames = round(min(seconds or _LONGEST, _LONGEST) / physics.step)
    due = started = time.monotonic()
    most = total = calls = 0
    while match.session.confirmed_frame < frames and match.news != "disconnected":
        match.enter()
        result = match.advance(choose(match.field, match.player, match.session.frame))
        most, total, calls = max(most, result.resimulated), total + result.resimulated, calls + 1
        if calls % 60 == 0:
            print(_status(match, total), flush=True)
        if result.wait == "connecting" and time.monotonic() - started > _PATIENCE:
            break
        due += physics.step
        time.sleep(max(0.0, due - time.monotonic()))
    match.enter()
    print(
        f"arena        {match.session.frame} frames, {len(match.desyncs)} desyncs,"
        f" {total} simulated again, at most {most} at once"
    )
    return not match.desyncs and match.session.frame > 0


def _status(match: Match, again: int) -> str:
    first, second = match.field.hits()
    return (
        f"frame {match.session.frame:5d}  confirmed {match.session.confirmed_frame:5d}"
        f"  score {first}:{second}  simulated again {again}  {match.news}"
    )
