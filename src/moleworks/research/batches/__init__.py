"""Play many games at once with the compiled rules: see docs/research-batch.md."""

from moleworks.research.batches.batch import MAX_KEY, Batch, DamagedState, IllegalAction, batch

__all__ = ["MAX_KEY", "Batch", "DamagedState", "IllegalAction", "batch"]
