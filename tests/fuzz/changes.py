"""Random changes of a small world, at every moment of a step, against a plain model of what exists."""

from __future__ import annotations

import random
from typing import Any

from tests.fuzz.game import Act, Game, draw_frame

FRAMES = 60
Plan = list[list[Act]]


def options_of(seed: int) -> dict[str, Any]:
    """The settings of the game of a seed."""
    rng = random.Random(f"options {seed}")
    physics = {
        "gravity": (0.0, rng.choice((0.0, -900.0))),
        "broad_phase": rng.choice(("quadtree", "sweep_and_prune", "brute_force")),
        "response": rng.random() < 0.75,
        "end_after": rng.choice((1, 1, 3)),
        "integrator": rng.choice(("semi_implicit_euler", "semi_implicit_euler", "velocity_verlet", "rk4")),
        "history": rng.choice((0, 0, 5)),
    }
    return {
        "options": physics,
        "own_clock": rng.random() < 0.2,
        "ears": rng.choice(("esper", "typed")),
        "has_field": rng.random() < 0.3,
    }


def plan_of(seed: int) -> Plan:
    """The acts of each frame."""
    rng = random.Random(seed)
    return [draw_frame(rng) for _ in range(FRAMES)]


def play(game: Game, plan: Plan) -> None:
    for frame in plan:
        game.frame(frame)
    game.finish()


def run(seed: int) -> None:
    play(Game(**options_of(seed)), plan_of(seed))


def script(seed: int) -> str:
    """Return a script of the acts without which a seed does not fail."""
    from tests.fuzz import changes
    from tests.fuzz.runner import joined_source, own_world
    from tests.fuzz.shrink import shrunk

    def attempt(plan: Plan) -> None:
        with own_world("shrinking"):
            play(Game(**options_of(seed)), plan)

    plan = shrunk(plan_of(seed), attempt)
    frames = "\n".join(f"    {frame}," for frame in plan)
    return f"{joined_source(changes)}\n\nPLAN = [\n{frames}\n]\nplay(Game(**options_of({seed})), PLAN)\n"
