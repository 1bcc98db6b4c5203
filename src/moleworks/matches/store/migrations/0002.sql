-- What stands for the player on this seat, where a game has such signs; NULL: none was chosen.
ALTER TABLE seats ADD COLUMN emblem TEXT;
