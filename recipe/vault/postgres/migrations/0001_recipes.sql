-- What SQLite's tables have, in the other directory of that name, with families: the one
-- of a vault whose families aren't in its database is ''. Keys of titles are bytes, of
-- UTF-8, since text is compared by a collation, which differs between servers, changes
-- with their releases, and can't be chosen for a column of CockroachDB.
CREATE TABLE recipes (
  id                TEXT        NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  family            TEXT        NOT NULL,
  title             TEXT        NOT NULL CHECK (length(title) BETWEEN 1 AND 200 AND trim(title) <> ''),
  title_key         BYTEA       NOT NULL CHECK (length(title_key) > 0),
  clean_key         BYTEA       NOT NULL, -- that of the cleaned title
  description       TEXT                 CHECK (length(description) <= 2000),
  prep_time_minutes INTEGER              CHECK (prep_time_minutes BETWEEN 0 AND 2147483647),
  cook_time_minutes INTEGER              CHECK (cook_time_minutes BETWEEN 0 AND 2147483647),
  servings          INTEGER              CHECK (servings BETWEEN 1 AND 2147483647),
  difficulty        INTEGER              CHECK (difficulty BETWEEN 1 AND 5),
  photo_filename    TEXT,
  created_at        TIMESTAMPTZ NOT NULL,
  updated_at        TIMESTAMPTZ NOT NULL CHECK (updated_at >= created_at),
  created_by        TEXT                 CHECK (created_by <> ''),
  updated_by        TEXT                 CHECK (updated_by <> ''),
  UNIQUE (family, title_key)
);

CREATE INDEX recipes_unclean_title ON recipes (family, clean_key) WHERE clean_key <> title_key;
CREATE INDEX recipes_author ON recipes (family, created_by);

CREATE TABLE ingredients (
  recipe_id TEXT    NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL CHECK (position >= 0),
  id        TEXT    NOT NULL CHECK (length(id) = 36),
  name      TEXT    NOT NULL,
  quantity  DOUBLE PRECISION,
  unit      TEXT,
  notes     TEXT,
  PRIMARY KEY (recipe_id, position)
);

CREATE TABLE steps (
  recipe_id         TEXT    NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  position          INTEGER NOT NULL CHECK (position >= 0),
  id                TEXT    NOT NULL CHECK (length(id) = 36),
  instruction       TEXT    NOT NULL,
  duration_minutes  INTEGER,
  temperature_value INTEGER,
  temperature_unit  TEXT    CHECK (temperature_unit IN ('Celsius', 'Fahrenheit')),
  PRIMARY KEY (recipe_id, position)
);
