"""What PyPI shows: the README, with links and pictures that work there, and the project's own addresses.

PyPI has no files beside the README. Where the repository is known, as in GitHub's workflows, links to pages
lead to the site that `.github/workflows/docs.yml` publishes, other ones to the repository.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_README = Path(__file__).parents[1] / "README.md"
_LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?://)([^)]+)\)")
_PAGE = re.compile(r"docs/(.*)\.md(#.*)?")


def long_description(environment: Mapping[str, str]) -> str:
    """Return the README; `environment` may have GITHUB_REPOSITORY ("owner/name") and GITHUB_SHA."""
    text = _README.read_text("utf-8")
    repository, commit = environment.get("GITHUB_REPOSITORY"), environment.get("GITHUB_SHA", "main")
    if not repository:
        return text
    files = f"https://raw.githubusercontent.com/{repository}/{commit}/"
    sources = f"https://github.com/{repository}/blob/{commit}/"

    def address(link: str, picture: bool) -> str:
        if page := _PAGE.fullmatch(link):
            return f"{_site(repository)}{page[1]}.html{page[2] or ''}"
        return (files if picture else sources) + link

    text = text.replace("the address of this page", f"https://github.com/{repository}")
    return _LINK.sub(lambda found: f"{found[1]}[{found[2]}]({address(found[3], bool(found[1]))})", text)


def project_urls(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the addresses that PyPI lists beside the README, none where the repository is not known."""
    repository = environment.get("GITHUB_REPOSITORY")
    if not repository:
        return {}
    source = f"https://github.com/{repository}"
    return {
        "Documentation": _site(repository),
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/main/CHANGELOG.md",
    }


def _site(repository: str) -> str:
    """Return the address of a repository's GitHub Pages."""
    owner, _, name = repository.partition("/")
    return f"https://{owner.lower()}.github.io/{name}/"
