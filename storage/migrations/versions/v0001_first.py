"""The first schema: runs, candidates, tasks, verdicts, the ledger, answers and certificates."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAME = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "answers",
        sa.Column("key", NAME, nullable=False),
        sa.Column("reply", sa.JSON(), nullable=False),
        sa.Column("kept", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "calls",
        sa.Column("id", NAME, nullable=False),
        sa.Column("run", NAME, nullable=False),
        sa.Column("candidate", NAME, nullable=False),
        sa.Column("skill", NAME, nullable=False),
        sa.Column("node", NAME, nullable=False),
        sa.Column("model", NAME, nullable=False),
        sa.Column("attempt", sa.BigInteger(), nullable=False),
        sa.Column("key", NAME, nullable=False),
        sa.Column("paid", sa.Boolean(), nullable=False),
        sa.Column("worst_tokens", sa.BigInteger(), nullable=False),
        sa.Column("worst_cost", sa.Float(), nullable=True),
        sa.Column("intended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("result", NAME, nullable=False),
        sa.Column("prompt", sa.BigInteger(), nullable=True),
        sa.Column("cached", sa.BigInteger(), nullable=True),
        sa.Column("completion", sa.BigInteger(), nullable=True),
        sa.Column("reasoning", sa.BigInteger(), nullable=True),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("price_input", sa.Float(), nullable=True),
        sa.Column("price_cached", sa.Float(), nullable=True),
        sa.Column("price_output", sa.Float(), nullable=True),
        sa.Column("price_version", NAME, nullable=False),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.Column("latency_ms", sa.Float(), nullable=False),
        sa.Column("reported_model", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("completed", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("calls_by_candidate", "calls", ["run", "candidate"])
    op.create_index("calls_by_skill", "calls", ["skill"])
    op.create_table(
        "certificates",
        sa.Column("digest", NAME, nullable=False),
        sa.Column("skill", NAME, nullable=False),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("seeds", sa.BigInteger(), nullable=False),
        sa.Column("run", NAME, nullable=False),
        sa.Column("issued", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("certificates_by_skill", "certificates", ["skill", "issued"])
    op.create_table(
        "runs",
        sa.Column("id", NAME, nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("model", NAME, nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", NAME, nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("runs_by_time", "runs", ["started"])
    op.create_table(
        "candidates",
        sa.Column("run", NAME, nullable=False),
        sa.Column("candidate", NAME, nullable=False),
        sa.Column("skill", NAME, nullable=False),
        sa.Column("index", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("difficulty", NAME, nullable=False),
        sa.Column("status", NAME, nullable=False),
        sa.Column("recorded", sa.DateTime(timezone=True), nullable=False),
        sa.Column("gate", NAME, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("bundle", NAME, nullable=True),
        sa.ForeignKeyConstraint(["run"], ["runs.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run", "candidate"),
    )
    op.create_index("candidates_by_bundle", "candidates", ["bundle"])
    op.create_index("candidates_by_skill", "candidates", ["skill", "status", "gate"])
    op.create_index("candidates_by_status", "candidates", ["run", "status", "gate"])
    op.create_index("candidates_by_time", "candidates", ["recorded"])
    op.create_table(
        "tasks",
        sa.Column("bundle", NAME, nullable=False),
        sa.Column("skills", sa.JSON(), nullable=False),
        sa.Column("applications", sa.JSON(), nullable=False),
        sa.Column("area", NAME, nullable=False),
        sa.Column("difficulty", NAME, nullable=False),
        sa.Column("domain", NAME, nullable=False),
        sa.Column("locale", NAME, nullable=False),
        sa.Column("instruction", sa.Text(), nullable=False),
        sa.Column("public_key", NAME, nullable=False),
        sa.Column("private_key", NAME, nullable=False),
        sa.Column("public_digest", NAME, nullable=False),
        sa.Column("private_digest", NAME, nullable=False),
        sa.Column("run", NAME, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("engine", NAME, nullable=True),
        sa.Column("hostile", sa.Boolean(), nullable=False),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("bundle"),
    )
    op.create_index("tasks_by_run", "tasks", ["run"])
    op.create_index("tasks_by_time", "tasks", ["created", "bundle"])
    op.create_table(
        "task_skills",
        sa.Column("bundle", NAME, nullable=False),
        sa.Column("skill", NAME, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["bundle"], ["tasks.bundle"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("bundle", "skill"),
    )
    op.create_index("task_skills_by_time", "task_skills", ["skill", "created", "bundle"])
    op.create_table(
        "verdicts",
        sa.Column("run", NAME, nullable=False),
        sa.Column("candidate", NAME, nullable=False),
        sa.Column("gate", NAME, nullable=False),
        sa.Column("outcome", NAME, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("digest", NAME, nullable=False),
        sa.Column("milliseconds", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run", "candidate"], ["candidates.run", "candidates.candidate"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run", "candidate", "gate"),
    )


def downgrade() -> None:
    """Take all tables away."""
    op.drop_table("verdicts")
    op.drop_index("task_skills_by_time", table_name="task_skills")
    op.drop_table("task_skills")
    op.drop_index("tasks_by_time", table_name="tasks")
    op.drop_index("tasks_by_run", table_name="tasks")
    op.drop_table("tasks")
    op.drop_index("candidates_by_time", table_name="candidates")
    op.drop_index("candidates_by_status", table_name="candidates")
    op.drop_index("candidates_by_skill", table_name="candidates")
    op.drop_index("candidates_by_bundle", table_name="candidates")
    op.drop_table("candidates")
    op.drop_index("runs_by_time", table_name="runs")
    op.drop_table("runs")
    op.drop_index("certificates_by_skill", table_name="certificates")
    op.drop_table("certificates")
    op.drop_index("calls_by_skill", table_name="calls")
    op.drop_index("calls_by_candidate", table_name="calls")
    op.drop_table("calls")
    op.drop_table("answers")
