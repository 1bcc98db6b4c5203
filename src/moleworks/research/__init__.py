"""Adapters for game research: OpenSpiel, PettingZoo, Gymnasium, batches and data sets.

Each adapter is a module with an extra of its own (`pip install "moleworks[openspiel]"`).
"""

from moleworks.research.batches import Batch, batch

__all__ = ["Batch", "batch"]
