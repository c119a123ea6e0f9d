"""Object stores: a local folder, and real S3 servers that differ in what they keep and check."""

from __future__ import annotations

import gzip
import hashlib
import io
import multiprocessing
import os
import signal
import socketserver
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from urllib.request import urlopen

import pytest
import urllib3
from hypothesis import given
from hypothesis import strategies as st
from minio.versioningconfig import ENABLED, VersioningConfig

from forge.errors import StorageError, UsageError
from forge.storage import s3
from forge.storage.archives import pack
from forge.storage.objects import LARGEST, LocalObjects, key_of
from forge.storage.s3 import S3Objects, S3Settings


def key(data, ending="public.tar"):
    return key_of(data, "bundles", ending)


@pytest.fixture(params=["local", "moto", "rclone"])
def store(request, tmp_path):
    if request.param == "local":
        return LocalObjects(tmp_path / "objects")
    endpoint = request.getfixturevalue(request.param)
    opened = S3Objects(S3Settings(endpoint, f"test{os.urandom(6).hex()}", "user", "secret", "us-east-1"))
    opened.prepare()
    return opened


class TestEveryStore:
    def test_keeps_and_gives_back(self, store):
        data = os.urandom(50_000)
        assert not store.exists(key(data))
        store.put(key(data), data)
        assert store.exists(key(data))
        assert store.get(key(data)) == data

    def test_keeps_archives_compressed_under_the_digest_of_what_was_given(self, store):
        data = pack({"a.txt": b"much the same\n" * 5000, "b.bin": os.urandom(100)})
        name = key(data, "public.tgz")
        assert hashlib.sha256(data).hexdigest() in name
        store.put(name, data)
        store.put(name, data)
        assert store.get(name) == data
        assert [item.size < len(data) / 20 for item in store.list()] == [True]

    def test_the_same_object_may_be_put_twice_and_an_empty_one_too(self, store):
        store.put(key(b""), b"")
        store.put(key(b""), b"")
        assert store.get(key(b"")) == b""
        assert [item.size for item in store.list()] == [0]

    def test_gives_an_address_under_which_anyone_can_read_one(self, store):
        data = os.urandom(1000)
        with pytest.raises(StorageError, match="is not in"):
            store.address(key(data), 1)
        store.put(key(data), data)
        link = store.address(key(data), 1)
        with urlopen(link) as answer:  # noqa: S310 - an address that the store gave
            assert answer.read() == data
        assert "secret" not in link

    def test_lists_in_the_order_of_keys_below_a_prefix(self, store):
        objects = {key(str(number).encode()): str(number).encode() for number in range(30)}
        objects[key(b"0", "private.tar")] = b"0"
        store.put_all(objects)
        listed = list(store.list())
        assert [item.key for item in listed] == sorted(objects)
        assert all(item.size == len(objects[item.key]) for item in listed)
        prefix = sorted(objects)[7][:13]
        assert [item.key for item in store.list(prefix)] == [
            name for name in sorted(objects) if name.startswith(prefix)
        ]
        assert list(store.list("nothing/")) == []

    def test_deletes_and_does_not_mind_what_is_gone(self, store):
        store.put(key(b"x"), b"x")
        store.delete(key(b"x"))
        store.delete(key(b"x"))
        assert not store.exists(key(b"x"))

    def test_a_missing_object_is_named(self, store):
        with pytest.raises(StorageError, match=f"{key(b'x')} is not in") as caught:
            store.get(key(b"x"))
        assert "seed" in caught.value.hint

    def test_an_object_under_the_key_of_another_is_refused(self, store):
        with pytest.raises(StorageError, match="another digest"):
            store.put(key(b"x"), b"y")

    @pytest.mark.parametrize("name", ["../../etc/passwd", "bundles/aa/short.public.tar", "", "bundles"])
    def test_what_is_no_key_is_refused(self, store, name):
        for act in (store.get, store.exists, store.delete, lambda name: store.put(name, b"x")):
            with pytest.raises(StorageError, match="not the key of an object"):
                act(name)

    def test_one_that_fails_fails_all(self, store):
        with pytest.raises(StorageError):
            store.put_all({key(b"x"): b"x", key(b"y"): b"z"})


@given(st.binary(max_size=200))
def test_keys_hold_the_digest_and_are_plain(data):
    assert (
        key(data)
        == f"bundles/{hashlib.sha256(data).hexdigest()[:2]}/{hashlib.sha256(data).hexdigest()}.public.tar"
    )


class TestLocal:
    @pytest.fixture
    def store(self, tmp_path):
        return LocalObjects(tmp_path / "objects")

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda stored: stored[:-9],
            lambda stored: stored + b"more",
            lambda stored: b"no gzip at all",
            lambda stored: gzip.compress(b"another object"),
            lambda stored: gzip.compress(bytes(LARGEST + 1)),
        ],
        ids=["cut off", "with more behind it", "not compressed", "another", "a bomb"],
    )
    def test_a_damaged_compressed_object_is_found_and_healed(self, store, spoil):
        name = key(b"hello", "public.tgz")
        store.put(name, b"hello")
        file = store.folder / name
        file.write_bytes(spoil(file.read_bytes()))
        with pytest.raises(StorageError, match="is damaged"):
            store.get(name)
        store.put(name, b"hello")
        assert store.get(name) == b"hello"

    def test_a_damaged_object_is_found_and_healed_by_putting_it_again(self, store):
        store.put(key(b"hello"), b"hello")
        (store.folder / key(b"hello")).write_bytes(b"hellO")
        with pytest.raises(StorageError, match=f"{key(b'hello')} in .* is damaged") as caught:
            store.get(key(b"hello"))
        assert "copy" in caught.value.hint
        store.put(key(b"hello"), b"hello")
        assert store.get(key(b"hello")) == b"hello"

    def test_what_others_left_is_not_listed(self, store):
        store.put(key(b"x"), b"x")
        (store.folder / key(b"x")).with_name(".tmp123").write_bytes(b"half")
        (store.folder / "bundles" / "README").write_text("notes")
        assert [item.key for item in store.list()] == [key(b"x")]

    def test_nothing_is_left_when_writing_fails(self, store, monkeypatch):
        def full(descriptor):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="No space left on device") as caught:
            store.put(key(b"x"), b"x")
        assert "Make room" in caught.value.hint
        assert not any(path.is_file() for path in store.folder.rglob("*"))

    def test_a_folder_that_may_not_be_written(self, without_rights):
        store = LocalObjects(without_rights.folder / "objects")
        assert "Permission denied" in without_rights(lambda: store.put(key(b"x"), b"x"))

    def test_a_process_killed_while_it_writes_leaves_no_half_object(self, store):
        data = os.urandom(1 << 20)

        def write_and_die():
            os.fsync = lambda descriptor: os.kill(os.getpid(), signal.SIGKILL)
            store.put(key(data), data)

        process = multiprocessing.get_context("fork").Process(target=write_and_die)
        process.start()
        process.join(30)
        assert process.exitcode == -signal.SIGKILL
        assert list(store.list()) == []
        store.put(key(data), data)
        assert store.get(key(data)) == data


class TestS3:
    def test_large_objects_go_in_parts(self, bucket):
        data = os.urandom(1 << 20) * 12
        bucket.put(key(data), data)
        assert bucket.get(key(data)) == data

    def test_a_damaged_object_is_found(self, bucket):
        bucket._client.put_object(
            bucket_name=bucket.settings.bucket,
            object_name=key(b"x"),
            data=io.BytesIO(b"y"),
            length=1,
        )
        with pytest.raises(StorageError, match=f"{key(b'x')} in the bucket .* is damaged"):
            bucket.get(key(b"x"))

    def test_an_object_that_is_there_is_not_written_again_but_a_damaged_one_is(self, moto):
        bucket = S3Objects(S3Settings(moto, "versioned", "user", "secret", "us-east-1"))
        bucket.prepare()
        where, client = bucket.settings.bucket, bucket._client
        client.set_bucket_versioning(bucket_name=where, config=VersioningConfig(ENABLED))
        bucket.put(key(b"x"), b"x")
        bucket.put(key(b"x"), b"x")
        assert len(list(client.list_objects(bucket_name=where, recursive=True, include_version=True))) == 1
        client.put_object(bucket_name=where, object_name=key(b"x"), data=io.BytesIO(b"y"), length=1)
        bucket.put(key(b"x"), b"x")
        assert bucket.get(key(b"x")) == b"x"

    def test_a_bucket_that_is_there_is_used(self, bucket):
        bucket.put(key(b"x"), b"x")
        again = S3Objects(bucket.settings)
        again.prepare()
        assert again.get(key(b"x")) == b"x"

    def test_wrong_secrets_are_refused_and_not_shown(self, rclone):
        store = S3Objects(S3Settings(rclone, "forge", "user", "notthesecret", "us-east-1"))
        with pytest.raises(StorageError, match="but the server") as caught:
            store.prepare()
        assert "notthesecret" not in f"{caught.value} {store} {store.settings!r}"

    def test_a_server_that_is_not_there(self, monkeypatch):
        monkeypatch.setattr(s3, "_RETRIES", urllib3.Retry(1))
        store = S3Objects(S3Settings("http://127.0.0.1:1", "forge", "user", "secret", "us-east-1"))
        with pytest.raises(StorageError, match="cannot be reached") as caught:
            store.get(key(b"x"))
        assert "FORGE_S3_ENDPOINT" in caught.value.hint

    @pytest.mark.parametrize("endpoint", ["ftp://host", "http://", "https://host/path"])
    def test_an_endpoint_that_means_nothing(self, endpoint):
        with pytest.raises(UsageError, match="FORGE_S3_ENDPOINT"):
            S3Objects(S3Settings(endpoint, "forge", "user", "secret"))

    @pytest.mark.parametrize("bucket", ["b1", "Capitals", "a..b", "a/b", ""])
    def test_a_bucket_that_no_server_takes(self, bucket):
        with pytest.raises(UsageError, match="FORGE_S3_BUCKET"):
            S3Objects(S3Settings("http://127.0.0.1:1", bucket, "user", "secret"))

    def test_settings_from_the_environment(self):
        names = ("ENDPOINT", "BUCKET", "ACCESS_KEY", "SECRET_KEY")
        environment = {f"FORGE_S3_{name}": name.lower() for name in names}
        settings = S3Settings.from_environment(environment)
        assert (settings.endpoint, settings.bucket, settings.secret_key) == (
            "endpoint",
            "bucket",
            "secret_key",
        )
        del environment["FORGE_S3_SECRET_KEY"]
        with pytest.raises(UsageError, match="FORGE_S3_SECRET_KEY"):
            S3Settings.from_environment(environment)


class Misbehaving(BaseHTTPRequestHandler):
    """An S3 server that spoils its first answers: it throttles, breaks off, or garbles."""

    faults: list[str] = []  # noqa: RUF012 - set by each test
    content = b"hello" * 1000
    asked: list[bool] = []  # noqa: RUF012 - emptied by the test that reads it

    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        conditional = "If-None-Match" in self.headers
        self.asked.append(conditional)
        self.send_response(501 if conditional else 200)
        self.send_header("Content-Length", "0")
        self.send_header("ETag", '"none"')
        self.end_headers()

    def do_GET(self):
        fault = self.faults.pop(0) if self.faults else "none"
        if fault == "throttle":
            self.send_response(503)
            self.send_header("Retry-After", "0")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.content)))
        self.send_header("Last-Modified", "Mon, 16 Mar 2026 12:00:00 GMT")
        self.end_headers()
        if fault == "cut":
            self.wfile.write(self.content[:100])
            self.close_connection = True
            return
        self.wfile.write(b"H" + self.content[1:] if fault == "garble" else self.content)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def misbehaving():
    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Misbehaving) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{server.server_address[1]}"
        yield S3Objects(S3Settings(endpoint, "forge", "user", "secret", "us-east-1"))
        server.shutdown()


class TestFaults:
    @pytest.mark.parametrize("fault", ["throttle", "cut", "garble"])
    def test_are_tried_again(self, misbehaving, fault):
        Misbehaving.faults = [fault]
        assert misbehaving.get(key(Misbehaving.content)) == Misbehaving.content
        assert Misbehaving.faults == []

    @pytest.mark.parametrize(("fault", "said"), [("cut", "broke off"), ("garble", "is damaged")])
    def test_that_stay_are_told(self, misbehaving, fault, said):
        Misbehaving.faults = [fault] * 20
        with pytest.raises(StorageError, match=said):
            misbehaving.get(key(Misbehaving.content))


def test_a_server_that_writes_on_no_condition_is_asked_for_it_once(misbehaving):
    Misbehaving.asked.clear()
    misbehaving.put(key(b"x"), b"x")
    misbehaving.put(key(b"y"), b"y")
    assert Misbehaving.asked == [True, False, False]


def test_a_listing_says_when_an_object_was_written(bucket: S3Objects) -> None:
    key = key_of(b"x", "bundles", "public.tar")
    bucket.put(key, b"x")
    (item,) = bucket.list("bundles/")
    assert abs(item.modified - datetime.now(UTC)) < timedelta(minutes=2)
