"""What several skills over applications need: an office, its mail, its documents; no skill stands here."""
