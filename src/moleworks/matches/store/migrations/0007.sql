-- What the moles of the player on this seat wear; NULL: none was chosen.
ALTER TABLE seats ADD COLUMN face TEXT;
