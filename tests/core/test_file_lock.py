"""A file is written by one run at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from moleworks.core.file_lock import Lock
from moleworks.games import Complaint

HOLDER = """
import sys
from pathlib import Path
from moleworks.core.file_lock import Lock
held = Lock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    """Another process that holds a file until its standard input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_newcomer_is_refused_and_nothing_is_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    with Lock(path):
        with pytest.raises(Complaint, match=r"out\.json is in use by another run"):
            Lock(path)
        # The one who was refused has not taken the lock away with it.
        with pytest.raises(Complaint, match="in use"):
            Lock(path)
    assert not list(tmp_path.iterdir())
    Lock(path).close()


def test_another_process_is_kept_out_and_its_violent_end_frees_the_file(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    process = holder(path)
    try:
        with pytest.raises(Complaint, match="in use"):
            Lock(path)
    finally:
        process.kill()
        process.communicate()
    assert [file.name for file in tmp_path.iterdir()] == ["out.json.lock"], "left behind by the dead"
    with Lock(path):
        pass
    assert not list(tmp_path.iterdir())


def test_closing_twice_does_not_free_what_somebody_else_holds(tmp_path: Path) -> None:
    first = Lock(tmp_path / "out.json")
    first.close()
    with Lock(tmp_path / "out.json"):
        first.close()
        with pytest.raises(Complaint, match="in use"):
            Lock(tmp_path / "out.json")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_the_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "out.json").write_text("{}")
    (tmp_path / "other.json").symlink_to(tmp_path / "out.json")
    with Lock(tmp_path / "out.json"), pytest.raises(Complaint, match=r"other\.json is in use"):
        Lock(tmp_path / "other.json")


def test_a_folder_is_held_from_beside_it_and_stays_empty(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    with Lock(folder), pytest.raises(Complaint, match="in use"):
        Lock(folder)
    assert not list(folder.iterdir())


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(Complaint, match="cannot be written"):
        Lock(tmp_path / "nowhere" / "out.json")
