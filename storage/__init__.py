"""The bundle format, the object store and the catalog."""
