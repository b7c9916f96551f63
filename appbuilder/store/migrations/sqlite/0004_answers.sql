-- How calls are answered: with the same words each time, or with a sentence that a model makes.
ALTER TABLE apps ADD COLUMN answer_mode TEXT NOT NULL DEFAULT 'static' CHECK (answer_mode IN ('static', 'llm'));
