"""Mole Company. `plugin.py` lists its parts."""
