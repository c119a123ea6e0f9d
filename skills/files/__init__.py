"""Skills on file trees: folders, texts, tables, settings and archives of somebody's home folder."""
