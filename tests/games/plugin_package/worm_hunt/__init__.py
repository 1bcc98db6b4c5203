"""Worm Hunt: a dice game with one secret, as a plug-in for Moleworks."""
