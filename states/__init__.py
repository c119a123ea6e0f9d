"""What can be graded, as data: entities, addresses, alignment, changes, rubrics, scores and mutants.

Nothing here knows an application, opens a file, runs a program or asks the clock.
"""
