"""The engine protocol as bytes in, events out.  Does no I/O."""
