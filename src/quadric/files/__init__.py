"""Atomic writes, locks, swapping whole folders, stopping, and checked JSON and tensors.

The first folder of the order: it knows nothing of what is in the files.
"""
