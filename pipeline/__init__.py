"""The life of a candidate, a batch and a run, as plain async code that knows no Prefect."""
