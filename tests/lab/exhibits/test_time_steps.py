"""Time steps: jumps by variable and fixed steps against the sums of the integrators."""

import pytest

from ecsphys.lab import open_exhibit

GRAVITY, RATES = 900.0, (15, 30, 60, 120)
LAG = {"explicit_euler": -1, "velocity_verlet": 0, "semi_implicit_euler": 1}


def height_by_steps(speed: float, dt: float, integrator: str) -> float:
    """Return the greatest of y_n = n v dt - n (n + lag) g dt² / 2, the sum of n steps."""
    lag = LAG[integrator]
    return max(n * speed * dt - 0.5 * n * (n + lag) * GRAVITY * dt * dt for n in range(500))


@pytest.mark.parametrize("integrator", LAG)
@pytest.mark.parametrize("speed", [480.0, 840.0])
def test_height_of_each_machine_is_the_sum_of_its_steps(integrator: str, speed: float) -> None:
    numbers = open_exhibit("time-steps", integrator=integrator, speed=speed).numbers()
    for rate in RATES:
        expected = height_by_steps(speed, 1.0 / rate, integrator)
        assert numbers[f"height, {rate} Hz"] == pytest.approx(expected, abs=1e-9)
    assert numbers["v² / 2g"] == pytest.approx(speed**2 / 1800.0)


def test_euler_is_off_by_half_a_step_of_the_jump_speed() -> None:
    """840 / 900 s are whole steps at 15 Hz: the closed form of the lecture's figure 7.15."""
    explicit, implicit = (
        open_exhibit("time-steps", integrator=f"{name}_euler").numbers()
        for name in ("explicit", "semi_implicit")
    )
    for rate in RATES:
        assert explicit[f"height, {rate} Hz"] == pytest.approx(392.0 + 0.5 * 840.0 / rate)
        assert implicit[f"height, {rate} Hz"] == pytest.approx(392.0 - 0.5 * 840.0 / rate)


def test_fixed_steps_give_all_machines_the_same_bits() -> None:
    numbers = open_exhibit("time-steps", steps="fixed, 1/60 s").numbers()
    heights = {value for name, value in numbers.items() if name.startswith("height")}
    assert heights == {numbers["height, 60 Hz"]}
    assert numbers["height, 60 Hz"] == pytest.approx(height_by_steps(840.0, 1 / 60, "explicit_euler"))


def test_irregular_frames_make_every_jump_another_one() -> None:
    heights = {open_exhibit("time-steps", run=run).numbers()["height, irregular"] for run in range(1, 6)}
    assert len(heights) == 5
    assert min(heights) > 392.0


def test_only_slow_machines_reach_a_ledge_above_the_true_height() -> None:
    runner = open_exhibit("time-steps", ledge=(240.0, -270.0 + 400.0))
    assert runner.numbers()["reach the ledge"] == 3  # 15 and 30 Hz, and the irregular one
    assert runner.press((240.0, 130.0))
    runner.drag((240.0, -270.0 + 419.0))
    assert runner.numbers()["reach the ledge"] == 1
    runner.drag((240.0, -270.0 + 380.0))
    assert runner.numbers()["reach the ledge"] == 5


def test_heroes_run_with_the_time_that_passes() -> None:
    runner = open_exhibit("time-steps").play(30)
    assert runner.exhibit.time == pytest.approx(0.5)
    runner.play(150)  # longer than the longest jump and the pause after it
    assert runner.exhibit.time < 1.0
