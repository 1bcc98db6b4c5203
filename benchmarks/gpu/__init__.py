"""Benchmarks of batches on a GPU."""
