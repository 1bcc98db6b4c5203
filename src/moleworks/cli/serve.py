"""`moleworks serve`: serve the games to browsers."""

from __future__ import annotations

from moleworks.cli.app import app, paragraphs, say

EXAMPLES = """
    moleworks serve --lan
    moleworks serve --port 9000 --database sqlite:///moles.sqlite
    moleworks serve --config /etc/moleworks.toml --workers 4
    MOLEWORKS_DATABASE=postgresql://moles@localhost/moles moleworks serve
"""

app.command(
    "moleworks.web.serve_command:serve",  # loaded when it is asked for
    name="serve",
    help=paragraphs(
        say("Serve the games to browsers: on this computer, on your home network, or on the web."),
        say("Settings come from a file, from the environment, and from here; the last one counts."),
        EXAMPLES,
    ),
)
