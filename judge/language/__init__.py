"""From typed lines to sentences: grammar, lexer, reader, advice."""
