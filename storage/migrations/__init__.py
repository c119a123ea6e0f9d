"""The history of the catalog's schema, as Alembic keeps it."""
