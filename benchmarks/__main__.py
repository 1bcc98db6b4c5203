"""`scripts/bench` measures how fast the rules play, `scripts/bench players` how well the computer plays,
`scripts/bench service` what the match service carries, `scripts/bench research` what researchers get, and
`scripts/bench press` how long printing takes.
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
    elif sys.argv[1:2] == ["research"]:
        from benchmarks.research import main as research

        research.main(sys.argv[2:])
    elif sys.argv[1:] == ["press"]:
        from benchmarks import press

        sys.exit(press.main())
    elif len(sys.argv) == 1:
        speeds.main()
    else:
        sys.exit("scripts/bench, scripts/bench press, or scripts/bench players, service or research [--help]")
