"""Where the tests find the command that the package is compared with."""

import os
import subprocess
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def command() -> str:
    """The command, as it was built for the other tests."""
    return os.environ["CROUPIER"]


@pytest.fixture(scope="session")
def night(command: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a short night at several tables."""
    path = tmp_path_factory.mktemp("journal") / "night.db"
    options = ["--rehearse", "3000", "--tables", "5", "--players", "8", "--seed", "6"]
    subprocess.run([command, "floor", path, *options], check=True, capture_output=True)
    return path
