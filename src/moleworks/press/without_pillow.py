"""Let ReportLab load where there is no Pillow, as in a browser and where the lock file was installed.

It imports Pillow for pictures in a document. Ours have none: everything is drawn with lines and letters.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType


def allow_no_pillow() -> None:
    """Give ReportLab an empty module to import, unless Pillow is installed."""
    if "PIL" in sys.modules or find_spec("PIL") is not None:
        return
    package, image = ModuleType("PIL"), ModuleType("PIL.Image")
    vars(package)["Image"] = image
    sys.modules.update({"PIL": package, "PIL.Image": image})
