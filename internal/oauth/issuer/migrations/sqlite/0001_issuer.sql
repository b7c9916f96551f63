-- Times are Unix seconds. Secrets that others hold are stored as SHA-256 hashes;
-- they are random and long, so that a hash says nothing of them.
CREATE TABLE signing_keys (
  seq     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- the greatest signs
  id      TEXT    NOT NULL UNIQUE,
  private BLOB    NOT NULL, -- PKCS #8
  created INTEGER NOT NULL
) STRICT;

CREATE TABLE accounts (
  id           TEXT NOT NULL PRIMARY KEY, -- the subject of tokens
  email        TEXT NOT NULL UNIQUE CHECK (email = lower(email) AND email <> ''),
  password     TEXT,                      -- argon2id, with its parameters and salt
  code         BLOB,                      -- of the one-time code
  code_expires INTEGER
) STRICT;

CREATE TABLE sessions (
  hash    BLOB    NOT NULL PRIMARY KEY, -- of the cookie
  account TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_account ON sessions (account);

CREATE TABLE clients (
  id            TEXT    NOT NULL PRIMARY KEY,
  name          TEXT    NOT NULL,
  redirect_uris TEXT    NOT NULL CHECK (json_valid(redirect_uris)),
  used          INTEGER NOT NULL
) STRICT;

-- A grant is one consent. It begins as a code; once that is exchanged it is a
-- family of refresh tokens, of which only the newest generation is good.
CREATE TABLE grants (
  id           TEXT    NOT NULL PRIMARY KEY,
  account      TEXT    NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client       TEXT    NOT NULL,
  resource     TEXT    NOT NULL,
  scopes       TEXT    NOT NULL,
  code         BLOB    NOT NULL UNIQUE,
  redirect_uri TEXT    NOT NULL,
  challenge    TEXT    NOT NULL,
  refresh_key  BLOB    NOT NULL, -- signs the family's tokens
  generation   INTEGER NOT NULL DEFAULT 0, -- 0 until the code is exchanged
  expires      INTEGER NOT NULL
) STRICT;
CREATE INDEX grants_account ON grants (account);
CREATE INDEX grants_client ON grants (client);

CREATE TABLE attempts (
  bucket  TEXT    NOT NULL PRIMARY KEY,
  count   INTEGER NOT NULL,
  expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
