"""A match for people at a terminal: line by line, drawn or in plain sentences, for eyes, ears and pipes."""
