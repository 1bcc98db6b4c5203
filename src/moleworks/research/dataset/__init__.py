"""Data sets of self-play games, with a value for every position.

`moleworks selfplay` makes one; `read` and `arrays` read it. See docs/research-data.md.
"""

from moleworks.research.dataset.plans import DatasetPlan, plan
from moleworks.research.dataset.play import SelfPlayGame, play
from moleworks.research.dataset.reader import DatasetArrays, arrays, read
from moleworks.research.dataset.runs import make

__all__ = ["DatasetArrays", "DatasetPlan", "SelfPlayGame", "arrays", "make", "plan", "play", "read"]
