"""Studies of luck, fairness and length of the games: they write docs/studies."""
