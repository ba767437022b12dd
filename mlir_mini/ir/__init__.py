"""The IR: operations, regions, blocks, values, types and attributes.

core              operations, blocks, regions, values and their uses
types, attributes, locations, floats
                  builtin types and attributes; where operations come from; bit patterns of floats
builder, rewriter
                  making operations; changing the IR while a listener watches
traversal, dominance, symbols, equivalence
                  questions about it
verifier          structural verification
"""
