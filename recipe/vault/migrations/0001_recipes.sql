-- The checks repeat the rules of recipe.go, so that no program that writes to
-- the file can store what the contract does not allow. Titles are compared by
-- title_key, which is the title normalised and case-folded (title.go).
CREATE TABLE recipes (
  id                TEXT    NOT NULL PRIMARY KEY CHECK (length(id) = 36),
  title             TEXT    NOT NULL CHECK (length(title) BETWEEN 1 AND 200 AND trim(title) <> ''),
  title_key         TEXT    NOT NULL UNIQUE CHECK (title_key <> ''),
  description       TEXT             CHECK (length(description) <= 2000),
  prep_time_minutes INTEGER          CHECK (prep_time_minutes BETWEEN 0 AND 2147483647),
  cook_time_minutes INTEGER          CHECK (cook_time_minutes BETWEEN 0 AND 2147483647),
  servings          INTEGER          CHECK (servings BETWEEN 1 AND 2147483647),
  difficulty        INTEGER          CHECK (difficulty BETWEEN 1 AND 5),
  photo_filename    TEXT,
  created_at        TEXT    NOT NULL CHECK (created_at GLOB '????-??-?? ??:??:??'),
  updated_at        TEXT    NOT NULL CHECK (updated_at GLOB '????-??-?? ??:??:??' AND updated_at >= created_at),
  created_by        TEXT             CHECK (created_by <> ''),
  updated_by        TEXT             CHECK (updated_by <> '')
) STRICT;

-- Both lists are stored in the order they are read: the primary key is the
-- table, so one recipe's rows lie side by side.
CREATE TABLE ingredients (
  recipe_id TEXT    NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL CHECK (position >= 0),
  id        TEXT    NOT NULL CHECK (length(id) = 36),
  name      TEXT    NOT NULL,
  quantity  REAL,
  unit      TEXT,
  notes     TEXT,
  PRIMARY KEY (recipe_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE steps (
  recipe_id         TEXT    NOT NULL REFERENCES recipes (id) ON DELETE CASCADE,
  position          INTEGER NOT NULL CHECK (position >= 0),
  id                TEXT    NOT NULL CHECK (length(id) = 36),
  instruction       TEXT    NOT NULL,
  duration_minutes  INTEGER CHECK (duration_minutes BETWEEN -2147483648 AND 2147483647),
  temperature_value INTEGER CHECK (temperature_value BETWEEN -2147483648 AND 2147483647),
  temperature_unit  TEXT    CHECK (temperature_unit IN ('Celsius', 'Fahrenheit')),
  PRIMARY KEY (recipe_id, position)
) STRICT, WITHOUT ROWID;
