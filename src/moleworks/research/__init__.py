"""The games where game-AI people already work: OpenSpiel, PettingZoo, Gymnasium, batches, data sets.

Each adapter is a module that needs its own extra (`pip install "moleworks[openspiel]"`); this one needs none.
"""

from moleworks.research.batches import Batch, batch

__all__ = ["Batch", "batch"]
