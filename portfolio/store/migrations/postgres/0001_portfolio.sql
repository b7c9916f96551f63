-- What is not set is ''. Times are UTC, as in 2026-01-31T12:00:00.000000Z. The
-- counts of a contractor are those of the projects by status, so that a list of
-- ten thousand projects knows its total without counting them. SQLite's tables are the
-- same, in the other directory.
CREATE TABLE contractors (
  id            TEXT    NOT NULL PRIMARY KEY,
  email         TEXT    NOT NULL UNIQUE CHECK (email <> ''),
  business_name TEXT    NOT NULL,
  city          TEXT    NOT NULL,
  state         TEXT    NOT NULL,
  city_slug     TEXT    NOT NULL,
  slug          TEXT    NOT NULL,
  phone         TEXT    NOT NULL,
  website       TEXT    NOT NULL,
  plan_tier     TEXT    NOT NULL CHECK (plan_tier IN ('free', 'pro')),
  created_at    TEXT    NOT NULL,
  drafts        INTEGER NOT NULL DEFAULT 0 CHECK (drafts >= 0),
  published     INTEGER NOT NULL DEFAULT 0 CHECK (published >= 0),
  archived      INTEGER NOT NULL DEFAULT 0 CHECK (archived >= 0)
);

CREATE TABLE projects (
  id                 TEXT    NOT NULL PRIMARY KEY,
  contractor_id      TEXT    NOT NULL REFERENCES contractors (id) ON DELETE CASCADE,
  title              TEXT    NOT NULL,
  description        TEXT    NOT NULL,
  summary            TEXT    NOT NULL,
  challenge          TEXT    NOT NULL,
  solution           TEXT    NOT NULL,
  results            TEXT    NOT NULL,
  project_type       TEXT    NOT NULL,
  project_type_slug  TEXT    NOT NULL,
  neighborhood       TEXT    NOT NULL,
  city               TEXT    NOT NULL,
  state              TEXT    NOT NULL,
  city_slug          TEXT    NOT NULL,
  duration           TEXT    NOT NULL,
  slug               TEXT    NOT NULL UNIQUE,
  slug_final         BOOLEAN NOT NULL,
  seo_title          TEXT    NOT NULL,
  seo_description    TEXT    NOT NULL,
  status             TEXT    NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  outcome_highlights TEXT    NOT NULL,
  materials          TEXT    NOT NULL,
  techniques         TEXT    NOT NULL,
  tags               TEXT    NOT NULL,
  hero_image_id      TEXT,
  client_type        TEXT    NOT NULL CHECK (client_type IN ('', 'residential', 'commercial', 'municipal', 'other')),
  budget_range       TEXT    NOT NULL CHECK (budget_range IN ('', '<5k', '5k-10k', '10k-25k', '25k-50k', '50k+')),
  description_manual BOOLEAN NOT NULL,
  description_blocks TEXT    NOT NULL,
  created_at         TEXT    NOT NULL,
  updated_at         TEXT    NOT NULL,
  published_at       TEXT    NOT NULL CHECK ((status = 'published') = (published_at <> ''))
);

CREATE INDEX projects_newest ON projects (contractor_id, created_at DESC, id);
CREATE INDEX projects_newest_status ON projects (contractor_id, status, created_at DESC, id);
CREATE INDEX projects_published ON projects (status, published_at DESC, id);

CREATE TABLE project_images (
  id            TEXT    NOT NULL PRIMARY KEY,
  project_id    TEXT    NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  storage_path  TEXT    NOT NULL UNIQUE,
  public_path   TEXT    NOT NULL,
  image_type    TEXT    NOT NULL CHECK (image_type IN ('', 'before', 'after', 'progress', 'detail')),
  alt_text      TEXT    NOT NULL,
  display_order INTEGER NOT NULL,
  width         INTEGER NOT NULL,
  height        INTEGER NOT NULL,
  content_type  TEXT    NOT NULL,
  bytes         BIGINT  NOT NULL,
  sha256        TEXT    NOT NULL,
  uploaded      BOOLEAN NOT NULL,
  created_at    TEXT    NOT NULL
);

CREATE INDEX project_images_order ON project_images (project_id, display_order);

ALTER TABLE projects ADD CONSTRAINT projects_hero
  FOREIGN KEY (hero_image_id) REFERENCES project_images (id) ON DELETE SET NULL;

CREATE INDEX projects_hero ON projects (hero_image_id);

CREATE TABLE uploads (
  token_hash   TEXT NOT NULL PRIMARY KEY,
  image_id     TEXT NOT NULL REFERENCES project_images (id) ON DELETE CASCADE,
  path         TEXT NOT NULL,
  content_type TEXT NOT NULL,
  expires_at   TEXT NOT NULL,
  used_at      TEXT NOT NULL
);

CREATE INDEX uploads_image ON uploads (image_id);
CREATE INDEX uploads_expiry ON uploads (used_at, expires_at);

CREATE TABLE api_tokens (
  token_hash    TEXT NOT NULL PRIMARY KEY,
  contractor_id TEXT NOT NULL REFERENCES contractors (id) ON DELETE CASCADE,
  created_at    TEXT NOT NULL
);

CREATE INDEX api_tokens_contractor ON api_tokens (contractor_id);

CREATE TABLE files_to_remove (
  side       TEXT NOT NULL CHECK (side IN ('draft', 'public')),
  path       TEXT NOT NULL,
  not_before TEXT NOT NULL,
  PRIMARY KEY (side, path)
);

CREATE INDEX files_to_remove_due ON files_to_remove (not_before);

CREATE TABLE keys (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);
