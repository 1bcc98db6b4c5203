"""`scripts/bench` measures how fast the rules play, `scripts/bench players` how well the computer plays,
`scripts/bench service` what the match service carries, and `scripts/bench page` how quick the page is.
"""

from __future__ import annotations

import sys

from benchmarks import speeds

if __name__ == "__main__":
    if sys.argv[1:2] == ["players"]:
        from benchmarks import players

        players.main(sys.argv[2:])
    elif sys.argv[1:2] == ["service"]:
        from benchmarks.service import main as service

        service.main(sys.argv[2:])
    elif sys.argv[1:2] == ["page"]:
        from benchmarks.page import main as page

        page.main(sys.argv[2:])
    elif len(sys.argv) == 1:
        speeds.main()
    else:
        sys.exit("scripts/bench, or scripts/bench players, service or page [--help]")
