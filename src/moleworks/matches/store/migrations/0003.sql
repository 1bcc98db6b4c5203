-- Matches that were cleared away, whole, for the week in which they can be brought back.
CREATE TABLE cleared (
    id TEXT NOT NULL,
    at {double} NOT NULL,
    data TEXT NOT NULL,
    CONSTRAINT pk_cleared PRIMARY KEY (id)
);
CREATE INDEX ix_cleared_at ON cleared (at);

-- What servers of this database remember, a number under each name.
CREATE TABLE numbers (
    name TEXT NOT NULL,
    value {double} NOT NULL,
    CONSTRAINT pk_numbers PRIMARY KEY (name)
){without_rowid};
