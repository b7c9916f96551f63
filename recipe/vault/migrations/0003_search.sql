-- What searches find recipes by. The terms of a recipe (package recipe/words) are kept by
-- its document: the rowid of a recipe isn't its for ever, since VACUUM may give it another.
-- The program fills both tables.
CREATE TABLE documents (
  document  INTEGER PRIMARY KEY,
  recipe_id TEXT NOT NULL UNIQUE REFERENCES recipes (id) ON DELETE CASCADE
) STRICT;

-- Terms are letters, digits and what is outside ASCII, with blanks between them: this
-- tokenizer changes nothing of that.
CREATE VIRTUAL TABLE search USING fts5 (terms, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');

-- A page of a family's list is read along this index, past the others' recipes.
CREATE INDEX recipes_order ON recipes (title_key, id, created_by);
