"""How operations, attributes and types are declared.

op, fields        a declaration: a class and its operands, results, attributes, regions, successors
constraints, attr_kinds, enums
                  what the fields allow
traits, effects, region_branch
                  what passes and the verifier ask of an operation
format, elements, type_elements, element_groups, op_state
                  assembly formats: compiled, and what they are made of
verify            the checks that a declaration implies
registry          dialects by prefix
"""
