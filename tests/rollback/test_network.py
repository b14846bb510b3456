"""Sessions of several machines over bad networks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ecsphys.rollback import Impaired, MemoryNetwork, Session, Transport, UdpTransport

from .arena import Ball, Game, Thrower, buttons, reference

pytestmark = pytest.mark.jit  # thousands of steps
COMPONENTS = (Thrower, Ball)


class Machine:
    """One machine of a game for two."""

    def __init__(self, number: int, transport: Transport, other: Any, hold: int = 12, **settings: Any):
        self.number, self.hold = number, hold
        self.game = Game()
        players = ["local", other] if number == 0 else [other, "local"]
        self.session = Session(
            self.game.physics, players, self.game.step, components=COMPONENTS, transport=transport, **settings
        )
        self.given: dict[int, int] = {}  # the input by frame
        self.resimulated: list[int] = []
        self.waits: list[str] = []
        self.events: list[Any] = []

    def advance(self, last: int | None = None) -> None:
        """Play one call; only the default from frame `last` on."""
        self.game.enter()
        frame = self.session.frame
        value = (
            0
            if last is not None and frame + self.session.input_delay >= last
            else buttons(self.number, frame, self.hold)
        )
        result = self.session.advance((value,))
        self.resimulated.append(result.resimulated)
        self.waits.append(result.wait)
        self.events += self.session.events()

    def desyncs(self) -> int:
        return sum(event.kind == "desync" for event in self.events)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]


def pair(seed: int = 1, **impaired: Any) -> list[Machine]:
    network = MemoryNetwork()
    ends = [Impaired(network.transport(name), seed=seed + k, **impaired) for k, name in enumerate("ab")]
    return [Machine(0, ends[0], "b", input_delay=3), Machine(1, ends[1], "a", input_delay=3)]


def play(machines: list[Machine], frames: int, still: int = 40) -> None:
    """Play until both are at the same frame and have had no new inputs for some time."""
    for _ in range(20 * frames):
        for machine in machines:
            if machine.session.frame < frames + still:
                machine.advance(frames)
            else:
                machine.game.enter()
                machine.session.poll()
        if all(machine.session.frame == frames + still for machine in machines):
            return
    raise AssertionError([machine.session.frame for machine in machines])


def test_two_machines_play_the_same_game_over_a_bad_net() -> None:
    machines = pair(delay=9, jitter=3, loss=0.05, double=0.02)
    play(machines, 300)
    assert machines[0].game.fingerprint() == machines[1].game.fingerprint()
    for machine in machines:
        assert machine.desyncs() == 0 and machine.kinds() == ["connected"]
        assert 0 < max(machine.resimulated) <= 8
        assert len(machine.session._fingerprints) > 5  # so many were compared


def test_they_play_what_a_game_without_rollback_plays() -> None:
    machines = pair(delay=4, jitter=2)
    play(machines, 150)
    delay, frames = 3, 190
    inputs = [
        tuple(0 if f < delay or f >= 150 else buttons(k, f - delay) for k in range(2)) for f in range(frames)
    ]
    assert machines[0].game.fingerprint() == reference(frames, inputs)


def test_a_net_that_loses_half_only_slows_it_down() -> None:
    machines = pair(delay=3, jitter=6, loss=0.5, double=0.3)
    play(machines, 150)
    assert machines[0].game.fingerprint() == machines[1].game.fingerprint()
    assert all(machine.desyncs() == 0 and max(machine.resimulated) <= 8 for machine in machines)


def test_the_one_ahead_waits() -> None:
    machines = pair(delay=5)
    for _ in range(20):
        for machine in machines:
            machine.advance()
    for _ in range(4):  # the second one hesitates
        machines[0].advance()
    assert machines[0].session.frame == machines[1].session.frame + 4
    for _ in range(300):
        for machine in machines:
            machine.advance()
    first, second = (machine.session for machine in machines)
    assert abs(first.frame - second.frame) <= 1
    assert "time" in machines[0].waits and "time" not in machines[1].waits


def test_a_cut_is_reported_and_ends_the_players() -> None:
    machines = pair()
    for _ in range(30):
        for machine in machines:
            machine.advance()
    for _ in range(305):
        machines[0].advance()
    assert machines[0].kinds() == ["connected", "interrupted", "disconnected"]
    frame = machines[0].session.frame
    machines[0].advance()
    assert machines[0].session.frame == frame + 1
    assert machines[0].game.frames[-1][1] == (0, "disconnected")


def test_a_short_cut_is_mended() -> None:
    machines = pair()
    for _ in range(30):
        for machine in machines:
            machine.advance()
    for _ in range(100):
        machines[0].advance()
    for _ in range(30):
        for machine in machines:
            machine.advance()
    assert machines[0].kinds() == ["connected", "interrupted", "resumed"]
    assert machines[0].desyncs() == 0


def test_one_who_leaves_says_so() -> None:
    machines = pair()
    for _ in range(10):
        for machine in machines:
            machine.advance()
    machines[1].session.close()
    machines[0].advance()
    assert machines[0].kinds() == ["connected", "disconnected"]


def test_states_that_differ_are_reported_once() -> None:
    machines = pair(delay=2)
    play(machines, 100)
    machines[0].game.enter()
    assert machines[0].kinds() == ["connected"]
    machines[0].game.physics.gravity = (0, -901)
    for machine in machines:
        machine.game.frames.clear()
    for _ in range(120):
        for machine in machines:
            machine.advance()
    events = [event for event in machines[0].events if event.kind == "desync"]
    assert len(events) == 1 and machines[1].desyncs() == 1
    assert events[0].players == (1,) and events[0].ours != events[0].theirs and events[0].frame % 30 == 0


def test_a_component_that_differs_is_a_desync() -> None:
    machines = pair(delay=2)
    play(machines, 40)
    machines[0].game.enter()
    import esper

    esper.component_for_entity(machines[0].game.players[0], Thrower).thrown += 1
    for _ in range(60):
        for machine in machines:
            machine.advance(0)
    assert machines[0].desyncs() == 1


def test_lockstep_predicts_nothing() -> None:
    network = MemoryNetwork()
    ends = [Impaired(network.transport(name), delay=2, seed=1) for name in "ab"]
    machines = [Machine(k, ends[k], "ba"[k], max_prediction=0, input_delay=k) for k in range(2)]
    for _ in range(120):
        for machine in machines:
            machine.advance()
    assert all(
        one.status == "confirmed" for machine in machines for frame in machine.game.frames for one in frame
    )
    assert all(machine.session.frame > 30 and machine.desyncs() == 0 for machine in machines)


def test_three_machines() -> None:
    network, names = MemoryNetwork(), "abc"
    games = [Game(players=3) for _ in names]
    sessions = []
    for k, game in enumerate(games):
        game.enter()
        players = ["local" if other == k else names[other] for other in range(3)]
        transport = Impaired(network.transport(names[k]), delay=3, jitter=2, loss=0.1, seed=k)
        sessions.append(
            Session(
                game.physics,
                players,
                game.step,
                2,
                components=COMPONENTS,
                transport=transport,
                check_every=10,
            )
        )
    events = []
    for _ in range(150):
        for k, (game, session) in enumerate(zip(games, sessions, strict=True)):
            game.enter()
            session.advance((buttons(k, session.frame),))
            events += session.events()
    assert [event.kind for event in events] == ["connected"] * 6
    assert min(session.frame for session in sessions) > 100


@pytest.mark.parametrize("signed", [False, True])
def test_malformed_packets_are_ignored(signed: bool) -> None:
    """Packets with flipped bytes, cut or lengthened, also with the checksum mended, leave the game alone."""
    import struct
    import zlib

    chance = random.Random(3)
    network = MemoryNetwork()
    transports = [network.transport(name) for name in "ab"]
    machines = [Machine(k, transports[k], "ba"[k]) for k in range(2)]
    seen: list[bytes] = []
    send = transports[1].send

    def listen(address: Any, data: bytes) -> None:
        seen.append(data)
        send(address, data)

    transports[1].send = listen  # type: ignore[method-assign]
    for _ in range(100):
        for machine in machines:
            machine.advance()
        for _ in range(40):
            data = bytearray(chance.choice(seen))
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(12 if signed else 4, len(data))] = chance.randrange(256)
            data = data[: chance.randrange(len(data))] if chance.random() < 0.2 else data
            data += bytes(chance.randrange(4)) if chance.random() < 0.2 else b""
            if signed:
                data = data[:-4] + struct.pack("<I", zlib.crc32(data[:-4]))
            send("a", bytes(data))
    # With the checksum mended, inputs of the future may be forged: no exception, no more than a desync.
    assert machines[0].session.frame > 50
    if not signed:
        assert machines[0].kinds() == ["connected"]


def test_udp_on_this_machine() -> None:
    ends = [UdpTransport(("127.0.0.1", 0)) for _ in range(2)]
    machines = [
        Machine(k, Impaired(ends[k], delay=4, jitter=2, loss=0.05, seed=k), ends[1 - k].address)
        for k in range(2)
    ]
    try:
        play(machines, 120)
        assert machines[0].game.fingerprint() == machines[1].game.fingerprint()
        assert all(machine.desyncs() == 0 and max(machine.resimulated) <= 8 for machine in machines)
    finally:
        for machine in machines:
            machine.session.close()


def test_udp_loses_what_it_cannot_send() -> None:
    transport = UdpTransport(("127.0.0.1", 0))
    transport.send(("127.0.0.1", 9), b"x" * 70_000)
    transport.send(("127.0.0.1", transport.address[1]), b"x" * 5000)
    packets = transport.receive()
    transport.close()
    assert len(packets) <= 1


def test_impaired_transports_have_the_same_packets_in_every_run() -> None:
    def arrivals(seed: int) -> list[list[bytes]]:
        network = MemoryNetwork()
        sender = network.transport("a")
        receiver = Impaired(network.transport("b"), delay=2, jitter=5, loss=0.2, double=0.1, seed=seed)
        received = []
        for k in range(50):
            sender.send("b", bytes((k,)))
            received.append([data for _, data in receiver.receive()])
        return received

    first = arrivals(1)
    flat = [data for packets in first for data in packets]
    assert first == arrivals(1) != arrivals(2)
    assert first[0] == first[1] == [] and flat != sorted(flat) and len(set(flat)) < len(flat)


@pytest.mark.parametrize(
    "change", [{"delay": -1}, {"jitter": 0.5}, {"loss": 1.1}, {"double": float("nan")}, {"loss": "x"}]
)
def test_impairments_out_of_range_stop_at_the_door(change: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=next(iter(change))):
        Impaired(MemoryNetwork().transport("a"), **change)


def test_an_address_has_one_transport() -> None:
    network = MemoryNetwork()
    network.transport("a")
    with pytest.raises(ValueError, match="'a'"):
        network.transport("a")
