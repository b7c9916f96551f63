-- Times are UTC, as in 2026-01-31T12:00:00.000Z; what is not set is ''. SQLite's tables
-- are the same, in the other directory.
CREATE TABLE owners (
  id          TEXT NOT NULL PRIMARY KEY,
  token_hash  TEXT          UNIQUE, -- of a session; NULL: known by another name
  current_app TEXT NOT NULL DEFAULT '',
  created_at  TEXT NOT NULL,
  seen_at     TEXT NOT NULL
);
CREATE INDEX owners_seen ON owners (seen_at);

-- content is the draft; position is the revision that it was made as, of the rows of
-- revisions, and revision counts every edit. run_id is of the message that is being worked
-- on, until run_until.
CREATE TABLE apps (
  id             TEXT    NOT NULL PRIMARY KEY,
  owner_id       TEXT    NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  prompt         TEXT    NOT NULL,
  name           TEXT    NOT NULL,
  content        TEXT    NOT NULL,
  content_hash   TEXT    NOT NULL,
  published_hash TEXT    NOT NULL DEFAULT '',
  generator      TEXT    NOT NULL,
  slug           TEXT             UNIQUE,
  status         TEXT    NOT NULL CHECK (status IN ('draft', 'published')),
  version        BIGINT  NOT NULL DEFAULT 0 CHECK (version >= 0),
  published_at   TEXT    NOT NULL DEFAULT '',
  revision       BIGINT  NOT NULL DEFAULT 1,
  position       BIGINT  NOT NULL DEFAULT 1,
  run_id         TEXT    NOT NULL DEFAULT '',
  run_until      TEXT    NOT NULL DEFAULT '',
  run_cancelled  BIGINT  NOT NULL DEFAULT 0,
  created_at     TEXT    NOT NULL,
  updated_at     TEXT    NOT NULL
);
CREATE INDEX apps_owner ON apps (owner_id, created_at, id);
CREATE INDEX apps_run ON apps (run_until) WHERE run_id <> '';

CREATE TABLE revisions (
  app_id     TEXT    NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  seq        BIGINT  NOT NULL,
  cause      TEXT    NOT NULL, -- "create", "chat", "edit", "restore"
  content    TEXT    NOT NULL,
  created_at TEXT    NOT NULL,
  PRIMARY KEY (app_id, seq)
);

CREATE TABLE versions (
  app_id       TEXT    NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  version      BIGINT  NOT NULL,
  content      TEXT    NOT NULL,
  published_at TEXT    NOT NULL,
  PRIMARY KEY (app_id, version)
);

-- app_id is '' for the slug of an app that was deleted: nobody has it for some time.
CREATE TABLE slugs (
  slug       TEXT NOT NULL PRIMARY KEY,
  app_id     TEXT NOT NULL,
  retired_at TEXT NOT NULL DEFAULT ''
);

CREATE TABLE messages (
  app_id          TEXT    NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  seq             BIGINT  NOT NULL,
  id              TEXT    NOT NULL,
  role            TEXT    NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
  content         TEXT    NOT NULL,
  changes         TEXT    NOT NULL, -- a list, as JSON
  revision_before BIGINT  NOT NULL,
  revision_after  BIGINT  NOT NULL,
  generator       TEXT    NOT NULL,
  state           TEXT    NOT NULL CHECK (state IN ('running', 'complete', 'failed', 'cancelled')),
  error_code      TEXT    NOT NULL,
  usage           TEXT    NOT NULL, -- as JSON, or ''
  created_at      TEXT    NOT NULL,
  PRIMARY KEY (app_id, seq)
);

-- What was spent of a limit in a window of time.
CREATE TABLE spent (
  name   TEXT    NOT NULL,
  since  TEXT    NOT NULL,
  amount BIGINT  NOT NULL,
  PRIMARY KEY (name, since)
);

-- Tokens that open one app elsewhere.
CREATE TABLE edit_tokens (
  token_hash TEXT NOT NULL PRIMARY KEY,
  app_id     TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
  created_at TEXT NOT NULL
);

CREATE TABLE calls (
  app_id  TEXT    NOT NULL PRIMARY KEY REFERENCES apps (id) ON DELETE CASCADE,
  calls   BIGINT  NOT NULL,
  errors  BIGINT  NOT NULL,
  last_at TEXT    NOT NULL
);
