"""A guest: comes in from the street, plays, finds the clause, and checks the draw."""

import re
from functools import partial

from playwright.sync_api import expect

# For each game the wagers that are placed, by area where there is one.
GAMES = {
    "baceball": ("bACEball demo", ["bet", "strike-1"]),
    "craps": ("Craps demo", ["win-line", "field"]),
    "three-card-baccarat": ("Three Card Baccarat demo", ["player", "tie"]),
    "casino-war": ("Casino War demo", ["initial", "tie"]),
    "lucky-draw-baccarat": ("Lucky Draw Baccarat demo", ["enter"]),
}


def sit(visit, name):
    """Comes in as a guest and takes a seat at a table."""
    page = visit.open().page
    visit.press("Play as a guest")
    visit.link(f"Play {name}").click()
    page.get_by_role("button", name=re.compile("^Sit down with")).click()
    expect(page.get_by_role("region", name="Your chips")).to_be_visible()
    return page


def spot(page, on):
    """The spot of a wager before the own seat: the first that can be wagered on."""
    return page.locator(f".felt [data-on='{on}'].open").first


def finish(page):
    """Answers whatever is asked until the round is settled."""
    results = page.get_by_role("region", name="Your results")
    asked = page.locator(".bar .asked button")
    for _ in range(12):
        expect(results.or_(asked).first).to_be_visible()
        if results.is_visible():
            return results
        asked.first.click()
        page.wait_for_timeout(200)
    raise AssertionError("the round does not end")


def play(scene, game):
    name, wagers = GAMES[game]
    visit = scene.visit()
    page = sit(visit, name)
    for on in wagers:
        spot(page, on).click()
        expect(page.locator(f".felt [data-on='{on}'].held")).to_be_visible()
    visit.press("Roll now" if game == "craps" else "Deal now")
    results = finish(page)
    clause = results.locator("a.clause, a[href^='/rules/']").first
    number = re.search(r"[\d.]+", clause.inner_text())[0]
    clause.click()
    expect(page).to_have_url(re.compile(f"/rules/{game}/"))
    expect(page.get_by_role("heading", name=f"Clause {number}", exact=True)).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Check the last round").click()
    expect(page.get_by_role("dialog").get_by_text("All of it is right.")).to_be_visible()


FLOWS = {f"plays {game} to a settlement, finds the clause, checks the draw": partial(play, game=game) for game in GAMES}
