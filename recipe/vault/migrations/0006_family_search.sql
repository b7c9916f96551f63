-- The family under which the terms of a recipe are in the index, so that a search reads what is
-- found in one family alone. The program files anew those of recipes that are a family's.
ALTER TABLE documents ADD COLUMN family TEXT NOT NULL DEFAULT '';
