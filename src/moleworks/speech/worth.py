"""What an action is worth, as people say it."""

from __future__ import annotations

from moleworks.games import Message, View
from moleworks.games.game import N_
from moleworks.players.advice import in_points
from moleworks.speech.parts import counted, decimal, say


def worth(view: View, value: float, *, proven: bool = False) -> Message:
    """A value of advice for the seat of this view: points of the mole, or a chance of winning.

    >>> str(worth({"round": 1, "seat": 0, "phase": "step"}, 7.2))
    'about 7.2 points'
    >>> str(worth({"round": 1, "seat": 1, "phase": "rod"}, 1, proven=True))
    '1 point for the mole'
    >>> str(worth({}, 0.634))
    'chance of winning 63 %'
    """
    if in_points(view):
        told = _points if proven else _about
        return told(value, gardener=view["phase"] == "rod")
    percent = round(100 * value)
    if not proven:
        percent = min(max(percent, 1), 99)  # what is only believed is never certain
    return say(N_("chance of winning {percent} %"), percent=percent)


def _points(points: float, *, gardener: bool) -> Message:
    """What is proven is whole."""
    if gardener:
        return counted(round(points), N_("1 point for the mole"), N_("{count} points for the mole"))
    return counted(round(points), N_("1 point"), N_("{count} points"))


def _about(points: float, *, gardener: bool) -> Message:
    """With a decimal: few points lie between the best actions. Below two, French has the singular."""
    if round(points, 1) < 2:
        text = N_("{points} points or so for the mole") if gardener else N_("{points} points or so")
    else:
        text = N_("about {points} points for the mole") if gardener else N_("about {points} points")
    return say(text, points=decimal(points))
