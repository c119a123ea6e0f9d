"""Prefect around the pipeline: one flow for each skill, a run flow, artifacts, and the managed local server.

Nothing outside this folder imports Prefect.
"""
