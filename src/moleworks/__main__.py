"""The command `moleworks`, also run by `python -m moleworks`."""

from __future__ import annotations

import sys


def main() -> int | None:
    """Run the command line. `rpc` is handled first, so that engines start fast."""
    if sys.argv[1:] == ["rpc"]:
        from moleworks import rpc  # noqa: PLC0415

        return rpc.main()
    from moleworks import cli  # noqa: PLC0415

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
