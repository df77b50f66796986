"""The rules of two-player throw-in Durak, without I/O, clock or randomness."""
