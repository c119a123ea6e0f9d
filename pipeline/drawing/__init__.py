"""Pictures of tasks: start and golden side by side, with what changes, of one task and of a run."""
