"""Players that never change, to measure others by."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from moleworks.players.advice import Reference

REFERENCES: Mapping[str, Reference] = MappingProxyType({})
