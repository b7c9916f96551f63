-- In a step of its own, since CockroachDB can't fill columns that the same transaction has made.
-- A program of an earlier release may still write: renaming waits for what it has begun, and what it
-- begins later fails in place of being lost with the tables.
ALTER TABLE ingredients RENAME TO ingredients_before;
ALTER TABLE steps RENAME TO steps_before;
SET LOCAL extra_float_digits = 1; -- quantities with all their digits, whatever the server is set to

UPDATE recipes SET
  ingredients = (SELECT json_agg(json_build_array(id, name, quantity, unit, notes) ORDER BY position) FROM ingredients_before WHERE recipe_id = recipes.id),
  steps = (SELECT json_agg(json_build_array(id, instruction, duration_minutes, temperature_value, temperature_unit) ORDER BY position) FROM steps_before WHERE recipe_id = recipes.id);

DROP TABLE ingredients_before;
DROP TABLE steps_before;
