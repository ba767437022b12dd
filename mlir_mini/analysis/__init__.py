"""Analyses: what is known of values and of the flow of control, without changing the IR."""
