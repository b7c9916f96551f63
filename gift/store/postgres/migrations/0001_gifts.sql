CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE gifts (
	id text COLLATE "C" PRIMARY KEY,
	name text NOT NULL,
	brief_description text NOT NULL,
	full_description text NOT NULL,
	price_range text NOT NULL,
	categories text[] NOT NULL,
	occasions text[] NOT NULL,
	recipient_types text[] NOT NULL,
	popularity_score double precision, -- null: as 0.5
	purchasing_guidance text NOT NULL,
	purchase_url text NOT NULL,
	has_affiliate_commission boolean NOT NULL,
	adult boolean NOT NULL,
	for_children boolean NOT NULL,     -- and for no one else
	embedding vector(DIMENSIONS) NOT NULL
);

CREATE INDEX gifts_by_popularity ON gifts ((coalesce(popularity_score, 0.5)) DESC, id);

-- One row at most.
CREATE TABLE gifts_manifest (
	one boolean PRIMARY KEY DEFAULT true CHECK (one),
	manifest text NOT NULL
);
