"""What people say to each other across a table of strangers: a dozen things, none of them free text."""

from __future__ import annotations

from moleworks.games.game import N_

EMOTES = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "thanks": N_("Thank you!"),
    "well": N_("Well played!"),
    "oops": N_("Oops!"),
    "wow": N_("Wow!"),
    "hm": N_("Let me think ..."),
    "ready": N_("I am ready."),
    "moment": N_("One moment, please."),
    "back": N_("I am back."),
    "again": N_("Shall we play again?"),
    "bye": N_("Goodbye!"),
}
