-- Matches are told anew with why they ended, and without drawn names of their only player.
UPDATE story SET seq = 0;
