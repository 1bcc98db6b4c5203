"""Helpers of the rule tests assert too: let their failures tell both sides."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.rules.side_by_side", "tests.rules.table")
