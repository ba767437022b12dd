"""Text in and out: grammar, lexer, parser, printer."""
