"""Fail if a file of the tree names a package registry, or a lock or TOML file any address or machine path.

Lock files must work with any registry. The patterns are written so that they do not match themselves.
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
    | (?<![\w.~-])/(?:home|root|work|Users)/\w  # a home folder
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
    """The line number and text of every forbidden address in a file.

    >>> list(addresses("a.lock", "rich==15.0.0\\n-i x:" + "//host/simple\\n"))
    [(2, 'x://')]
    """
    strict = name.endswith((".lock", ".toml", "lock.json", ".npmrc"))
    for number, line in enumerate(text.splitlines(), start=1):
        # npm writes funding addresses, and checksums that look like paths.
        ignored = name.endswith("lock.json") and NPM.match(line)
        found = ANYWHERE.search(line) or (IN_LOCKS.search(line) if strict and not ignored else None)
        if found:
            yield number, found.group()


def files(root: Path) -> list[str]:
    """All files that git tracks or would track."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
    )
    return sorted({name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()})


def main(root: Path = ROOT) -> int:
    """Print the findings; return 1 if there are any."""
    findings = [
        f"{name}:{number}: {found}"
        for name in files(root)
        for number, found in addresses(name, (root / name).read_text("utf-8", errors="replace"))
    ]
    print("\n".join(findings) or "No addresses.")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
