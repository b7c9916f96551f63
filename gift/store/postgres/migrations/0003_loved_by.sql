ALTER TABLE gifts ADD COLUMN loved_by text[] NOT NULL DEFAULT '{}';
