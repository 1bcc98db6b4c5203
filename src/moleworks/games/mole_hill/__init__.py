"""Mole Hill. `plugin.py` lists its parts."""
