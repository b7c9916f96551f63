-- One row, as in SQLite's table: another text after whatever lets someone in no longer.
CREATE TABLE family_version (version TEXT NOT NULL CHECK (version <> ''));

INSERT INTO family_version (version) VALUES ('0');
