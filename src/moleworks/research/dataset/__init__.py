"""Data sets: games of the computer against itself, with what it thought of every position.

`moleworks selfplay` makes one; `read` and `arrays` give it back. See docs/research-data.md.
"""

from moleworks.research.dataset.plans import Plan, plan
from moleworks.research.dataset.play import Game, play
from moleworks.research.dataset.reader import Arrays, arrays, read
from moleworks.research.dataset.runs import make

__all__ = ["Arrays", "Game", "Plan", "arrays", "make", "plan", "play", "read"]
