"""Fails when a file of the tree names a package registry, or a lock or TOML file any address or machine path.

A lock has to serve everyone, wherever they install from. The patterns are spelt so as not to find themselves.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

ANYWHERE = re.compile(
    r"""
      pypi[.]org | pythonhosted[.]org | npmjs[.](?:org|com) | yarnpkg[.]com | conda[.]anaconda[.]org
    | file:[/]{2}
    | (?<![\w.~-])/(?:home|root|work|Users)/\w  # somebody's home
    """,
    re.VERBOSE,
)
IN_LOCKS = re.compile(
    r"""
      \w+:[/]{2}                                # any address
    | --(?:extra-)?index(?:-url)?\b | --default-index | --find-links | --trusted-host
    | (?<![\w.*~)-])/\w[\w.-]*/                 # an absolute path
    | \b[A-Za-z]:\\
    """,
    re.VERBOSE,
)

NPM = re.compile(r'\s*"(?:integrity|url)": "|\s*"funding": |\s*"https?:[/]{2}[^"]*",?$')


def addresses(name: str, text: str) -> Iterator[tuple[int, str]]:
    """Line number and finding for everything in a file that should not be there.

    >>> list(addresses("a.lock", "rich==15.0.0\\n-i x:" + "//host/simple\\n"))
    [(2, 'x://')]
    """
    strict = name.endswith((".lock", ".toml", "lock.json", ".npmrc"))
    for number, line in enumerate(text.splitlines(), start=1):
        # npm writes down whom to thank, and sums that look like paths.
        passed_over = name.endswith("lock.json") and NPM.match(line)
        found = ANYWHERE.search(line) or (IN_LOCKS.search(line) if strict and not passed_over else None)
        if found:
            yield number, found.group()


def files(root: Path) -> list[str]:
    """What git keeps or would keep."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    return sorted({name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()})


def main(root: Path = ROOT) -> int:
    """Prints what was found; 1 if anything was."""
    findings = [
        f"{name}:{number}: {found}"
        for name in files(root)
        for number, found in addresses(name, (root / name).read_text("utf-8", errors="replace"))
    ]
    print("\n".join(findings) or "No addresses.")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
