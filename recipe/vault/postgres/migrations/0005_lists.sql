-- A recipe's lists are read and written with it and never without, so they are in its row: a
-- recipe is on one page of one table, in place of those of three with an index each, and takes
-- half the room. A list is a JSON array of arrays: the columns of an ingredient (id, name, quantity,
-- unit, notes), or of a step (id, instruction, duration_minutes, temperature_value,
-- temperature_unit). NULL is an empty one.
ALTER TABLE recipes ADD COLUMN ingredients JSON;
ALTER TABLE recipes ADD COLUMN steps JSON;
