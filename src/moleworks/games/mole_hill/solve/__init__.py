"""Prove the value of a round, and write and check certificates of it."""
