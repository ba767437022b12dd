"""The checkout that the tools belong to.

Importing this puts the checkout's modules on the path, so that a tool runs in a Python that has no
mini-opt installed, such as one set up for triton. It sorts before every module it makes importable.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

sys.path.insert(0, str(ROOT))
