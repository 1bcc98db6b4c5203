"""The plug-in record of Mole Hill: where its parts are."""

from __future__ import annotations

from moleworks.core.plugin import API_VERSION, Plugin

PACKAGE = "moleworks.games.mole_hill"

PLUGIN = Plugin(
    id="mole-hill",
    api=API_VERSION,
    package=PACKAGE,
    game=f"{PACKAGE}.game:MOLE_HILL",
    board_file=f"{PACKAGE}.board_file",
    from_view=f"{PACKAGE}.state_from_view",
    words=f"{PACKAGE}.words",
    second_person=f"{PACKAGE}.second_person:SECOND_PERSON",
    board_map=f"{PACKAGE}.words:board_map",
    brief=f"{PACKAGE}.brief:BRIEF",
    moments=f"{PACKAGE}.moments:MOMENTS",
    understand=f"{PACKAGE}.understand",
    setup_texts=f"{PACKAGE}.setup_texts",
    page_texts=f"{PACKAGE}.page_texts",
    terminal=f"{PACKAGE}.terminal",
    player=f"{PACKAGE}.player.player:PLAYER",
    solver=f"{PACKAGE}.solve.game_solver:SOLVER",
    references=f"{PACKAGE}.player.reference:REFERENCES",
    puzzles=f"{PACKAGE}.puzzles",
    observation=f"{PACKAGE}.observation:OBSERVATION",
    picture=f"{PACKAGE}.rendering",
    batch=f"{PACKAGE}.batch:BATCH",
    press=f"{PACKAGE}.press",
    solids=f"{PACKAGE}.press.solid",
)
