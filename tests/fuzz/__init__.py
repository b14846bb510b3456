"""Fuzzers: random scenes from a seed, with oracles in plain Python that share no code with the engine.

    python -m tests.fuzz                                lists the fuzzers
    python -m tests.fuzz NAME --count 1000 --seed 7     runs seeds 7 to 1006
    python -m tests.fuzz NAME --seconds 600             runs seeds 0, 1, 2, … for ten minutes

**To add one**, write `tests/fuzz/NAME.py` with

    def run(seed: int) -> None:
        '''Play the scene of this seed; raise `AssertionError` where it differs from the oracle.'''

and a line in `COUNTS` of `tests/fuzz/test_fuzz.py`: how many seeds CI runs with compiled kernels, and how
many in plain Python, which is some hundred times slower. That is all: the command finds modules with `run`.

- All randomness comes from `random.Random(seed)`, so that a seed is the same scene on each machine. A seed
  takes some 10 to 500 ms natively: keep scenes small, run many.
- Each seed runs in an esper world of its own, which is deleted afterwards with all others that the seed made.
  `run` adds the `Physics` itself. Warnings are silent: a fuzzer that expects one uses `catch_warnings`.
- An exception fails the seed as an `AssertionError` does. A seed that hangs (`runner.HANG`) or crashes the
  process ends the run; it is the last one printed.
- A failing seed is printed as a script that runs by itself: the source of the module, of the modules of this
  folder from which it imports by `from tests.fuzz.OTHER import names`, and `run(seed)`. They import nothing
  else of `tests`. One that can say it shorter, say without the steps that do not matter, defines
  `script(seed: int) -> str`.
"""
