CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

-- Running upgrade  -> 0001

CREATE TABLE matches (
    id TEXT NOT NULL,
    code TEXT,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    pace TEXT NOT NULL,
    rules TEXT NOT NULL,
    host TEXT,
    watch TEXT NOT NULL,
    seq INTEGER NOT NULL,
    status TEXT NOT NULL,
    created DOUBLE NOT NULL,
    changed DOUBLE NOT NULL,
    due DOUBLE,
    record TEXT,
    worker TEXT,
    until DOUBLE,
    CONSTRAINT pk_matches PRIMARY KEY (id),
    CONSTRAINT uq_matches_code UNIQUE (code),
    CONSTRAINT uq_matches_watch UNIQUE (watch)
);

CREATE INDEX ix_matches_due ON matches (due);

CREATE INDEX ix_matches_status_changed ON matches (status, changed);

CREATE INDEX ix_matches_host ON matches (host);

CREATE TABLE seats (
    "match" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    level INTEGER,
    name TEXT NOT NULL,
    token TEXT,
    CONSTRAINT pk_seats PRIMARY KEY ("match", seat)
)
 WITHOUT ROWID;

CREATE INDEX ix_seats_token ON seats (token);

CREATE TABLE holders (
    "match" TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT NOT NULL,
    since DOUBLE NOT NULL,
    CONSTRAINT pk_holders PRIMARY KEY ("match", seat, person)
)
 WITHOUT ROWID;

CREATE INDEX ix_holders_person ON holders (person);

CREATE TABLE entries (
    "match" TEXT NOT NULL,
    seq INTEGER NOT NULL,
    seat INTEGER,
    name TEXT NOT NULL,
    client TEXT,
    at DOUBLE NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY ("match", seq)
)
 WITHOUT ROWID;

CREATE TABLE persons (
    digest TEXT NOT NULL,
    name TEXT NOT NULL,
    seen DOUBLE NOT NULL,
    CONSTRAINT pk_persons PRIMARY KEY (digest)
)
 WITHOUT ROWID;

INSERT INTO alembic_version (version_num) VALUES ('0001') RETURNING version_num;

