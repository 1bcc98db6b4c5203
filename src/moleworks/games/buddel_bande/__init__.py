"""Buddel Bande. `plugin.py` lists its parts."""
