"""What Impress skills share: content, decks, facts, places, colours."""
