-- What SQLite's tables have, in the other directory of that name: families in the database,
-- with their members, keys and limits (package family).
CREATE TABLE families (
  id          TEXT   NOT NULL PRIMARY KEY CHECK (id <> ''),
  name        TEXT   NOT NULL UNIQUE CHECK (name <> ''),
  created_at  TEXT   NOT NULL,
  recipes     BIGINT NOT NULL DEFAULT 0, -- how many it has
  size        BIGINT NOT NULL DEFAULT 0, -- the sum of theirs
  max_recipes BIGINT NOT NULL DEFAULT 0 CHECK (max_recipes >= 0), -- 0: no limit
  max_size    BIGINT NOT NULL DEFAULT 0 CHECK (max_size >= 0)
);

CREATE TABLE family_members (
  address TEXT NOT NULL PRIMARY KEY CHECK (address <> ''),
  family  TEXT NOT NULL REFERENCES families (id) ON DELETE CASCADE
);

CREATE INDEX family_members_family ON family_members (family, address);

CREATE TABLE family_keys (
  hash       TEXT NOT NULL PRIMARY KEY,
  family     TEXT NOT NULL REFERENCES families (id) ON DELETE CASCADE,
  id         TEXT NOT NULL,
  note       TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used  TEXT NOT NULL DEFAULT '', -- the day
  UNIQUE (family, id)
);

-- Bytes of text that count toward a limit.
ALTER TABLE recipes ADD COLUMN size BIGINT NOT NULL DEFAULT 0;
