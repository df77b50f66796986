"""The rules of two-player throw-in Durak.  Pure: no I/O, no clock, no global randomness."""
