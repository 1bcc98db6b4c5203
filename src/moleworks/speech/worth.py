"""What an action is worth, as people say it."""

from __future__ import annotations

from moleworks.games import Message, View
from moleworks.games.game import N_
from moleworks.players.advice import in_points
from moleworks.speech.parts import counted, say


def worth(view: View, value: float, *, proven: bool = False) -> Message:
    """A value of advice for the seat of this view: points of the mole, or a chance of winning.

    >>> str(worth({"round": 1, "seat": 0, "phase": "step"}, 7.2))
    'about 7 points'
    >>> str(worth({"round": 1, "seat": 1, "phase": "rod"}, 1, proven=True))
    '1 point for the mole'
    >>> str(worth({}, 0.634))
    'chance of winning 63 %'
    """
    if in_points(view):
        return _points(round(value), gardener=view["phase"] == "rod", proven=proven)
    percent = round(100 * value)
    if not proven:
        percent = min(max(percent, 1), 99)  # what is only believed is never certain
    return say(N_("chance of winning {percent} %"), percent=percent)


def _points(points: int, *, gardener: bool, proven: bool) -> Message:
    if gardener and proven:
        return counted(points, N_("1 point for the mole"), N_("{count} points for the mole"))
    if gardener:
        return counted(points, N_("about 1 point for the mole"), N_("about {count} points for the mole"))
    if proven:
        return counted(points, N_("1 point"), N_("{count} points"))
    return counted(points, N_("about 1 point"), N_("about {count} points"))
