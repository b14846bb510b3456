"""ENERGY.md: how many scenes of each family break the rule today, and which. The count may only fall."""

from __future__ import annotations

import argparse
import re
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.energy import FAMILIES, judged
from tests.fuzz.energy_oracle import Verdict
from tests.fuzz.runner import own_world

PATH = Path(__file__).parent / "ENERGY.md"
SHARE = 32  # scenes of each family
COUNT = SHARE * len(FAMILIES)  # seeds
WORSE = 3.0  # how many times the worst gain of a family may be as large before it counts as worse
EXPLODED = 10.0  # falls, beyond which a gain is as good as any other

HEAD = f"""# Which scenes gain energy today

Written by `python -m tests.fuzz.energy --save`, read by `--ledger` and by `test_energy.py`: {COUNT} seeds.
*Fails*: the rule of `energy_oracle.py` is broken. *Worst*: the largest gain in falls, and its seed, which
`python -m tests.fuzz energy --seed N --count 1` shows as a script. Box2D (pyb2d3 0.11.1) and pymunk (7.3.1):
how many fail of the same scenes, where they can say them, and their worst; `--peers` measures them. What they
hold softly sags and comes back, which is a gain, too. Letters of seeds that fail: g energy grows, j a joint
is out of place, l lost or not finite, m momentum, p flies after an overlap, r does not rest.

| family | scenes | fails | worst | seed | Box2D | worst | pymunk | worst |
|---|---|---|---|---|---|---|---|---|
"""
LETTERS = {"gain": "g", "gap": "j", "lost": "l", "momentum": "m", "parted": "p", "rest": "r"}
ROW = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (\S+) \| (\d*) \| (.*) \|$", re.MULTILINE)
SEEDS = re.compile(r"^- (\w+):(.*)$", re.MULTILINE)
REASON = re.compile(r"^- (\d{4}-\d\d-\d\d .*)$", re.MULTILINE)


class Record(NamedTuple):
    """What the table says of a family."""

    failing: dict[int, str]  # letters by seed
    worst: float = 0.0
    seed: int | None = None  # of the worst
    peers: str = " | | | "  # their four cells


Records = dict[str, Record]


def name_of(seed: int) -> str:
    """Return the family of a seed."""
    return FAMILIES[seed % len(FAMILIES)].__name__


def measured(judge: Callable[[int], Verdict | None]) -> dict[int, Verdict]:
    """Judge all seeds of the table, each in a world of its own."""
    found = {}
    for seed in range(COUNT):
        with own_world(f"energy {seed}"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            verdict = judge(seed)
        if verdict is not None:
            found[seed] = verdict
    return found


def letters(verdict: Verdict) -> str:
    """Return the faults of a verdict as letters."""
    return "".join(sorted(LETTERS[kind] for kind in verdict.faults))


def record_of(verdicts: dict[int, Verdict], peers: str = " | | | ") -> Record:
    """Return what the table is to say of a family."""
    failing = {seed: letters(verdict) for seed, verdict in verdicts.items() if verdict.faults}
    seed = max(verdicts, key=lambda one: verdicts[one].gain)
    worst = min(verdicts[seed].gain, EXPLODED)
    return Record(failing, worst, seed if worst > 0.0 else None, peers)


def records_now() -> Records:
    """Measure all families."""
    verdicts = measured(judged)
    return {
        family.__name__: record_of(
            {seed: verdicts[seed] for seed in verdicts if name_of(seed) == family.__name__}
        )
        for family in FAMILIES
    }


def read() -> tuple[Records, list[str]]:
    """Return the committed table, and the reasons for what it was raised."""
    text = PATH.read_text("utf-8") if PATH.exists() else ""
    table, _, rest = text.partition("## Seeds that fail")
    lists, _, reasons = rest.partition("## Raised")
    seeds = {name: dict(re.findall(r"(\d+)([a-z]+)", words)) for name, words in SEEDS.findall(lists)}
    records = {}
    for name, _, _, worst, seed, peers in ROW.findall(table):
        failing = {int(one): words for one, words in seeds.get(name, {}).items()}
        records[name] = Record(failing, figure_of(worst), int(seed) if seed else None, peers)
    return records, REASON.findall(reasons)


def figure(worst: float) -> str:
    """Return a gain as it stands in the table."""
    return f"≥{EXPLODED:.0f}" if worst >= EXPLODED else f"{worst:.2g}" if worst >= 0.001 else "0"


def figure_of(words: str) -> float:
    """Return the gain that stands in the table."""
    return float(words.lstrip("≥"))


def write(records: Records, reasons: list[str]) -> None:
    """Write the table."""
    lines = []
    for name, record in records.items():
        seed = "" if record.seed is None or record.worst < 0.001 else str(record.seed)
        cells = name, str(SHARE), str(len(record.failing)), figure(record.worst), seed, record.peers
        lines.append(f"| {' | '.join(cells)} |")
    fails = sum(len(record.failing) for record in records.values())
    lines += [f"\n{fails} of {COUNT} fail.\n", "## Seeds that fail\n"]
    for name, record in records.items():
        seeds = " ".join(f"{seed}{words}" for seed, words in record.failing.items())
        lines.append(f"- {name}: {seeds}" if seeds else f"- {name}: none")
    lines.append("\n## Raised\n\nWhat was recorded as worse, and why:\n")
    lines += [f"- {reason}" for reason in reasons] or ["- never"]
    PATH.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


def worse(now: Record, before: Record) -> str:
    """Return in words what has become worse in a family, nothing if nothing has."""
    if len(now.failing) > len(before.failing):
        new = " ".join(f"{seed}{now.failing[seed]}" for seed in now.failing if seed not in before.failing)
        return f"{len(now.failing)} fail, {len(before.failing)} recorded; new: {new}"
    if now.worst > WORSE * max(before.worst, 0.01):
        return f"the worst gain is {now.worst:.3g} falls (seed {now.seed}), {before.worst:.3g} recorded"
    return ""


def compare(now: Records, before: Records) -> dict[str, str]:
    """Return what has become worse, by family."""
    found = {name: worse(record, before.get(name, Record({}))) for name, record in now.items()}
    return {name: words for name, words in found.items() if words}


def is_better(now: Record, before: Record) -> bool:
    """Return whether a family fails less often, or less badly, to the digits of the table."""
    shown = figure_of(figure(now.worst))
    return len(now.failing) < len(before.failing) or shown < before.worst


def lowered(now: Record, before: Record) -> Record:
    """Return what to write of a family that has not become worse: nothing of it rises."""
    worst = now if now.worst < before.worst else before
    return Record(now.failing, worst.worst, worst.seed, before.peers)


def save(now: Records, before: Records, reasons: list[str], why: str | None) -> None:
    """Write which seeds fail; what has become worse only with a reason, or into a new table."""
    bad = compare(now, before) if before else {}
    kept = {}
    for name, record in now.items():
        old = before.get(name)
        if old is None:
            kept[name] = record
        elif name not in bad:
            kept[name] = lowered(record, old)
        else:
            kept[name] = old if why is None else record._replace(peers=old.peers)
    day = time.strftime("%Y-%m-%d")
    raised = [f"{day} {name}: {words}. {why}" for name, words in bad.items() if why is not None]
    write(kept, [*reasons, *raised])


def save_peers(before: Records, reasons: list[str]) -> None:
    """Measure the other engines on the scenes that they can say, and write their columns."""
    from tests.fuzz.energy_peers import ENGINES, judged_by

    cells: dict[str, list[str]] = {name: [] for name in before}
    for engine in ENGINES:
        verdicts = measured(lambda seed, engine=engine: judged_by(engine, seed))
        for name in before:
            own = {seed: verdict for seed, verdict in verdicts.items() if name_of(seed) == name}
            fails = sum(bool(verdict.faults) for verdict in own.values())
            cells[name] += [f"{fails} of {len(own)}", figure(record_of(own).worst)] if own else ["", ""]
    write({name: record._replace(peers=" | ".join(cells[name])) for name, record in before.items()}, reasons)


def main() -> None:
    """Compare with the table, or write it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.energy")
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--ledger", action="store_true", help="compare with the table")
    way.add_argument("--save", action="store_true", help="write what has become better")
    way.add_argument("--peers", action="store_true", help="measure Box2D and pymunk, and write their columns")
    parser.add_argument(
        "--raise", dest="why", help="with --save: write what is worse as well, and this reason"
    )
    given = parser.parse_args()
    before, reasons = read()
    if given.peers:
        save_peers(before, reasons)
        return
    start = time.monotonic()
    now = records_now()
    bad = compare(now, before)
    for name, record in now.items():
        old = before.get(name, Record({}))
        words = bad.get(name, "better: python -m tests.fuzz.energy --save" if is_better(record, old) else "")
        print(f"{name:15} {len(record.failing):3} fail, worst {figure(record.worst):>6}  {words}")
    print(f"{sum(len(one.failing) for one in now.values())} fail, {time.monotonic() - start:.0f} s")
    if given.save:
        save(now, before, reasons, given.why)
    sys.exit(1 if bad and given.why is None and (before or given.ledger) else 0)
