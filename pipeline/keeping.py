"""What is kept of candidates that have ended: objects first, then rows, all of a batch or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from forge.gates.base import Verdict
from forge.pipeline.batch import Candidate
from forge.pipeline.build import Order
from forge.pipeline.worker import Built, Proof
from forge.storage.models import CandidateRow, TaskRow, VerdictRow
from forge.storage.workspace import Workspace, private_key, public_key


def keep(workspace: Workspace, run: str, candidates: Sequence[Candidate]) -> None:
    """Keep candidates that have ended, and the bundles of those that were accepted.

    Raises:
        StorageError: they cannot be kept; then none of them is in the catalog.
    """
    now = datetime.now(UTC)
    objects: dict[str, bytes] = {}
    rows: list[CandidateRow] = []
    tasks: list[TaskRow] = []
    verdicts: list[VerdictRow] = []
    for candidate in candidates:
        proof = candidate.proof
        if candidate.status == "accepted":
            built = candidate.built
            assert built is not None  # noqa: S101 - what is accepted was built
            assert proof is not None  # noqa: S101 - and proved
            keys = public_key(proof.public), private_key(proof.private)
            objects.update(zip(keys, (proof.public, proof.private), strict=True))
            tasks.append(_task(run, candidate.order, built, proof, keys, now))
        rows.append(_row(run, candidate, now))
        verdicts += [_verdict(run, candidate, verdict) for verdict in candidate.verdicts]
    workspace.objects.put_all(objects)
    workspace.catalog.record(rows, tasks, verdicts)


def _row(run: str, candidate: Candidate, now: datetime) -> CandidateRow:
    order = candidate.order
    ending = next((verdict for verdict in candidate.verdicts if verdict.gate == candidate.gate), None)
    return CandidateRow(
        run=run,
        candidate=order.id,
        skill=order.skill,
        index=order.index,
        seed=order.seed,
        difficulty=order.difficulty,
        status=candidate.status,
        recorded=now,
        gate=candidate.gate,
        reason=candidate.reason,
        evidence=[dict(item) for item in ending.evidence] if ending is not None else [],
        bundle=candidate.proof.bundle if candidate.proof is not None else None,
    )


def _verdict(run: str, candidate: Candidate, verdict: Verdict) -> VerdictRow:
    fields = asdict(verdict)
    return VerdictRow(
        run=run,
        candidate=candidate.order.id,
        **{**fields, "evidence": [dict(item) for item in verdict.evidence]},
    )


def _task(
    run: str, order: Order, built: Built, proof: Proof, keys: tuple[str, str], now: datetime
) -> TaskRow:
    public, private = keys
    return TaskRow(
        bundle=proof.bundle,
        skills=list(built.skills),
        applications=list(built.applications),
        area=order.skill.split(".")[1],
        difficulty=order.difficulty,
        domain=built.domain,
        locale=built.locale,
        instruction=proof.instruction,
        public_key=public,
        private_key=private,
        public_digest=proof.public_digest,
        private_digest=proof.private_digest,
        run=run,
        created=now,
        engine=proof.engine,
        hostile=built.hostile,
        fingerprint=proof.fingerprint,
    )
