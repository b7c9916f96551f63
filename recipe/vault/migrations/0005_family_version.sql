-- One row: another text after whatever lets someone in no longer (package family). What was
-- looked up under the same text still holds.
CREATE TABLE family_version (version TEXT NOT NULL CHECK (version <> '')) STRICT;

INSERT INTO family_version (version) VALUES ('0');
