"""Let pytest explain failing assertions in the helpers of the rule tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.rules.side_by_side", "tests.rules.example_game")
