"""Analyses: what is known of values and of the flow of control, without changing the IR.

dataflow, control_flow, reachability, call_graph
                  the solver, and how control moves
axis_info, axis_info_value, axis_info_rules, integers, exact_constants
                  AxisInfo: contiguity, divisibility, constancy; its lattice; a rule an operation
slices, backward_slice, encoding_transfer
                  what depends on what; what has to change for another encoding
liveness          which values matter
"""
