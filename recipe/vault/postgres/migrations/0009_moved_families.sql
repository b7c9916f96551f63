-- oldest: 6
-- What SQLite's table has, in the other directory of that name: what recipe-vault migrate has
-- copied to here of families (package move).
CREATE TABLE moved_families (id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL);
