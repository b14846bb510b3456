"""What a checkpoint keeps, and how a restart brings it back."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from .. import signals, tuning
from ..components import Arsenal, Checkpoint, Furnace, Health, Origin, Plate, Player
from ..session import Progress
from ..signals import Signal
from .rule import Rule, Run

_CAN_GO = ("pickup", "drone", "walker", "glass", "barrel", "crate", "cube")
_LEAST_HEALTH = 60.0  # nobody begins again half dead


class Checkpoints(Rule):
    """Keeps the `progress` of the last checkpoint, as things are before the step that follows it."""

    def __init__(self, run: Run, progress: Progress | None):
        super().__init__(run)
        self.progress = progress
        self._due: Vec2 | None = None
        esper.set_handler(signals.CHECKPOINT, self.reached)

    def reached(self, signal: Signal) -> None:
        """A checkpoint."""
        self._due = signal.point

    def process(self, dt: float) -> None:
        """Keep what is due: now everything that was despawned is gone."""
        if self._due is not None:
            self.progress = self._now(self._due)
            self._due = None

    def _now(self, position: Vec2) -> Progress:
        session = self.session
        player = session.player
        arsenal = esper.component_for_entity(player, Arsenal)
        there = {origin.number for _, origin in esper.get_component(Origin)}
        reached = {
            origin.number for _, (point, origin) in esper.get_components(Checkpoint, Origin) if point.reached
        }
        return Progress(
            position=position,
            score=session.score,
            gems_taken=session.gems_taken,
            enemies_down=session.enemies_down,
            ammo=dict(arsenal.ammo),
            current=arsenal.current,
            health=max(_LEAST_HEALTH, esper.component_for_entity(player, Health).points),
            removed=frozenset(
                thing.number
                for thing in self.run.level.things
                if thing.kind in _CAN_GO and thing.number not in there
            ),
            activated=frozenset(reached | self._lasting()),
        )

    def _lasting(self) -> set[int]:
        """What is on and stays so."""
        lasting = {origin.number for _, (fire, origin) in esper.get_components(Furnace, Origin) if fire.lit}
        for _, (plate, origin) in esper.get_components(Plate, Origin):
            if plate.stays and plate.down:
                lasting.add(origin.number)
        return lasting


def restore(run: Run, on: set[int], progress: Progress) -> None:
    """Put what a checkpoint kept into a level that has just been built."""
    player, session = run.session.player, run.session
    session.score, session.gems_taken, session.enemies_down = (
        progress.score,
        progress.gems_taken,
        progress.enemies_down,
    )
    arsenal = esper.component_for_entity(player, Arsenal)
    arsenal.ammo, arsenal.current = dict(progress.ammo), progress.current
    esper.component_for_entity(player, Health).points = progress.health
    for _, (point, origin) in esper.get_components(Checkpoint, Origin):
        point.reached = origin.number in progress.activated
        if point.reached and run.level.thing(origin.number).center == progress.position:
            esper.component_for_entity(player, Transform).position = _start(
                run, player, point, progress.position
            )
    for _, (fire, origin) in esper.get_components(Furnace, Origin):
        fire.lit = origin.number in progress.activated
    for _, (plate, origin) in esper.get_components(Plate, Origin):
        plate.down = origin.number in progress.activated
    on |= {number for number in progress.activated if run.level.thing(number).kind != "checkpoint"}


def _start(run: Run, player: int, point: Checkpoint, position: Vec2) -> Vec2:
    """On the ground of a checkpoint; in top view in its middle."""
    if run.level.top_down:
        return position
    height = esper.component_for_entity(player, Player).height
    return position - Vec2(0.0, (point.size[1] - height) / 2.0 - tuning.SNAP / 8.0)
