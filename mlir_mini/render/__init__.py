"""Pictures of layouts: as text, SVG, a page to explore, and data for other viewers.

picture      what there is to draw: a layout on a tensor, its cells and their owners
ownership    the picture as text; tables, numbers: its parts
svg, page    the picture as SVG, as one self-contained HTML file (template page.html)
viz          the layout as linear-layout-viz loads it
sectors, conversion, derivation
             answers of the other questions as text
"""

from __future__ import annotations
