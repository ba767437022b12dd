"""Modules with what ``mini-opt --explain`` says of them, as upstream can be asked about it."""
