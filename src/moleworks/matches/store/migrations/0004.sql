-- Matches that were opened with a key of the client's, so that the same request opens no second one.
CREATE TABLE openings (
    "key" TEXT NOT NULL,
    person TEXT,
    "match" TEXT NOT NULL,
    request TEXT NOT NULL,
    at {double} NOT NULL,
    CONSTRAINT pk_openings PRIMARY KEY ("key")
){without_rowid};
CREATE INDEX ix_openings_match ON openings ("match");
CREATE INDEX ix_openings_person ON openings (person);
