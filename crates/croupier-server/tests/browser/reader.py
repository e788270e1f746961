"""Whoever reads the screen in another way: without violations of accessibility, in light and dark, still or small."""

import json
import re
from functools import partial

from axe_playwright_python.sync_playwright import Axe
from guest import GAMES, finish, sit, spot
from playwright.sync_api import expect

AXE = Axe()


def check(page, where):
    """Has axe look at a page."""
    found = AXE.run(page).response["violations"]
    words = [f"{it['id']} ({it['impact']}): {it['help']}; " + "; ".join(node["html"][:160] for node in it["nodes"][:4]) for it in found]
    assert not words, f"{where}:\n  " + "\n  ".join(words)


FLOWS = {}
