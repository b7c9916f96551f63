-- oldest: 6
-- What SQLite's tables have, in the other directory of that name: what recipe-vault migrate has
-- copied to here (package move).
CREATE TABLE moves (run TEXT NOT NULL, finished INTEGER NOT NULL);

CREATE TABLE moved_recipes (id TEXT NOT NULL PRIMARY KEY, digest TEXT NOT NULL);
