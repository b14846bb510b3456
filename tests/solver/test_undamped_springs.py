"""Springs without damping keep their energy: they do not gain any.

Velocities belong to the middle of a sub-step: so energy is read with poses half a sub-step back. A spring of
20 Hz moves as fast there as its bodies at a sub-step's end, which is faster by up to 3 % than at its start.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import pytest

from tests.fuzz.energy_oracle import Judge
from tests.fuzz.energy_play import Played, start_of
from tests.fuzz.energy_scene import WORLD, Body, Link, Scene, disc, heavier, join, rod
from tests.fuzz.runner import own_world

pytestmark = pytest.mark.jit  # in plain Python one of them takes minutes

UNIT = 1 / 64  # the lengths of a game in pixels, in length units
RADIUS = 60.0 * UNIT


def _disc(x: float, y: float, **others: Any) -> Body:
    return disc(5.0 * UNIT, x, y, solid=False)._replace(mass=1.0, inertia=60.0 * UNIT**2, **others)


def _scene(bodies: list[Body], links: list[Link], seconds: float = 30.0) -> Scene:
    return Scene(bodies, links, 60, 4, seconds, gravity=0.0)


def _energies(scene: Scene, *, elastic: bool = True) -> list[float]:
    """Return the energies after each step, relative to that at the start."""
    with own_world("undamped"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game, start = Played(scene), start_of(scene)
        judge = Judge(scene, start)

        def energy(state: Any) -> float:
            return judge.kinetic(state) + (judge.readings(state)[1] if elastic else 0.0)

        whole, found = energy(start), []
        for _ in range(round(scene.seconds * scene.hz)):
            game.step()
            found.append(energy(game.state()) / whole)
    return found


@pytest.mark.parametrize("hertz", [1.0, 6.0, 20.0])
def test_a_single_spring_keeps_its_energy(hertz: float) -> None:
    ball = _disc(0.0, 0.0, velocity=(0.0, 100.0 * UNIT))
    energies = _energies(_scene([ball], [rod(WORLD, 0, (0.0, -RADIUS), (0.0, 0.0), hertz=hertz)]))
    assert max(energies) < 1.01 and max(energies[-60:]) > 0.99


def _wheel(spokes: int, rods: bool) -> Scene:
    """Return a hub that is kicked, discs about it on springs, and rods between these."""
    angles = [2.0 * math.pi * k / spokes for k in range(spokes)]
    rim = [_disc(RADIUS * math.cos(angle), RADIUS * math.sin(angle)) for angle in angles]
    links = [rod(0, 1 + k, hertz=6.0) for k in range(spokes)]
    if rods:
        links += [rod(1 + k, 1 + (k + 1) % spokes) for k in range(spokes)]
    return _scene([_disc(0.0, 0.0, velocity=(100.0 * UNIT, 33.0 * UNIT)), *rim], links)


@pytest.mark.parametrize(("spokes", "rods"), [(3, False), (4, True)])
def test_a_wheel_of_springs_gains_nothing(spokes: int, rods: bool) -> None:
    # Counted where the springs have turned to, what they did was wrong: 1.2 to 1.4 times, growing.
    energies = _energies(_wheel(spokes, rods))
    assert max(energies) < 1.01 and max(_energies(_wheel(spokes, rods), elastic=False)) < 1.01
    assert energies[-1] > 0.8


def _triangle(hertz: float, kick: tuple[float, float], mass: float = 1.0) -> Scene:
    """Return two discs on a rod, and one on springs between them that is kicked."""
    velocity = kick[0] * UNIT, kick[1] * UNIT
    bodies = [_disc(0.0, 0.0), _disc(RADIUS, 0.0), _disc(0.5 * RADIUS, 50.0 * UNIT, velocity=velocity)]
    bodies[0] = bodies[0]._replace(mass=mass)
    return _scene(bodies, [rod(0, 1), rod(0, 2, hertz=hertz), rod(1, 2, hertz=hertz)])


def test_stiff_springs_on_a_rod_gain_nothing() -> None:
    # What they owe as they turn back may not be forgotten: 41 times its energy in half a minute.
    energies = _energies(_triangle(20.0, (100.0, 33.0)))
    assert max(energies) < 1.01 and energies[-1] > 0.8


@pytest.mark.parametrize("mass", [1.0, 100.0])
@pytest.mark.parametrize("kick", [(600.0, 0.0), (0.0, 600.0)])
@pytest.mark.parametrize("hertz", [3.0, 6.0])
def test_sub_steps_that_become_shorter_give_nothing(hertz: float, kick: Any, mass: float) -> None:
    """Fast rods make them shorter, and the lag of what springs hold with them: 106 times with 20 Hz."""
    scene = _triangle(hertz, kick, mass)._replace(substeps=1)
    assert max(_energies(scene, elastic=False)) < 1.02


@pytest.mark.parametrize("ratio", [1.0, 10.0])
@pytest.mark.parametrize("turns", [{}, {"angular_hertz": 2.0, "angular_damping_ratio": 0.0}])
@pytest.mark.parametrize("hertz", [0.5, 3.0])
def test_soft_welds_of_free_bodies_gain_nothing(hertz: float, turns: Any, ratio: float) -> None:
    """They move other masses wherever their bodies turn to: 1e9 times their energy in half a minute."""
    one = disc(0.2, -0.5, 0.0, solid=False, velocity=(-2.0 * ratio, -1.4 * ratio))
    bodies = [one, heavier(disc(0.2, 0.5, 0.0, solid=False, velocity=(2.0, 1.4), spin=3.0), ratio)]
    links = [join("weld", bodies, 0, 1, (0.0, 0.0), hertz=hertz, damping_ratio=0.0, **turns)]
    assert max(_energies(_scene(bodies, links), elastic=False)) < 1.01
