"""`moleworks rpc`: run the engine protocol."""

from __future__ import annotations

from moleworks.cli.app import app, say


@app.command(
    help=say(
        "Serve programs: the engine protocol, JSON-RPC 2.0, one message a line on standard input and output."
    )
)
def rpc() -> int:
    """Run `moleworks rpc` until standard input ends."""
    from moleworks import rpc as protocol  # noqa: PLC0415

    return protocol.main()
