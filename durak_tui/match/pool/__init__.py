"""Pools of workers that play the games of a run."""
