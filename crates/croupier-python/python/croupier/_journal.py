"""Journals: proved, played again, and read as frames."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier import _native, _shown
from croupier._simulation import Progress

if TYPE_CHECKING:
    import pandas
    import polars


@dataclass(frozen=True)
class Proof:
    """What the proof of a journal found; ``sound`` tells whether nothing is wrong.

    Of ``played`` there is something only if the acts were decided again: how many rounds and lines of settlement there
    are, how many draws follow from keys that were shown, and what all accounts add up to.
    """

    sound: bool
    hashes: bool
    key: str | None
    key_was_given: bool
    entries: int
    chains: int
    checkpoints: int
    signed: int
    faults: tuple[str, ...]
    notes: tuple[str, ...]
    played: dict[str, Any] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        rows = [("sound", "yes" if self.sound else "NO"), ("entries", self.entries), ("signed", self.signed)]
        numbers = [(name, value) for name, value in self.played.items() if isinstance(value, int)]
        return _shown.table(["journal", ""], [*rows, *numbers, *(("fault", fault) for fault in self.faults)])


@dataclass(frozen=True)
class Entry:
    """One entry of a journal: when who did what, and what followed."""

    number: int
    at: datetime
    who: str
    act: dict[str, Any]
    answer: dict[str, Any]


@dataclass(frozen=True)
class Journal:
    """A journal in a file. Nothing is written to it."""

    path: Path

    def __init__(self, path: str | PathLike[str]) -> None:
        object.__setattr__(self, "path", Path(path))

    def verify(self, *, key: str | None = None, chain_only: bool = False, progress: Progress | None = None) -> Proof:
        """Proves the journal as ``croupier verify`` does.

        Hashes and signatures are computed again; unless ``chain_only``, every act is decided again by the rules, every
        draw is drawn again from the key that was shown, and all money is added up. ``key`` is the public key that must
        have signed.
        """
        data = json.loads(_native.verify(self.path, key, chain_only, progress))
        own = {name: data.pop(name) for name in Proof.__dataclass_fields__ if name in data}
        return Proof(**{**own, "faults": tuple(own["faults"]), "notes": tuple(own["notes"])}, played=data)

    def round(self, table: int, round: int) -> list[Entry]:
        """Plays the journal again, and tells who did what in one round of a table, and what followed."""
        entries = json.loads(_native.replay(self.path, table, round))
        return [Entry(**{**it, "at": datetime.fromtimestamp(it["at"] / 1000, timezone.utc)}) for it in entries]

    def export(
        self,
        folder: str | PathLike[str],
        *,
        table: int | None = None,
        first: int | None = None,
        last: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, Path]:
        """Proves the journal, and writes it as Parquet files, as ``croupier export`` does; returns them by name.

        ``table`` takes entries about one table, ``first`` and ``last`` those from one number to another.
        """
        written = _native.export(self.path, Path(folder), table, first, last, progress)
        return {path.stem: path for path, _ in written}

    def polars(self, **asked: Any) -> dict[str, polars.DataFrame]:
        """Reads the journal as frames of Polars, by the names of the files that docs/export.md describes.

        Takes the options of :meth:`export`. Needs ``pip install croupier[polars]``.
        """
        import polars

        return self._frames(polars.read_parquet, asked)

    def pandas(self, **asked: Any) -> dict[str, pandas.DataFrame]:
        """Reads the journal as frames of pandas; as :meth:`polars`. Needs ``pip install croupier[pandas]``."""
        import pandas

        return self._frames(pandas.read_parquet, asked)

    def _frames(self, read: Callable[[Path], Any], asked: dict[str, Any]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as folder:
            return {name: read(path) for name, path in self.export(folder, **asked).items()}
