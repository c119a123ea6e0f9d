"""Forge manufactures verifiable desktop tasks for training computer-use agents."""

__version__ = "0.1.0"
