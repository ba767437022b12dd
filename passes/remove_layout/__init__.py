"""The phases of remove-layout-conversions, in reading order.

``propagation`` carries the layouts of anchors forward and rewrites functions to them.
``rematerialization`` computes values again in another layout instead of converting them, if
``cost`` says that it pays; ``hoisting`` moves what is left to where it costs less.
"""
