"""Save the progress at a checkpoint, and restore it in a restarted level."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from .. import signals, tuning
from ..components import Arsenal, Checkpoint, Furnace, Health, Origin, Plate, Player
from ..session import Progress
from ..signals import Signal
from .rule import Rule, Run

_REMOVABLE = ("pickup", "drone", "walker", "glass", "barrel", "crate", "cube")
_LEAST_HEALTH = 60.0  # of a character after a restart


class Checkpoints(Rule):
    """Saves the progress at the last checkpoint, one step after it was reached."""

    def __init__(self, run: Run):
        super().__init__(run)
        esper.set_handler(signals.CHECKPOINT, self.reached)

    def reached(self, signal: Signal) -> None:
        """Remember to save in the next step."""
        self.memory.checkpoint_due = signal.point

    def process(self, dt: float) -> None:
        """Save if a checkpoint was reached; by now all that was despawned in that step is gone."""
        memory = self.memory
        if memory.checkpoint_due is not None:
            memory.progress = self._snapshot(memory.checkpoint_due)
            memory.checkpoint_due = None

    def _snapshot(self, position: Vec2) -> Progress:
        """Return the current progress, with `position` to restart from."""
        session = self.session
        player = session.player
        arsenal = esper.component_for_entity(player, Arsenal)
        present = {origin.number for _, origin in esper.get_component(Origin)}
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
                if thing.kind in _REMOVABLE and thing.number not in present
            ),
            activated=frozenset(reached | self._lasting()),
        )

    def _lasting(self) -> set[int]:
        """Return the numbers of lit furnaces and of plates that stay down."""
        lasting = {origin.number for _, (fire, origin) in esper.get_components(Furnace, Origin) if fire.lit}
        for _, (plate, origin) in esper.get_components(Plate, Origin):
            if plate.stays and plate.down:
                lasting.add(origin.number)
        return lasting


def restore(run: Run, progress: Progress) -> None:
    """Apply saved progress to a level that has just been spawned."""
    run.memory.progress = progress
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
    run.memory.active |= {
        number for number in progress.activated if run.level.thing(number).kind != "checkpoint"
    }


def _start(run: Run, player: int, point: Checkpoint, position: Vec2) -> Vec2:
    """Return where a character restarts: on the ground of the checkpoint; its centre in top-down view."""
    if run.level.top_down:
        return position
    height = esper.component_for_entity(player, Player).height
    return position - Vec2(0.0, (point.size[1] - height) / 2.0 - tuning.SNAP / 8.0)
