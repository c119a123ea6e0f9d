"""What trainers and harnesses read: one module for each format, and what they share.

An export is planned (which tasks, in which split), then written shard by shard; see `forge.exports.run`.
"""
