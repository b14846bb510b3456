"""The game without a window: as fast as it can, one line a second, a summary at the end."""

from __future__ import annotations

import time

import esper

from ecsphys import Transform
from ecsphys.__main__ import main as ecsphys_command
from ecsphys.world.checks import fingerprint

from .game import Game
from .old_components import Drone, Health


def play(seconds: float, seed: int) -> Game:
    """Let the scripted player play for `seconds` of game time; prints how it goes."""
    ecsphys_command(["warm-up"])  # with its progress bar
    game = Game(seed=seed, autoplay=True)
    steps = round(seconds / game.physics.step)
    a_second = round(1.0 / game.physics.step)
    spent = 0.0
    for step in range(1, steps + 1):
        begin = time.perf_counter()
        game.step()
        spent += time.perf_counter() - begin
        if step % a_second == 0:
            print(status(game, step // a_second), flush=True)
    print(summary(game, steps, spent), flush=True)
    return game


def status(game: Game, second: int) -> str:
    """One line about one second."""
    session = game.session
    place = esper.component_for_entity(session.player, Transform).position
    health = esper.component_for_entity(session.player, Health).points
    return (
        f"t={second:3d}s  x={place.x:6.0f} y={place.y:5.0f}  health {health}"
        f"  gems {session.taken}/{session.gems}  drones {len(esper.get_component(Drone))}"
        f"  shots {session.shots:3d}  lasers {session.laser_shots:2d}  hits {session.hits:2d}"
        f"  score {session.score:4d}  {session.outcome.value}"
    )


def summary(game: Game, steps: int, spent: float) -> str:
    """What happened in all, and the fingerprint of every body."""
    session = game.session
    return "\n".join(
        (
            f"outcome      {session.outcome.value} after {session.seconds:.2f} s",
            f"pickups      {session.taken} of {session.gems}",
            f"shots        {session.shots} gun, {session.laser_shots} laser",
            f"hits         {session.hits}",
            f"drones down  {session.drones_down}",
            f"wounds       {session.wounds}",
            f"score        {session.score}",
            f"steps        {steps}",
            f"ms per step  {1000.0 * spent / max(1, steps):.3f}",
            f"fingerprint  {fingerprint(game.physics)}",
        )
    )
