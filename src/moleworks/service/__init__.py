"""Matches for people: what a table agrees on, whatever it is played through."""
