"""Train the weights of computer players by self-play; not part of the installed package."""
