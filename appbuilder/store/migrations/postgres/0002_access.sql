-- blocked_at is when the operator took the app down, which its owner can't undo, and
-- call_token_hash is of the token that its callers need.
ALTER TABLE apps ADD COLUMN blocked_at      TEXT NOT NULL DEFAULT '';
ALTER TABLE apps ADD COLUMN call_token_hash TEXT NOT NULL DEFAULT '';

-- Servers that use the database, so that nothing is put in its place under them. It is no part
-- of a backup.
CREATE TABLE servers (
  id      TEXT NOT NULL PRIMARY KEY,
  seen_at TEXT NOT NULL
);
