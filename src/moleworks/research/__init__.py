"""Where game-AI people work: batches, and data sets of games."""

from moleworks.research.batches import Batch, batch

__all__ = ["Batch", "batch"]
