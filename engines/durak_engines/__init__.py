"""The engines that ship, one module each, each a program."""
