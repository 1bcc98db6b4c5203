"""Starts Orca as its own command does, but beside others: that command ends those of a person, or itself.

Run by the system's Python, which has Orca; the argument is the file of its log.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run until it is ended."""
    # Not above: the Python of the tests has no Orca.
    from orca import debug, orca  # type: ignore[import-not-found]

    debug.debugLevel = debug.LEVEL_ALL
    debug.eventDebugLevel = debug.LEVEL_OFF
    debug.debugFile = Path(sys.argv[1]).open("w", encoding="utf-8")  # noqa: SIM115 - as long as Orca runs
    settings = orca.getSettingsManager()
    settings.activate(None, {})
    sys.path.insert(0, settings.getPrefsDir())
    return int(orca.main() or 0)


if __name__ == "__main__":
    sys.exit(main())
