-- pgvector indexes no vector of more than 2,000 dimensions: those are compared one by one.
DO $$ BEGIN
	IF DIMENSIONS <= 2000 THEN
		CREATE INDEX gifts_by_embedding ON gifts USING hnsw (embedding vector_cosine_ops) WITH (m = 16, ef_construction = 64);
	END IF;
END $$;
