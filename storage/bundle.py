"""A bundle: the files of one task, a Harbor task directory in two parts.

The public part is what an agent's environment is made of, the private part what proves and scores the work.
`docs/bundle-format.md` describes the layout, every field and the rule of the digest.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from forge.errors import StorageError
from forge.states.patches import Patch
from forge.states.rubric import Rubric
from forge.states.values import Value
from forge.storage import archives, harbor
from forge.storage.mounts import Files, gather, lay_out
from forge.storage.records import (
    ContractRecord,
    EnvironmentRecord,
    GoldenRecord,
    MountPoint,
    MountRecord,
    PartRecord,
    PatchesRecord,
)

__all__ = ["Bundle", "ContractRecord", "EnvironmentRecord", "MountRecord", "PartRecord", "instruction_sha256"]

INSTRUCTION = "instruction.md"
TASK = "task.toml"
ENVIRONMENT = "environment/setup.json"
START_FILES = "environment/files/"
RUBRIC = "tests/rubric.json"
NEAR_MISSES = "tests/near_misses.json"
VARIANTS = "tests/variants.json"
GOLDEN_FILES = "solution/files/"
GOLDEN = "solution/golden.json"
CONTRACT = "contract.json"
PRIVATE = ("tests/", "solution/", CONTRACT)
"""The private part; everything else counts as public, so that nothing unknown is taken for sealed."""

Record = TypeVar("Record", bound=BaseModel)


def instruction_sha256(instruction: str) -> str:
    """The SHA-256 of `instruction.md` as a bundle stores this instruction."""
    return hashlib.sha256(_stored(instruction)).hexdigest()


def _stored(instruction: str) -> bytes:
    return (instruction.strip() + "\n").encode()


def is_private(path: str) -> bool:
    """Whether a path of a bundle belongs to the private part."""
    return path.startswith(PRIVATE[:2]) or path == CONTRACT


@dataclass(frozen=True)
class Bundle:
    """The files of one task.

    Attributes:
        public: the files that the agent's environment is made of, by path.
        private: rubric, golden and contract, by path.

    Raises:
        StorageError: a name is not safe, a file stands in the wrong part, or there is too much.
    """

    public: Mapping[str, bytes]
    private: Mapping[str, bytes]

    def __post_init__(self) -> None:
        archives.check(self.public, "the public part of a bundle")
        archives.check(self.private, "the private part of a bundle")
        for path in [
            *filter(is_private, self.public),
            *(path for path in self.private if not is_private(path)),
        ]:
            raise StorageError(
                f"{path} stands in the wrong part of a bundle; private are {', '.join(PRIVATE)}."
            )

    @classmethod
    def assemble(
        cls,
        contract: ContractRecord,
        instruction: str,
        *,
        rubric: Rubric,
        near_misses: Sequence[Patch],
        variants: Sequence[Patch],
        start: Mapping[str, Files],
        golden: Mapping[str, Files],
        answer: Value = None,
        readings: Mapping[str, Mapping[str, Value]] | None = None,
        start_readings: Mapping[str, Mapping[str, Value]] | None = None,
        packages: Sequence[str] = (),
    ) -> Bundle:
        """The bundle of a task.

        Args:
            contract: the contract as it is stored.
            instruction: the instruction as the agent reads it.
            rubric: the rubric.
            near_misses: wrong ends, which must lose.
            variants: right ends, which must win.
            start: the files of each mount at the start.
            golden: the files of each mount in the golden.
            answer: the right final answer, where one is asked for.
            readings: what each probe reads in the golden.
            start_readings: what each probe reads in the start.
            packages: the Debian packages of the applications, for the image recipe.

        Raises:
            StorageError: the contract is of another instruction or of other mounts, or files are refused.
        """
        _check_mounts("start", [item.mount for item in contract.mounts if item.start], start)
        _check_mounts("golden", [item.mount for item in contract.mounts if item.golden], golden)
        environment = EnvironmentRecord.of(contract)
        before, after = lay_out(start), lay_out(golden)
        worked_out = GoldenRecord(
            removed=tuple(sorted(before.keys() - after.keys())),
            answer=answer,
            readings={probe: dict(read) for probe, read in (readings or {}).items()},
            start_readings={probe: dict(read) for probe, read in (start_readings or {}).items()},
        )
        changed = {place: content for place, content in after.items() if before.get(place) != content}
        public = {
            ENVIRONMENT: _json(environment),
            "environment/Dockerfile": harbor.dockerfile(environment, packages, contract.forge).encode(),
            **{START_FILES + place: content for place, content in before.items()},
        }
        if (script := harbor.attributes_sh(environment)) is not None:
            public["environment/attributes.sh"] = script.encode()
        private = {
            RUBRIC: _json(rubric),
            NEAR_MISSES: _json(PatchesRecord(patches=tuple(near_misses))),
            VARIANTS: _json(PatchesRecord(patches=tuple(variants))),
            "tests/test.sh": harbor.test_sh(environment).encode(),
            GOLDEN: _json(worked_out),
            "solution/solve.sh": harbor.solve_sh(environment, worked_out).encode(),
            **{GOLDEN_FILES + place: content for place, content in changed.items()},
        }
        return cls(*_worded(public, private, contract, environment, instruction))

    def reworded(self, contract: ContractRecord, instruction: str) -> Bundle:
        """The bundle of the same task with another instruction.

        Args:
            contract: its contract but for what it says of the instruction.
            instruction: the instruction as the agent reads it.

        Raises:
            StorageError: the contract is of another instruction, or asks for another environment.
        """
        environment = EnvironmentRecord.of(contract)
        if _json(environment) != self._file(ENVIRONMENT):
            raise StorageError("The contract asks for another environment than that of the bundle.")
        return Bundle(*_worded(self.public, self.private, contract, environment, instruction))

    @classmethod
    def from_archives(cls, public: bytes, private: bytes) -> Bundle:
        """The bundle of two archives.

        Raises:
            StorageError: an archive is damaged or hostile.
        """
        return cls(
            archives.unpack(public, "the public archive of a bundle"),
            archives.unpack(private, "the private archive of a bundle"),
        )

    @classmethod
    def from_directory(cls, directory: Path) -> Bundle:
        """The bundle in a folder, also one edited by hand or one of which only a part is there.

        Raises:
            StorageError: it is no folder, holds nothing of a bundle, or holds links, devices or too much.
        """
        contents = archives.read_folder(directory)
        if not {ENVIRONMENT, INSTRUCTION, RUBRIC, CONTRACT} & contents.keys():
            raise StorageError(
                f"{directory} is not a bundle: it has no {INSTRUCTION}, {ENVIRONMENT}, {RUBRIC}, {CONTRACT}.",
                hint="`forge tasks` lists bundles, and `forge bundle TASK --out DIR` writes one as a folder.",
            )
        public = {path: content for path, content in contents.items() if not is_private(path)}
        return cls(public, {path: content for path, content in contents.items() if path not in public})

    def write_to(self, directory: Path) -> None:
        """Write all files below a folder that is empty or not there yet; it appears whole or not at all.

        Raises:
            StorageError: the folder holds something, or cannot be written.
        """
        target = directory.absolute()
        try:
            if target.is_dir() and any(target.iterdir()):
                raise StorageError(f"{directory} is not empty; give a folder that is new or empty.")
            target.parent.mkdir(parents=True, exist_ok=True)
            work = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
            try:
                self._write(work)
                work.replace(target)  # takes the place of an empty folder in one step
            except BaseException:
                shutil.rmtree(work, ignore_errors=True)
                raise
        except OSError as error:
            raise StorageError(
                f"The bundle cannot be written to {directory}: {error.strerror or error}."
            ) from error

    def _write(self, folder: Path) -> None:
        folder.chmod(0o755)
        there = {folder}
        for path, content in archives.ordered({**self.public, **self.private}):
            file = folder / path
            if file.parent not in there:
                file.parent.mkdir(parents=True, exist_ok=True)
                there.add(file.parent)
            file.write_bytes(content)
            file.chmod(0o755 if path.endswith(".sh") else 0o644)

    def public_archive(self) -> bytes:
        """The public part as a deterministic tar archive."""
        return archives.pack(self.public)

    def private_archive(self) -> bytes:
        """The private part as a deterministic tar archive."""
        return archives.pack(self.private)

    @cached_property
    def public_digest(self) -> str:
        """The digest of the public part."""
        return archives.digest(self.public)

    @cached_property
    def private_digest(self) -> str:
        """The digest of the private part."""
        return archives.digest(self.private)

    @cached_property
    def id(self) -> str:
        """The digest of both parts: SHA-256 of three lines, `forge bundle 1` and the parts' digests."""
        text = f"forge bundle 1\n{self.public_digest}\n{self.private_digest}\n"
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def instruction(self) -> str:
        """The instruction as the agent reads it, without the final line break.

        Raises:
            StorageError: it is missing or not UTF-8.
        """
        try:
            return self._file(INSTRUCTION).decode().rstrip("\n")
        except UnicodeDecodeError as error:
            raise StorageError(f"{INSTRUCTION} of the bundle is not UTF-8: {error}.") from error

    @property
    def is_as_rendered(self) -> bool:
        """Whether the instruction is the one that was rendered from the contract's template."""
        return hashlib.sha256(self._file(INSTRUCTION)).hexdigest() == self.contract.instruction_sha256

    @cached_property
    def contract(self) -> ContractRecord:
        """The contract.

        Raises:
            StorageError: it is missing or damaged; so for the other records.
        """
        return self._record(CONTRACT, ContractRecord)

    @cached_property
    def environment(self) -> EnvironmentRecord:
        """The set-up of the environment."""
        return self._record(ENVIRONMENT, EnvironmentRecord)

    @cached_property
    def rubric(self) -> Rubric:
        """The rubric."""
        return self._record(RUBRIC, Rubric)

    @cached_property
    def near_misses(self) -> tuple[Patch, ...]:
        """Wrong ends, which must lose."""
        return self._record(NEAR_MISSES, PatchesRecord).patches

    @cached_property
    def variants(self) -> tuple[Patch, ...]:
        """Right ends, which must win."""
        return self._record(VARIANTS, PatchesRecord).patches

    @cached_property
    def golden(self) -> GoldenRecord:
        """What belongs to the golden and is in no file of it."""
        return self._record(GOLDEN, GoldenRecord)

    @property
    def mounts(self) -> tuple[MountPoint, ...]:
        """The mounts, as the environment knows them."""
        return self.environment.mounts

    def start_files(self) -> dict[str, Files]:
        """The files of each mount at the start; a mount of which no file is there is left out."""
        return gather(_below(self.public, START_FILES), self.mounts)

    def golden_files(self) -> dict[str, Files]:
        """The files of each mount in the golden: those of the start, without what it removes, and its own."""
        removed = set(self.golden.removed)
        places = {**_below(self.public, START_FILES), **_below(self.private, GOLDEN_FILES)}
        return gather({place: held for place, held in places.items() if place not in removed}, self.mounts)

    def _file(self, path: str) -> bytes:
        content = (self.private if is_private(path) else self.public).get(path)
        if content is None:
            raise StorageError(f"The bundle has no {path}; without it, this cannot be done.")
        return content

    def _record(self, path: str, kind: type[Record]) -> Record:
        try:
            return kind.model_validate_json(self._file(path))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"])) or "its beginning"
            raise StorageError(f"{path} of the bundle is damaged at {where}: {first['msg']}.") from error


def _worded(
    public: Mapping[str, bytes],
    private: Mapping[str, bytes],
    contract: ContractRecord,
    environment: EnvironmentRecord,
    instruction: str,
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Both parts of a bundle with an instruction and what speaks of it."""
    if contract.instruction_sha256 != instruction_sha256(instruction):
        raise StorageError("The contract's instruction_sha256 is not that of the instruction beside it.")
    told = {**public, INSTRUCTION: _stored(instruction)}
    told.pop(TASK, None)
    name = f"{'-'.join(contract.applications)}-{archives.digest(told)[:16]}"
    told[TASK] = harbor.task_toml(contract, environment, name).encode()
    return told, {**private, CONTRACT: _json(contract)}


def _check_mounts(side: str, declared: Sequence[str], files: Mapping[str, Files]) -> None:
    if set(declared) != files.keys():
        raise StorageError(
            f"The contract declares states of {sorted(declared)} for the {side}, but the files given are of "
            f"{sorted(files)}."
        )


def _below(contents: Files, folder: str) -> dict[str, bytes]:
    return {path[len(folder) :]: content for path, content in contents.items() if path.startswith(folder)}


def _json(record: BaseModel) -> bytes:
    return record.model_dump_json(indent=1).encode() + b"\n"
