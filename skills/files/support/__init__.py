"""What several skills on file trees need: a folder to work in, papers, new files, moves; no skill stands here."""
