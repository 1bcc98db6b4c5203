"""Moleworks: three out-of-print mole games, for people and for programs."""

__version__ = "0.1.0"
