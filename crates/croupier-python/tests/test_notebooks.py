"""The notebooks run from the first cell to the last, as somebody who opens them would run them."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, night, monkeypatch, tmp_path):
    monkeypatch.setenv("JOURNAL", str(night))
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(cells) >= 5 and all(cell.execution_count for cell in cells)
    assert any("text/html" in output.get("data", {}) for cell in cells for output in cell.outputs)


def test_there_are_three():
    assert len(NOTEBOOKS) == 3
