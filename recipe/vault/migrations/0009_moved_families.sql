-- oldest: 6
-- Of each family, member and key that recipe-vault migrate has copied to here (package move), a digest
-- of what names it and one of what it said, by which it is seen what was changed or removed since.
CREATE TABLE moved_families (id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
