"""Sums of the ledger beside it, filled from what it holds."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NAME = sa.String().with_variant(sa.String(collation="C"), "postgresql")
WHOLE = ("calls", "cached", "unresolved", "prompt", "prompt_cached", "completion", "reasoning")

SPENDING = """
INSERT INTO spending
SELECT calls.run, calls.skill, calls.node, calls.model, substr(CAST(calls.intended AS VARCHAR), 1, 10),
    coalesce(candidates.status, 'open'), count(*),
    sum(CASE WHEN result = 'cached' THEN 1 ELSE 0 END),
    sum(CASE WHEN result = 'unresolved' THEN 1 ELSE 0 END),
    sum(coalesce(prompt, 0)), sum(coalesce(cached, 0)), sum(coalesce(completion, 0)), sum(coalesce(reasoning, 0)),
    sum(coalesce(cost, 0)),
    sum(CASE WHEN cost IS NULL AND result IN ('answered', 'invalid', 'refused') THEN 1 ELSE 0 END),
    sum(CASE WHEN result IN ('invalid', 'refused') THEN coalesce(prompt, 0) + coalesce(completion, 0) ELSE 0 END),
    sum(CASE WHEN result IN ('invalid', 'refused') THEN coalesce(cost, 0) ELSE 0 END),
    sum(CASE WHEN result = 'unresolved' THEN coalesce(worst_cost, 0) ELSE 0 END),
    sum(CASE WHEN result = 'unresolved' AND worst_cost IS NULL THEN 1 ELSE 0 END),
    sum(coalesce(cost, worst_cost, 0)),
    sum(CASE WHEN prompt IS NULL THEN worst_tokens ELSE prompt + coalesce(completion, 0) END)
FROM calls LEFT JOIN candidates ON candidates.run = calls.run AND candidates.candidate = calls.candidate
GROUP BY 1, 2, 3, 4, 5, 6
"""

ENDED = """
INSERT INTO ended
SELECT run, skill, substr(CAST(recorded AS VARCHAR), 1, 10), status, '', '', count(*)
FROM candidates GROUP BY 1, 2, 3, 4
"""

ENDED_BY = """
INSERT INTO ended
SELECT run, skill, day, status, {node}, {model}, count(*) FROM (
    SELECT DISTINCT candidates.run, candidates.skill, substr(CAST(candidates.recorded AS VARCHAR), 1, 10) AS day,
        candidates.status, candidates.candidate, calls.{by} AS name
    FROM candidates JOIN calls ON calls.run = candidates.run AND calls.candidate = candidates.candidate
) AS asked GROUP BY run, skill, day, status, name
"""


def upgrade() -> None:
    """Make the sums and fill them."""
    op.create_table(
        "spending",
        *(
            sa.Column(name, NAME, nullable=False)
            for name in ("run", "skill", "node", "model", "day", "status")
        ),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in WHOLE),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("unpriced", sa.BigInteger(), nullable=False),
        sa.Column("unusable_tokens", sa.BigInteger(), nullable=False),
        sa.Column("unusable_cost", sa.Float(), nullable=False),
        sa.Column("worst", sa.Float(), nullable=False),
        sa.Column("worst_unknown", sa.BigInteger(), nullable=False),
        sa.Column("most_cost", sa.Float(), nullable=False),
        sa.Column("most_tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("run", "skill", "node", "model", "day", "status"),
    )
    op.create_table(
        "ended",
        *(
            sa.Column(name, NAME, nullable=False)
            for name in ("run", "skill", "day", "status", "node", "model")
        ),
        sa.Column("candidates", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("run", "skill", "day", "status", "node", "model"),
    )
    op.execute(SPENDING)
    op.execute(ENDED)
    op.execute(ENDED_BY.format(by="node", node="name", model="''"))
    op.execute(ENDED_BY.format(by="model", node="''", model="name"))


def downgrade() -> None:
    """Take the sums away."""
    op.drop_table("ended")
    op.drop_table("spending")
