"""Matches between people, bots and computers, without any transport: log, commands, storage, live matches."""
