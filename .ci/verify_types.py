"""Fail unless nearly all symbols of ecsphys have a known type; print those that have none."""

from __future__ import annotations

import json
import subprocess
import sys

LEAST = 0.99

command = [sys.executable, "-m", "pyright", "--verifytypes", "ecsphys", "--ignoreexternal"]
report = json.loads(subprocess.run([*command, "--outputjson"], capture_output=True, text=True).stdout)
score = report["typeCompleteness"]["completenessScore"]
print(f"type completeness {score:.2%}, at least {LEAST:.0%} wanted")
if score < LEAST:
    subprocess.run(command)
    sys.exit(1)
