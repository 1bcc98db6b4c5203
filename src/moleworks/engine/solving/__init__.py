"""Prove what a game is worth with perfect play: the interface of a game's solver, runs, and their files."""
