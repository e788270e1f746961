"""A player who has signed in: the house breaks down in a round, and nothing is lost."""

import re

from dealer import open_table
from playwright.sync_api import expect


def outlives_the_house(scene):
    """The server is killed while a wager stands, and started again at the same address with the same journal."""
    stage = scene.own_stage()
    open_table(stage, "casino-war", 51)
    stage.act("ann", {"sit": {"table": 51, "player": "ann", "seat": 4}})
    stage.act("ann", {"bring": {"table": 51, "player": "ann", "amount": 50_000}})
    visit = scene.visit(stage.url, away=True, refused=[401])
    page = visit.sign_in("ann").open("/table/51").page
    page.evaluate("() => { window.sameWindow = true; }")
    page.locator(".felt [data-on='initial'].open").first.click()
    held = page.locator(".felt [data-on='initial'].held")
    expect(held).to_have_attribute("aria-label", re.compile("your wager 5"))
    stage.kill()
    expect(page.get_by_text("Connection lost, reconnecting…")).to_be_visible()
    stage.again()
    expect(page.get_by_text("Connection lost, reconnecting…")).to_be_hidden(timeout=20_000)
    # The session goes on, and so do the seat and the wager.
    expect(page.locator("#top .name")).to_have_text("ann")
    expect(held).to_have_attribute("aria-label", re.compile("your wager 5"))
    assert page.evaluate("() => window.sameWindow"), "the page was loaded again"
    visit.open("/statement")
    expect(page.get_by_role("heading", name="Your statement")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="wager").filter(has_text="$5.00").first).to_be_visible()


FLOWS = {"outlives the house": outlives_the_house}
