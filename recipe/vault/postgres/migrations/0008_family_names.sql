-- oldest: 6
-- What SQLite's table has, in the other directory of that name: by which names of families are
-- compared.
ALTER TABLE families ADD COLUMN name_key TEXT UNIQUE;
