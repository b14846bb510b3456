"""Fail unless nearly all symbols of ecsphys have a known type; print those that have none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEAST = 0.99

command = [sys.executable, "-m", "pyright", "--verifytypes", "ecsphys", "--ignoreexternal"]
# pyright asks the `python` of the PATH for packages, and does not follow editable installations.
path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
report = json.loads(
    subprocess.run([*command, "--outputjson"], env=environment, capture_output=True, text=True).stdout
)
score = report["typeCompleteness"]["completenessScore"]
print(f"type completeness {score:.2%}, at least {LEAST:.0%} wanted")
if score < LEAST:
    subprocess.run(command, env=environment)
    sys.exit(1)
