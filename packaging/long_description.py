"""What PyPI shows: the README, with links and pictures that work there.

PyPI has no files beside the README. Where the repository is known, as in GitHub's workflows, relative links
lead there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_README = Path(__file__).parents[1] / "README.md"
_LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://)([^)]+)\)")


def long_description(environment: Mapping[str, str]) -> str:
    """Return the README; `environment` may have GITHUB_REPOSITORY ("owner/name") and GITHUB_SHA."""
    text = _README.read_text("utf-8")
    repository, commit = environment.get("GITHUB_REPOSITORY"), environment.get("GITHUB_SHA", "main")
    if not repository:
        return text
    files = f"https://raw.githubusercontent.com/{repository}/{commit}/"
    pages = f"https://github.com/{repository}/blob/{commit}/"
    return _LINK.sub(lambda m: f"{m[1]}[{m[2]}]({files if m[1] else pages}{m[3]})", text)
