"""Computer players, and everything that is drawn by lot."""
