"""Objects on an S3 server: AWS, MinIO, and what speaks like them."""

from __future__ import annotations

import hashlib
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit

import urllib3
from minio import Minio
from minio.error import InvalidResponseError, MinioException, S3Error
from minio.helpers import MIN_PART_SIZE, check_bucket_name
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential
from urllib3 import BaseHTTPResponse, HTTPHeaderDict
from urllib3.exceptions import HTTPError

from forge.errors import StorageError, UsageError
from forge.storage.objects import PARALLEL, ObjectStore, StoredObject, checked, given_form

ATTEMPTS = 5
_TIMEOUT = urllib3.Timeout(connect=10, read=60)
_RETRIES = urllib3.Retry(
    total=ATTEMPTS,
    backoff_factor=0.2,
    backoff_jitter=0.2,
    status_forcelist=(429, 500, 502, 503, 504),
    allowed_methods=None,  # objects are never changed, so every request may be sent twice
    respect_retry_after_header=True,
    raise_on_status=False,
)
_NOT_TAKEN = {400, 403, 405, 501}
"""How servers answer that cannot write on a condition."""
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_NOT_THERE = {"NoSuchKey", "NoSuchBucket"}

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class S3Settings:
    """How to reach a bucket.

    Attributes:
        endpoint: the server, as in `https://s3.example.org` or `127.0.0.1:9000` (without a scheme: https).
        bucket: the bucket; it is made when it is not there.
        access_key: the user.
        secret_key: the user's secret; never shown.
        region: the bucket's region; empty lets the client ask the server.
    """

    endpoint: str
    bucket: str
    access_key: str
    secret_key: str
    region: str = ""

    def __repr__(self) -> str:
        return f"S3Settings({self.endpoint!r}, {self.bucket!r})"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> S3Settings:
        """The settings that `FORGE_S3_ENDPOINT`, `…_BUCKET`, `…_ACCESS_KEY`, `…_SECRET_KEY`, `…_REGION` give.

        Raises:
            UsageError: some of them are missing.
        """
        needed = ("FORGE_S3_ENDPOINT", "FORGE_S3_BUCKET", "FORGE_S3_ACCESS_KEY", "FORGE_S3_SECRET_KEY")
        missing = [name for name in needed if not environment.get(name)]
        if missing:
            raise UsageError(f"To keep objects on an S3 server, set {', '.join(missing)}, too.")
        endpoint, bucket, access_key, secret_key = (environment[name] for name in needed)
        return cls(endpoint, bucket, access_key, secret_key, environment.get("FORGE_S3_REGION", ""))


class _TornReadError(Exception):
    """An object whose reading broke off or came garbled: reading it again may help."""

    def __init__(self, stored: bytes = b"", error: HTTPError | None = None) -> None:
        super().__init__(f"{len(stored)} bytes")
        self.stored = stored
        self.error = error


class _WhereNoneIs(urllib3.PoolManager):
    """Has every object written only where there is none yet: a header that the client has no way to give."""

    def urlopen(self, method: str, url: str, redirect: bool = True, **more: Any) -> BaseHTTPResponse:  # type: ignore[override]
        if method == "PUT":
            more["headers"] = HTTPHeaderDict(more.get("headers") or {}, **{"If-None-Match": "*"})
        return super().urlopen(method, url, redirect, **more)


class S3Objects(ObjectStore):
    """Objects in a bucket.

    Args:
        settings: how to reach it.

    Raises:
        UsageError: the endpoint or the bucket's name cannot be read.
    """

    def __init__(self, settings: S3Settings) -> None:
        self.settings = settings
        parts = urlsplit(settings.endpoint if "//" in settings.endpoint else f"https://{settings.endpoint}")
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise UsageError(
                f"FORGE_S3_ENDPOINT is {settings.endpoint!r}; it should be http://HOST:PORT or https://HOST."
            )
        try:
            check_bucket_name(settings.bucket, strict=True)
        except ValueError as error:
            raise UsageError(
                f"FORGE_S3_BUCKET is {settings.bucket!r}, which is no bucket's name: {error}."
            ) from None
        self._client, self._first = (
            Minio(
                parts.netloc,
                access_key=settings.access_key,
                secret_key=settings.secret_key,
                secure=parts.scheme == "https",
                region=settings.region or None,
                http_client=pool(maxsize=PARALLEL, timeout=_TIMEOUT, retries=_RETRIES),
            )
            for pool in (urllib3.PoolManager, _WhereNoneIs)
        )
        self._conditional = True

    def __str__(self) -> str:
        return f"the bucket {self.settings.bucket} at {self.settings.endpoint}"

    def prepare(self) -> None:
        """Make the bucket where it is not there.

        Raises:
            StorageError: the server cannot be reached, or refuses.
        """
        try:
            there = self._client.bucket_exists(bucket_name=self.settings.bucket)
        except (MinioException, HTTPError, OSError) as error:
            if not _is_missing(error):
                raise self._refused("look for", error) from error
            there = False
        if not there:
            self._ask("make", self._make_bucket)

    def _make_bucket(self) -> None:
        try:
            self._client.make_bucket(bucket_name=self.settings.bucket)
        except S3Error as error:
            if error.code not in ("BucketAlreadyOwnedByYou", "BucketAlreadyExists"):
                raise

    def get(self, key: str) -> bytes:
        """An object, its content checked against its key; a torn reading is tried again."""
        checked(key)
        again = Retrying(
            retry=retry_if_exception_type(_TornReadError),
            stop=stop_after_attempt(3),
            wait=wait_random_exponential(multiplier=0.1, max=2),
            reraise=True,
        )
        try:
            return self._ask(f"read {key} from", lambda: again(self._read, key), key)
        except _TornReadError as torn:
            if torn.error is not None:
                raise self._refused(f"read {key} from", torn.error) from torn.error
            raise self.damaged(key, torn.stored) from None

    def _read(self, key: str) -> bytes:
        response = self._client.get_object(bucket_name=self.settings.bucket, object_name=key)
        try:
            stored = response.read()
        except HTTPError as error:
            raise _TornReadError(error=error) from error
        finally:
            response.close()
            response.release_conn()
        data = given_form(key, stored)
        if data is None:
            raise _TornReadError(stored)
        return data

    def exists(self, key: str) -> bool:
        """Whether there is an object under a key."""
        try:
            self._client.stat_object(bucket_name=self.settings.bucket, object_name=checked(key))
        except (MinioException, HTTPError, OSError) as error:
            if _is_missing(error):
                return False
            raise self._refused(f"look for {key} in", error) from error
        return True

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """All objects whose keys begin with a prefix, in the order of their keys."""
        found = self._client.list_objects(bucket_name=self.settings.bucket, prefix=prefix, recursive=True)
        while (item := self._ask("list", lambda: next(found, None))) is not None:
            yield StoredObject(str(item.object_name), int(item.size or 0), item.last_modified or _LONG_AGO)

    def delete(self, key: str) -> None:
        """Remove an object."""
        bucket = self.settings.bucket
        try:
            self._client.remove_object(bucket_name=bucket, object_name=checked(key))
        except (MinioException, HTTPError, OSError) as error:
            if not _is_missing(error):
                raise self._refused(f"remove {key} from", error) from error

    def address(self, key: str, hours: int) -> str:
        """A URL that is signed for reading this one object until it expires; S3 allows at most seven days."""
        if not self.exists(key):
            raise self.missing(key)
        bucket, expires = self.settings.bucket, timedelta(hours=hours)
        return self._ask(
            f"sign the address of {key} in",
            lambda: self._client.presigned_get_object(bucket_name=bucket, object_name=key, expires=expires),
        )

    def _put(self, key: str, data: bytes) -> None:
        bucket = self.settings.bucket
        if self._conditional and len(data) <= MIN_PART_SIZE and self._put_unless_there(key, data):
            return
        self._ask(
            f"write {key} to",
            lambda: self._client.put_object(
                bucket_name=bucket, object_name=key, data=io.BytesIO(data), length=len(data)
            ),
        )

    def _put_unless_there(self, key: str, data: bytes) -> bool:
        """Whether the object is there now, written where there was none or before with the same content.

        A request that is sent twice or by two workers then makes no second version in a bucket that keeps versions.
        A server that does not take the condition gets an ordinary request, now and from then on.
        """
        try:
            self._first.put_object(
                bucket_name=self.settings.bucket, object_name=key, data=io.BytesIO(data), length=len(data)
            )
        except (MinioException, HTTPError, OSError) as error:
            status = _status(error)
            if status is None:
                raise self._refused(f"write {key} to", error) from error
            if status == HTTPStatus.PRECONDITION_FAILED:
                return self._holds(key, hashlib.md5(data, usedforsecurity=False).hexdigest())
            if status in _NOT_TAKEN:
                self._conditional = False
            return False
        return True

    def _holds(self, key: str, md5: str) -> bool:
        """Whether an object is there and has a checksum; one that was removed meanwhile is not."""
        try:
            stored = self._client.stat_object(bucket_name=self.settings.bucket, object_name=key)
        except (MinioException, HTTPError, OSError) as error:
            if _is_missing(error):
                return False
            raise self._refused(f"look at {key} in", error) from error
        return (stored.etag or "").strip('"') == md5

    def _ask(self, what: str, request: Callable[[], Answer], key: str = "") -> Answer:
        try:
            return request()
        except (MinioException, HTTPError, OSError) as error:
            if key and _is_missing(error):
                raise self.missing(key) from None
            raise self._refused(what, error) from error

    def _refused(self, what: str, error: Exception) -> StorageError:
        reason = _reason(error)
        return StorageError(
            f"Forge tried to {what} {self}, but {reason}.",
            hint="Look at FORGE_S3_ENDPOINT, FORGE_S3_BUCKET and the keys; what was kept stays.",
        )


def _is_missing(error: Exception) -> bool:
    if isinstance(error, S3Error):
        return error.code in _NOT_THERE
    return isinstance(error, InvalidResponseError) and "Response code: 404" in str(error)


def _status(error: Exception) -> int | None:
    """The status of what the server answered; None where it did not."""
    if isinstance(error, S3Error):
        return int(error.response.status)
    told = re.search(r"Response code: (\d+)", str(error)) if isinstance(error, InvalidResponseError) else None
    return int(told[1]) if told else None


def _reason(error: Exception) -> str:
    """What went wrong in words, without keys or request ids."""
    if isinstance(error, S3Error):
        return f"the server refused: {error.code}, {error.message}"
    if isinstance(error, InvalidResponseError):
        return f"the server answered in a form that is not S3's: {str(error)[:300]}"
    if isinstance(error, HTTPError | OSError):
        return f"the server cannot be reached or broke off: {type(error).__name__}"
    return str(error)
