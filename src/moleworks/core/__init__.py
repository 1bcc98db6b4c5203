"""The foundation of all games: the game interface, messages, plug-ins and compiled kernels."""
