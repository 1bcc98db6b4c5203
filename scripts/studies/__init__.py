"""Studies of the games for those who play them: docs/studies."""
