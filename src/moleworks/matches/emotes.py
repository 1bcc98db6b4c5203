"""The emotes that players can send to each other. There is no free text."""

from __future__ import annotations

from moleworks.core.messages import N_

EMOTES = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "thanks": N_("Thank you!"),
    "well": N_("Well played!"),
    "oops": N_("Oops!"),
    "wow": N_("Wow!"),
    "hm": N_("Let me think…"),
    "ready": N_("I am ready."),
    "moment": N_("One moment, please."),
    "back": N_("I am back."),
    "again": N_("Shall we play again?"),
    "bye": N_("Goodbye!"),
}
