"""Pages to look at and to keep: the frame that all have, and plots."""
