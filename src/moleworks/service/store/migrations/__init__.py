"""The history of the schema: one file a version, each leading on from the one before, in alembic's words.

There is no alembic environment beside them: `store.migrate` turns them into SQL and runs it under a lock.
"""

VERSIONS = ("0001",)
"""All there are, the newest last; known without alembic, which takes a while to load."""
