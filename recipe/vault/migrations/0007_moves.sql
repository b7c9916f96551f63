-- oldest: 6
-- What recipe-vault migrate has copied to here (package move): its run, whether one has finished,
-- and of each recipe a digest of what was copied, by which it is seen what was used since.
CREATE TABLE moves (run TEXT NOT NULL, finished INTEGER NOT NULL) STRICT;

CREATE TABLE moved_recipes (id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL) STRICT, WITHOUT ROWID;
