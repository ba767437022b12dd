"""Text in and out.

forms, lalr       from declarations to LALR tables, and the loop that runs them (grammar.lark)
tokens, lexer     large tokens: all operands of an operation, a whole type
parser, values, params, resources
                  from tokens to operations, types, attributes, locations
errors, expectations
                  what is wrong with a text, in MLIR's words
printer, ssa_names, aliases
                  from IR to text, as MLIR's AsmPrinter writes it
"""
