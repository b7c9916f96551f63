-- Titles are stored without white space and zero-width characters at either end
-- (package recipe/title). Those from before stay as they are: "Soup" beside
-- " Soup" are two recipes, and neither is renamed or lost. For them, and for no
-- others, the index knows the key that their titles would have, so that a new
-- recipe can't get it. The list of characters is that of title.Clean.
ALTER TABLE recipes ADD COLUMN clean_key TEXT AS (trim(title_key,
  char(9, 10, 11, 12, 13, 32, 133, 160, 5760, 6158, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202,
       8203, 8232, 8233, 8239, 8287, 8288, 12288, 65279))) VIRTUAL;

CREATE INDEX recipes_unclean_title ON recipes (clean_key) WHERE clean_key <> title_key;
