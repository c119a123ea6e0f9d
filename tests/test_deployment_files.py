"""`compose.yaml`, `prefect.yaml` and the worker's image name what exists, and the Prefect that is locked."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from forge.cli.main import COMMANDS

ROOT = Path(__file__).parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
PREFECT: dict[str, Any] = yaml.safe_load((ROOT / "prefect.yaml").read_text(encoding="utf-8"))
GUIDE = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")


def test_services_volumes_and_configs_exist() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        assert set(service.get("depends_on", {})) <= set(services)
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in COMPOSE["volumes"]
        for config in service.get("configs", ()):
            assert config["source"] in COMPOSE["configs"]


def test_what_is_waited_for_can_become_healthy() -> None:
    services = COMPOSE["services"]
    for service in services.values():
        for other, condition in service.get("depends_on", {}).items():
            if condition["condition"] == "service_healthy":
                assert "healthcheck" in services[other]


def test_every_setting_is_in_the_guide_and_every_secret_can_be_set() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for name in set(re.findall(r"\bFORGE_DATABASE_URL\b|\bPREFECT_API_URL\b|\bFORGE_S3_ENDPOINT\b", text)):
        assert name in GUIDE
    for name in set(re.findall(r"\$\{([A-Z0-9_]+):-", text)):
        assert name in GUIDE


def test_commands_of_services_exist_and_entry_points_can_be_imported() -> None:
    assert COMPOSE["services"]["deploy"]["command"].split()[1] in COMMANDS
    for deployment in PREFECT["deployments"]:
        module, _, name = deployment["entrypoint"].rpartition(".")
        assert getattr(import_module(module), name).name == "run"


def test_the_server_is_the_prefect_that_workers_have() -> None:
    image = COMPOSE["services"]["prefect"]["image"]
    assert image.split(":")[1].split("-")[0] == PREFECT["prefect-version"] == version("prefect")
    pools = {deployment["work_pool"]["name"] for deployment in PREFECT["deployments"]}
    assert all(f"--pool {pool} " in COMPOSE["services"]["worker"]["command"] for pool in pools)


def test_the_image_is_made_of_files_that_are_there() -> None:
    for source in re.findall(
        r"^COPY (\S+) ", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    ):
        assert (ROOT / source).exists()
