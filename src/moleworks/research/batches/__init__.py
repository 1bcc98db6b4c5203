"""Many games at once, by the compiled rules: see docs/research-batch.md."""

from moleworks.research.batches.batch import MOST_KEY, Batch, Illegal, batch

__all__ = ["MOST_KEY", "Batch", "Illegal", "batch"]
