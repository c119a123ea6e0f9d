"""What skills share that export a document, whatever its application: where exports go, and what must be in them."""
