"""The versions of the database schema as alembic migrations, one file for each.

There is no alembic environment: `store.migrate` turns them into SQL and runs it under a lock.
"""

VERSIONS = ("0001",)
"""All versions, the newest last; a constant, because alembic is slow to load."""
