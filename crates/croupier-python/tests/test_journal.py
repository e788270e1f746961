"""Journals: proved, changed, played again, and read as frames that agree with the report of the command."""

import json
import shutil
import sqlite3
import subprocess

import croupier
import pytest


def test_a_journal_is_proved(night):
    told = []
    proof = croupier.Journal(night).verify(progress=lambda done, of: told.append(of))
    assert proof.sound and proof.hashes and not proof.faults
    assert told[-1] == proof.entries == proof.played["decided"]
    assert proof.played["rounds"] > 0 and set(proof.played["sums"]) == {0}
    assert croupier.Journal(night).verify(key=proof.key).key_was_given
    assert not croupier.Journal(night).verify(chain_only=True).played


def test_the_command_proves_the_same(night, command):
    done = subprocess.run([command, "verify", night, "--json"], capture_output=True, text=True, check=True)
    shown = json.loads(done.stdout)
    proof = croupier.Journal(night).verify()
    assert (shown["sound"], shown["entries"], shown["rounds"]) == (True, proof.entries, proof.played["rounds"])


def test_a_changed_journal_is_not_sound(night, tmp_path):
    for file in night.parent.glob(f"{night.name}*"):
        shutil.copy(file, tmp_path / file.name)
    changed = tmp_path / night.name
    with sqlite3.connect(changed) as db:
        db.execute("update entries set at = at + 1 where number = 5")
    db.close()
    proof = croupier.Journal(changed).verify()
    assert not proof.sound and proof.faults
    with pytest.raises(croupier.Error, match="not sound"):
        croupier.Journal(changed).polars()


def test_another_key_is_a_fault_and_no_key_is_an_error(night):
    assert not croupier.Journal(night).verify(key="00" * 32).sound
    with pytest.raises(croupier.Error, match="is not a key"):
        croupier.Journal(night).verify(key="ab")
    with pytest.raises(croupier.Error):
        croupier.Journal(night.with_name("none.db")).verify()


def test_frames_agree_with_each_other(night):
    journal = croupier.Journal(night)
    frames, pandas = journal.polars(), journal.pandas()
    assert set(frames) == set(pandas)
    for name, frame in frames.items():
        assert frame.shape == pandas[name].shape, name
    assert frames["entries"].height == journal.verify().entries
    assert frames["rounds"]["win_cents"].sum() == frames["settlements"]["win_cents"].sum()
    one = frames["tables"]["table_number"][0]
    only = journal.polars(table=one)["rounds"]
    assert set(only["table_number"]) <= {one} and only.height > 0


def test_a_round_is_played_again(night):
    journal = croupier.Journal(night)
    first = journal.polars()["rounds"].row(0, named=True)
    entries = journal.round(first["table_number"], first["round"])
    numbers = [entry.number for entry in entries]
    assert numbers == sorted(numbers) and first["last_entry"] in numbers
    assert all(entry.at.tzinfo for entry in entries)
    with pytest.raises(croupier.Error, match="there is no round 999/1"):
        journal.round(999, 1)
