"""Skills of Thunderbird."""
