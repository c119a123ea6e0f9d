"""What Writer skills share: documents with real prose, facts and checks about their parts."""
