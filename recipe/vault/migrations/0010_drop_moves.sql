-- oldest: 6
-- What earlier releases noted of a migration; one transaction replaces the notes.
DROP TABLE moves;

DROP TABLE moved_recipes;

DROP TABLE moved_families;
