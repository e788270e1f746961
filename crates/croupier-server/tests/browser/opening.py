"""A house that opens by itself: two managers on one page, from the founding link to the first hand."""

import re

from anyone import GOOD, OTHER
from dealer import Console
from playwright.sync_api import expect


def step(page, title):
    return page.get_by_role("listitem", name=title, exact=True)


def opens_by_itself(scene):
    stage = scene.own_stage(people=False)
    first = scene.visit(stage.url, viewport={"width": 1366, "height": 850})
    page = first.open(stage.founding.removeprefix(stage.url)).page
    for who, name, password in (("The first manager", "max", GOOD), ("The second manager", "mia", OTHER)):
        manager = page.get_by_role("group", name=who)
        manager.get_by_label("Name").fill(name)
        manager.get_by_label("Password").fill(password)
        manager.get_by_label("The same again").fill(password)
    first.press("Found the house", within=page.locator("form"))
    expect(page.get_by_role("heading", name="Set up the house")).to_be_visible()
    expect(page.get_by_role("status").first).to_contain_text("Next: Chips in the cage")
    # The first manager orders chips and names the people of the sample.
    first.press("Order chips")
    expect(step(page, "Chips in the cage")).to_contain_text("waits for a second person")
    password = page.get_by_label("First password of the dealer").input_value()
    first.press("Add these people")
    expect(step(page, "A second person agrees")).to_contain_text("7 wait")
    expect(page.get_by_role("status").first).to_contain_text("Next: A second person agrees")
    expect(step(page, "A second person agrees")).to_contain_text("mia signs in on another screen")
    # The second agrees to all of it.
    second = scene.visit(stage.url)
    second.sign_in("mia", OTHER).open("/house")
    second.press("Agree to all 7")
    expect(step(second.page, "Chips in the cage")).to_have_attribute("data-state", "done")
    expect(step(page, "People and their roles")).to_have_attribute("data-state", "done")
    # Tables and limits come from the sample, too; a dealer deals the first hand.
    first.press("Open these tables")
    expect(step(page, "Tables and limits")).to_have_attribute("data-state", "done")
    expect(page.get_by_text("The house is open.")).to_be_visible()
    expect(step(page, "Tables and limits")).to_contain_text("Casino War")
    tables = {it["name"]: it["table"] for it in first.fetch("/api/lobby")[1]["tables"] if not it["demo"]}
    deals_the_first_hand(scene, stage, password, tables["Casino War"])


def deals_the_first_hand(scene, stage, password, table):
    visit = scene.visit(stage.url)
    console = Console(visit.sign_in("dan", password), table)
    row = console.page.get_by_role("region", name="Players").locator("li").first
    visit.press("Walk-in", within=row)
    visit.press("Seat the player", within=console.dialog())
    expect(row).to_contain_text("walk-in")
    visit.press("Cash in", within=row)
    visit.press("Cash in", within=console.dialog(Amount="100"))
    expect(row).to_contain_text("$100")
    visit.press("Bring a set of cards…")
    visit.press("Bring them", within=console.dialog(**{"Cards counted, if you check them now": "312"}))
    expect(console.page.get_by_role("dialog")).to_have_count(0)
    console.shuffle()
    while console.is_due("burn"):
        console.key("AC")
    console.wager("10")
    console.page.keyboard.press("n")
    console.key("KS")
    console.key("2D")
    console.pays()
    expect(console.pay.first).to_contain_text(re.compile("pay .*10", re.I))


def says_what_to_do_without_chips(scene):
    """A table that cannot have its float: the refusal says where chips come from."""
    stage = scene.own_stage(people=False)
    password = GOOD.replace(" ", "-")
    stage.tell(f"found max {password} mia {password}")
    stage.tell(f"person sue {password} supervisor")
    visit = scene.visit(stage.url, refused=[409, 422])
    visit.sign_in("sue").open("/house")
    visit.press("Open these tables")
    expect(visit.page.get_by_role("alert")).to_contain_text(re.compile(r"The cage has \$0\.00.*order chips under Cage first", re.I))


FLOWS = {
    "a house opens by itself, from the founding link to the first hand": opens_by_itself,
    "without chips a table says what to do": says_what_to_do_without_chips,
}
