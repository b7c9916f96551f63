-- The tables are those of SQLite, in the other directory. Times are Unix seconds.
-- Secrets that others hold are stored as SHA-256 hashes; they are random and long, so
-- that a hash says nothing of them.
CREATE TABLE signing_keys (
  seq     BIGINT NOT NULL PRIMARY KEY, -- the greatest signs
  id      TEXT   NOT NULL UNIQUE,
  private BYTEA  NOT NULL, -- PKCS #8
  created BIGINT NOT NULL
);

CREATE TABLE accounts (
  id           TEXT NOT NULL PRIMARY KEY, -- the subject of tokens
  email        TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
  password     TEXT,                      -- argon2id, with its parameters and salt
  code         BYTEA,                     -- of the one-time code
  code_expires BIGINT
);

CREATE TABLE sessions (
  hash    BYTEA  NOT NULL PRIMARY KEY, -- of the cookie
  account TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires);

CREATE TABLE clients (
  id            TEXT   NOT NULL PRIMARY KEY,
  name          TEXT   NOT NULL,
  redirect_uris TEXT   NOT NULL, -- JSON
  used          BIGINT NOT NULL
);

-- A grant is one consent. It begins as a code; once that is exchanged it is a
-- family of refresh tokens, of which only the newest generation is good.
CREATE TABLE grants (
  id           TEXT   NOT NULL PRIMARY KEY,
  account      TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client       TEXT   NOT NULL,
  resource     TEXT   NOT NULL,
  scopes       TEXT   NOT NULL,
  code         BYTEA  NOT NULL UNIQUE,
  redirect_uri TEXT   NOT NULL,
  challenge    TEXT   NOT NULL,
  refresh_key  BYTEA  NOT NULL, -- signs the family's tokens
  generation   BIGINT NOT NULL DEFAULT 0, -- 0 until the code is exchanged
  expires      BIGINT NOT NULL
);
CREATE INDEX grants_account ON grants (account);
CREATE INDEX grants_client ON grants (client);
CREATE INDEX grants_expires ON grants (expires);

CREATE TABLE attempts (
  bucket  TEXT    NOT NULL PRIMARY KEY,
  count   INTEGER NOT NULL,
  expires BIGINT  NOT NULL
);
CREATE INDEX attempts_expires ON attempts (expires);
