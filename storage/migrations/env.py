"""Runs migrations within the transaction of the connection that the caller gives."""

from alembic import context

from forge.storage.database import VERSION_TABLE
from forge.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    version_table=VERSION_TABLE,
    render_as_batch=connection.dialect.name == "sqlite",  # SQLite cannot change a table in place
)
with context.begin_transaction():
    context.run_migrations()
