"""The IR: operations, regions, blocks, values, types and attributes."""
