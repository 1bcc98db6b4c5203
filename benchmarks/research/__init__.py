"""Benchmarks of the research adapters against other libraries."""
