"""The games where game-AI people already work: OpenSpiel, PettingZoo, Gymnasium.

Each adapter is a module that needs its own extra (`pip install "moleworks[openspiel]"`); this one needs none.
"""
