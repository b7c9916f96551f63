-- How many apps are published, of all and of an owner, is counted without a look at what is in
-- them.
CREATE INDEX apps_published ON apps (owner_id, status) WHERE status = 'published';
