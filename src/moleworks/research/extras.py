"""The error for a missing package that only an adapter or a device needs."""

from __future__ import annotations


def missing_extra(extra: str, error: ImportError, needed_by: str = "") -> ImportError:
    """The error that names the extra to install, needed by a module of the same name if nothing else is said.

    >>> print(missing_extra("openspiel", ImportError("No module named 'pyspiel'")))
    moleworks.research.openspiel needs more than Moleworks brings along (No module named 'pyspiel'):
    pip install "moleworks[openspiel]"
    """
    return ImportError(
        f"{needed_by or f'moleworks.research.{extra}'} needs more than Moleworks brings along ({error}):\n"
        f'pip install "moleworks[{extra}]"'
    )
