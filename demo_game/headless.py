"""Run the game without a window, at full speed; print a line per second and a summary."""

from __future__ import annotations

import time

import esper

from ecsphys import Transform
from ecsphys.__main__ import warm_up_with_bar

from .components import Health, Weapon
from .game import Game
from .launch import Launch
from .session import Outcome

_LONGEST = 600.0  # s
_COUNTED = (  # lines of the summary: title, then names in `Session.counts`
    ("enemies", "down drone", "down walker"),
    ("pickups", "picked gem", "picked medkit", *(f"picked {weapon}" for weapon in Weapon)),
    ("explosions", "exploded rocket", "exploded grenade", "exploded barrel"),
    ("glass", "shattered"),
    ("bounces", "ricochets", "reflections"),
    ("triggers", "checkpoints", "plates", "furnaces", "doors"),
    ("rigging", "ropes cut", "swings", "dives"),
    ("fire", "hurt by lava", "hurt by furnace", "burnt"),
)


def play(launch: Launch) -> Game:
    """Play a script or a recording to its end, print the progress, and return the game."""
    warm_up_with_bar()
    game = launch.game()
    steps = round((launch.seconds or _LONGEST) / game.physics.step)
    a_second = round(1.0 / game.physics.step)
    spent, step = 0.0, 0
    while step < steps and not is_over(game):
        begin = time.perf_counter()
        game.step()
        spent += time.perf_counter() - begin
        step += 1
        if step % a_second == 0:
            print(status(game, step // a_second), flush=True)
    print(summary(game, step, spent), flush=True)
    return game


def is_over(game: Game) -> bool:
    """Return whether the replay, or the scripted player's run, has ended."""
    if game.replay is not None:
        return game.replayed
    return game.session.outcome is Outcome.WON or bool(game.stuck)


def status(game: Game, second: int) -> str:
    """Return the line of one second."""
    session = game.session
    position = esper.component_for_entity(session.player, Transform).position
    health = esper.component_for_entity(session.player, Health).points
    return (
        f"t={second:3d}s  x={position.x:6.0f} y={position.y:5.0f}  health {health:3.0f}"
        f"  gems {session.gems_taken}/{session.gems}  enemies {session.enemies_down}/{session.enemies}"
        f"  score {session.score:5d}  {session.outcome.value}"
    )


def summary(game: Game, steps: int, spent: float) -> str:
    """Return the totals of a game and the fingerprint of its bodies."""
    session, counts = game.session, game.session.counts
    shots = ", ".join(f"{counts[f'fired {weapon}']} {weapon}" for weapon in Weapon)
    groups = [
        f"{title:<12} " + ", ".join(f"{counts[name]} {name}" for name in names) for title, *names in _COUNTED
    ]
    return "\n".join(
        (
            f"level        {session.number} {session.level}",
            f"outcome      {session.outcome.value} after {session.seconds:.2f} s, {session.deaths} deaths",
            f"shots        {shots}",
            *groups,
            f"hurt         {sum(n for name, n in counts.items() if name.startswith('hurt by'))} times",
            f"score        {session.score}",
            f"steps        {steps}",
            f"ms per step  {1000.0 * spent / max(1, steps):.3f}",
            *([f"stuck        {game.stuck}"] if game.stuck else []),
            f"fingerprint  {game.fingerprint()}",
        )
    )
