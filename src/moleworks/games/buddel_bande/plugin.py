"""The plug-in record of Buddel Bande: where its parts are."""

from __future__ import annotations

from moleworks.core.plugin import API_VERSION, Plugin

PACKAGE = "moleworks.games.buddel_bande"

PLUGIN = Plugin(
    id="buddel-bande",
    api=API_VERSION,
    package=PACKAGE,
    game=f"{PACKAGE}.game:BUDDEL_BANDE",
    board_file=f"{PACKAGE}.board_file",
    from_view=f"{PACKAGE}.state_from_view",
    words=f"{PACKAGE}.words",
    second_person=f"{PACKAGE}.second_person:SECOND_PERSON",
    board_map=f"{PACKAGE}.words:board_map",
    brief=f"{PACKAGE}.brief:BRIEF",
    moments=f"{PACKAGE}.moments:MOMENTS",
    understand=f"{PACKAGE}.understand",
    setup_texts=f"{PACKAGE}.setup_texts",
    emblems=f"{PACKAGE}.piece_names:EMBLEMS",
    table_settings=f"{PACKAGE}.table_settings:SETTINGS",
    page_texts=f"{PACKAGE}.page_texts",
    terminal=f"{PACKAGE}.terminal",
    player=f"{PACKAGE}.player.player:PLAYER",
    references=f"{PACKAGE}.player.reference:REFERENCES",
    puzzles=f"{PACKAGE}.puzzles",
    observation=f"{PACKAGE}.observation:OBSERVATION",
    picture=f"{PACKAGE}.rendering",
    batch=f"{PACKAGE}.batch:BATCH",
    press=f"{PACKAGE}.press",
    solids=f"{PACKAGE}.press.solid",
)
