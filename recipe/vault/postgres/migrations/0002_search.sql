-- What searches find a recipe by (package recipe/words), which the program writes. There is
-- no index of it: a search is of one family, whose recipes are few and side by side, and an
-- index of all families' words would be larger than their recipes and slower to write.
ALTER TABLE recipes ADD COLUMN terms TSVECTOR NOT NULL DEFAULT '';
