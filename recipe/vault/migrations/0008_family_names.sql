-- oldest: 6
-- By which names of families are compared (package family), so that no two differ in case alone. The
-- program fills it. It is NULL for a family that an earlier release has added, until the program
-- adds another, and for one whose name another has but for case, from before that was refused.
ALTER TABLE families ADD COLUMN name_key TEXT;

CREATE UNIQUE INDEX families_name_key ON families (name_key);
