"""An inspector: finds a round in the journal, replays it with the slider, and has the journal proved."""

import re

from dealer import bring_cards
from playwright.sync_api import expect


def a_round(stage, number):
    """A round of Casino War at a physical table."""
    stage.act("sue", {"open": {"table": number, "name": "the inspected", "game": "casino-war", "setup": {"chip": 100}, "float": 1_000_000,
                               "dealing": "physical", "seats": 7}})
    stage.act("cas", {"buy-in": {"player": "ann", "amount": 100_000}})
    stage.act("ann", {"sit": {"table": number, "player": "ann", "seat": 1}})
    stage.act("ann", {"bring": {"table": number, "player": "ann", "amount": 50_000}})
    bring_cards(stage, "casino-war", number)
    stage.act("dan", {"begin-shuffle": {"table": number}})
    stage.act("ann", {"cut": {"table": number, "by": "ann", "depth": 150}})
    stage.act("dan", {"load": {"table": number, "cutting_card": 60}})
    stage.act("dan", {"step": {"table": number, "step": {"card": "2C"}}})
    stage.act("ann", {"step": {"table": number, "step": {"wager": {"player": "ann", "area": 1, "on": "initial", "amount": 1000}}}})
    for card in ("KS", "9D"):
        stage.act("dan", {"step": {"table": number, "step": {"card": card}}})
    stage.act("dan", {"step": {"table": number, "step": {"paid": True}}})


def replays_a_round(scene):
    table = 41
    a_round(scene.stage, table)
    visit = scene.visit().sign_in("ina")
    page = visit.page
    expect(page.get_by_role("heading", name="Inspector")).to_be_visible()
    expect(page.get_by_role("note")).to_contain_text("Every look is recorded")
    page.get_by_label("Table", exact=True).fill(str(table))
    page.get_by_label("Kind").select_option("step")
    visit.press("Show")
    entries = page.get_by_role("list", name="Entries, newest first").locator("details")
    expect(entries).to_have_count(5)
    expect(entries.first).to_contain_text("all is collected and paid")
    expect(entries.nth(1)).to_contain_text(re.compile("nine of diamonds", re.I))
    entries.first.locator("summary").click()
    page.get_by_role("button", name=re.compile("^Replay round")).click()
    slider = page.get_by_role("slider", name="Entry of the round")
    expect(slider).to_be_visible()
    stands = page.get_by_role("region", name="The table")
    last = int(slider.get_attribute("max"))
    slider.fill(str(last))
    expect(page.get_by_text("Settled so far")).to_be_visible()
    expect(page.locator(".settledlines")).to_contain_text(re.compile(r"Initial, area 1, ann.*Pay \$10\.00.*clause", re.S))
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Settled so far")).to_have_count(0)
    for _ in range(last):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Settled so far")).to_be_visible()
    expect(stands).to_contain_text("ann")
    # Nothing here changes anything.
    for words in ("Void the round…", "Place", "Fill…", "Open a table…"):
        expect(visit.button(words)).to_have_count(0)


def proves_the_journal(scene):
    a_round(scene.stage, 42)
    visit = scene.visit().sign_in("ina")
    page = visit.page
    page.get_by_role("tab", name="Proof").click()
    visit.press("Prove the journal now")
    expect(page.get_by_text("The journal is sound.")).to_be_visible(timeout=30_000)
    page.get_by_role("tab", name="Journal").click()
    page.get_by_label("Who").fill("ina")
    page.get_by_label("Kind").select_option("look")
    visit.press("Show")
    expect(page.get_by_role("list", name="Entries, newest first").locator("details").first).to_contain_text(re.compile("look at", re.I))


def reads_the_registers(scene):
    a_round(scene.stage, 43)
    scene.stage.act("sue", {"incident": {"table": 43, "person": None, "what": "a glass broke"}})
    visit = scene.visit().sign_in("ina")
    page = visit.page
    for tab, words in (("Incidents and disputes", "a glass broke"), ("Privileged acts", "sue"), ("Ledger", "cage"), ("Rules", "clauses"), ("Readings", "reading")):
        page.get_by_role("tab", name=tab, exact=True).click()
        expect(page.get_by_role("tabpanel").filter(visible=True)).to_contain_text(re.compile(words, re.I), timeout=20_000)
    page.get_by_role("tab", name="Statements").click()
    page.get_by_role("tabpanel").get_by_label("Name").fill("ann")
    visit.press("Show", within=page.get_by_role("tabpanel").filter(visible=True))
    expect(page.get_by_role("tabpanel").filter(visible=True)).to_contain_text(re.compile("buy-in.*Closing balance", re.S))


def shows_what_was_refused(scene):
    """What the house refused stands in the timeline as refused, with the reason; what was done stands there without."""
    table, stage = 47, scene.stage
    a_round(stage, table)
    verdict = stage.tell(f'act sue {{"limit": {{"table": {table}, "on": "initial", "limit": {{"min": 90000, "max": 50000, "unit": 100}}}}}}')["verdict"]
    assert "denied" in verdict, verdict
    visit = scene.visit().sign_in("ina")
    page = visit.page
    page.get_by_label("Table", exact=True).fill(str(table))
    page.get_by_label("Who", exact=True).fill("sue")
    visit.press("Show")
    entries = page.get_by_role("list", name="Entries, newest first").locator("details")
    expect(entries.first.locator("summary")).to_contain_text("refused")
    entries.first.locator("summary").click()
    expect(entries.first).to_contain_text(re.compile("What became of it.*Refused: .*Nothing was changed", re.S))
    entries.last.locator("summary").click()
    expect(entries.last.locator("summary")).not_to_contain_text("refused")
    expect(entries.last).to_contain_text(re.compile("What became of it.*Done", re.S))


FLOWS = {
    "sees what was refused as refused": shows_what_was_refused,
    "replays a round with the slider": replays_a_round,
    "proves the journal": proves_the_journal,
    "reads the registers": reads_the_registers,
}
