-- Families in the database, with their members, keys and limits (package family). The
-- recipes of a vault without any are those of the family '', which has no row here.
CREATE TABLE families (
  id          TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
  name        TEXT    NOT NULL UNIQUE CHECK (name <> ''),
  created_at  TEXT    NOT NULL,
  recipes     INTEGER NOT NULL DEFAULT 0, -- how many it has
  size        INTEGER NOT NULL DEFAULT 0, -- the sum of theirs
  max_recipes INTEGER NOT NULL DEFAULT 0 CHECK (max_recipes >= 0), -- 0: no limit
  max_size    INTEGER NOT NULL DEFAULT 0 CHECK (max_size >= 0)
) STRICT;

CREATE TABLE family_members (
  address TEXT NOT NULL PRIMARY KEY CHECK (address <> ''),
  family  TEXT NOT NULL REFERENCES families (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX family_members_family ON family_members (family, address);

CREATE TABLE family_keys (
  hash       TEXT NOT NULL PRIMARY KEY,
  family     TEXT NOT NULL REFERENCES families (id) ON DELETE CASCADE,
  id         TEXT NOT NULL,
  note       TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used  TEXT NOT NULL DEFAULT '', -- the day
  UNIQUE (family, id)
) STRICT;

-- A title is unique in its family. A constraint of a table can't be changed, so the table is
-- made again, and with it the lists, which would go with the recipes otherwise.
CREATE TABLE family_recipes (
  id                TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title             TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200 AND trim(title) <> ''),
  title_key         TEXT    NOT NULL CHECK (title_key <> ''),
  description       TEXT             CHECK (length(description) <= 2000),
  prep_time_minutes INTEGER          CHECK (prep_time_minutes BETWEEN 0 AND 2147483647),
  cook_time_minutes INTEGER          CHECK (cook_time_minutes BETWEEN 0 AND 2147483647),
  servings          INTEGER          CHECK (servings BETWEEN 1 AND 2147483647),
  difficulty        INTEGER          CHECK (difficulty BETWEEN 1 AND 5),
  photo_filename    TEXT,
  created_at        TEXT    NOT NULL CHECK (created_at GLOB '????-??-?? ??:??:??'),
  updated_at        TEXT    NOT NULL CHECK (updated_at GLOB '????-??-?? ??:??:??' AND updated_at >= created_at),
  created_by        TEXT             CHECK (created_by <> ''),
  updated_by        TEXT             CHECK (updated_by <> ''),
  family            TEXT    NOT NULL DEFAULT '',
  size              INTEGER NOT NULL DEFAULT 0, -- bytes of text that count toward a limit
  clean_key         TEXT AS (trim(title_key,
    char(9, 10, 11, 12, 13, 32, 133, 160, 5760, 6158, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202,
         8203, 8232, 8233, 8239, 8287, 8288, 12288, 65279))) VIRTUAL,
  UNIQUE (family, title_key)
) STRICT;

CREATE TABLE family_ingredients (
  recipe_id TEXT    NOT NULL REFERENCES family_recipes (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL CHECK (position >= 0),
  id        TEXT    NOT NULL CHECK (length(id) = 36),
  name      TEXT    NOT NULL,
  quantity  REAL,
  unit      TEXT,
  notes     TEXT,
  PRIMARY KEY (recipe_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE family_steps (
  recipe_id         TEXT    NOT NULL REFERENCES family_recipes (id) ON DELETE CASCADE,
  position          INTEGER NOT NULL CHECK (position >= 0),
  id                TEXT    NOT NULL CHECK (length(id) = 36),
  instruction       TEXT    NOT NULL,
  duration_minutes  INTEGER CHECK (duration_minutes BETWEEN -2147483648 AND 2147483647),
  temperature_value INTEGER CHECK (temperature_value BETWEEN -2147483648 AND 2147483647),
  temperature_unit  TEXT    CHECK (temperature_unit IN ('Celsius', 'Fahrenheit')),
  PRIMARY KEY (recipe_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE family_documents (
  document  INTEGER PRIMARY KEY,
  recipe_id TEXT NOT NULL UNIQUE REFERENCES family_recipes (id) ON DELETE CASCADE
) STRICT;

INSERT INTO family_recipes (id, title, title_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty,
  photo_filename, created_at, updated_at, created_by, updated_by)
  SELECT id, title, title_key, description, prep_time_minutes, cook_time_minutes, servings, difficulty,
    photo_filename, created_at, updated_at, created_by, updated_by FROM recipes;
INSERT INTO family_ingredients SELECT recipe_id, position, id, name, quantity, unit, notes FROM ingredients;
INSERT INTO family_steps
  SELECT recipe_id, position, id, instruction, duration_minutes, temperature_value, temperature_unit FROM steps;
INSERT INTO family_documents SELECT document, recipe_id FROM documents;

DROP TABLE documents;
DROP TABLE ingredients;
DROP TABLE steps;
DROP TABLE recipes;
ALTER TABLE family_recipes RENAME TO recipes;
ALTER TABLE family_ingredients RENAME TO ingredients;
ALTER TABLE family_steps RENAME TO steps;
ALTER TABLE family_documents RENAME TO documents;

CREATE INDEX recipes_unclean_title ON recipes (family, clean_key) WHERE clean_key <> title_key;
CREATE INDEX recipes_order ON recipes (family, title_key, id, created_by);
