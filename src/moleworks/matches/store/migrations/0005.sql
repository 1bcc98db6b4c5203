-- The finished matches of each person, as their page tells them; they stay when the matches are deleted.
CREATE TABLE story (
    person TEXT NOT NULL,
    "match" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ended {double} NOT NULL,
    seen {double} NOT NULL,
    summary TEXT NOT NULL,
    record TEXT NOT NULL,
    CONSTRAINT pk_story PRIMARY KEY (person, "match")
);
CREATE INDEX ix_story_person_ended ON story (person, ended);
CREATE INDEX ix_story_match ON story ("match");
CREATE INDEX ix_story_seen ON story (seen);
