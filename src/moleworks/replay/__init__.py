"""Matches and records as data for the page's viewer; the server's replies and the reports share it."""
