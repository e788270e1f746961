"""A supervisor: raises a minimum while people play, opens a table, and has a second person agree."""

import re

from clauses import clauses
from dealer import Console, open_table
from games import GAMES
from inspector import a_round
from playwright.sync_api import expect

MINUTE = 60


def choose(visit, number):
    """Opens the pit at a table."""
    visit.open("/pit")
    visit.page.locator(f"[data-key='table-{number}']").click()
    return visit.page.get_by_role("region", name=f"Table {number}", exact=True)


def raise_minimum(visit, panel, spare=False):
    visit.press("Change the limits of Initial", within=panel)
    dialog = visit.page.get_by_role("dialog")
    dialog.get_by_label("Minimum", exact=True).fill("25")
    if spare:
        dialog.get_by_label(re.compile("those who play already keep the old one")).check()
    visit.press("Put the sign up", within=dialog)
    expect(visit.page.get_by_role("dialog")).to_have_count(0)


def war(scene, number):
    """A stage of its own, whose clock may be moved, with a table of Casino War where ann sits."""
    stage = scene.own_stage(idle=600)
    open_table(stage, "casino-war", number)
    stage.act("ann", {"sit": {"table": number, "player": "ann", "seat": 1}})
    stage.act("ann", {"bring": {"table": number, "player": "ann", "amount": 50_000}})
    return stage


@clauses("casino-war", "6.4", "6.5")
def raises_a_minimum_with_notice(scene):
    stage = war(scene, 21)
    visit = scene.visit(stage.url).sign_in("sue")
    player = scene.visit(stage.url).sign_in("ann").open("/table/21")
    panel = choose(visit, 21)
    raise_minimum(visit, panel)
    row = visit.page.get_by_role("row", name=re.compile("21 casino-war"))
    expect(row).to_contain_text(re.compile("(19|20):\\d\\d"))
    expect(row).to_contain_text(re.compile(r"\$5 to"))
    # The player is told too, and how long it takes.
    notice = player.page.get_by_role("note").filter(has_text=re.compile("Initial: 25.00 to 500.00, in (19|20):"))
    expect(notice).to_be_visible()
    stage.advance(10 * MINUTE)
    visit.open("/pit")
    expect(row).to_contain_text(re.compile("(9|10):\\d\\d"))
    stage.advance(10 * MINUTE + 5)
    # The sign has stood: all see the new one, though nobody has done anything at the table.
    expect(notice).to_have_count(0)
    expect(player.page.locator(".side")).to_contain_text("$25 to $500")
    expect(row).to_contain_text(re.compile(r"\$25 to"), timeout=12_000)


@clauses("casino-war", "6.5.1", "6.5.2", "6.5.4")
def raises_a_minimum_and_spares_those_who_play(scene):
    stage = war(scene, 22)
    visit = scene.visit(stage.url).sign_in("sue")
    panel = choose(visit, 22)
    raise_minimum(visit, panel, spare=True)
    expect(panel.get_by_role("list", name="Seats")).to_contain_text(re.compile("ann.*spared, Initial"))
    stage.act("bob", {"sit": {"table": 22, "player": "bob", "seat": 2}})
    stage.act("bob", {"bring": {"table": 22, "player": "bob", "amount": 50_000}})
    for name, least in (("ann", 500), ("bob", 2500)):
        player = scene.visit(stage.url).sign_in(name).open("/table/22")
        offers = player.fetch("/api/tables/22/offers")[1]["offers"]
        own = min(offer["min"] for offer in offers if offer["on"] == "initial")
        assert own == least, (name, offers)
    visit.open("/pit")
    panel = choose(visit, 22)
    visit.press("End the old minimum…", within=panel)
    visit.press("Put the sign up", within=visit.page.get_by_role("dialog"))
    expect(visit.page.get_by_role("dialog")).to_have_count(0)
    stage.advance(20 * MINUTE + 5)
    stage.act("bob", {"take": {"table": 22, "player": "bob", "amount": 1000}})
    expect(panel.get_by_role("list", name="Seats")).not_to_contain_text("spared", timeout=12_000)


def has_a_second_person_agree(scene):
    stage = scene.stage
    open_table(stage, "casino-war", 23)
    visit = scene.visit().sign_in("sue")
    panel = choose(visit, 23)
    visit.press("Fill…", within=panel)
    dialog = visit.page.get_by_role("dialog")
    dialog.get_by_label("Amount").fill("5000")
    visit.press("Fill", within=dialog)
    expect(visit.page.get_by_text(re.compile("Somebody else must agree"))).to_be_visible()
    visit.page.get_by_role("tab", name=re.compile("Waiting")).click()
    own = visit.page.get_by_role("listitem").filter(has_text="Fill of $5,000.00 at table 23")
    expect(visit.button("Take back", within=own)).to_be_visible()
    expect(visit.button("Approve", within=own)).to_have_count(0)
    other = scene.visit().sign_in("cas").open("/pit?show=waiting")
    asked = other.page.get_by_role("listitem").filter(has_text="Fill of $5,000.00 at table 23")
    other.press("Approve", within=asked)
    expect(asked).to_have_count(0)
    expect(own).to_have_count(0)
    panel = choose(visit, 23)
    expect(panel).to_contain_text("$105,000.00")


def fill_in(visit, game, number, name):
    """Opens a table with the form of the pit."""
    visit.open("/pit")
    visit.press("Open a table…")
    dialog = visit.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    dialog.get_by_label("Number").fill(str(number))
    dialog.get_by_label("Name").fill(name)
    visit.press("Open", within=dialog)
    expect(visit.page.get_by_role("dialog")).to_have_count(0)


def opens_an_example_and_has_it_dealt(scene):
    """A game of which nothing is drawn or written but its own file: from the form of the pit to a settled coup."""
    visit = scene.visit().sign_in("sue")
    name = next(name for name, game in GAMES.items() if game["example"])
    fill_in(visit, name, 32, "The example")
    scene.stage.act("cas", {"buy-in": {"player": "bob", "amount": 100_000}})
    console = Console(scene.visit().sign_in("dan"), 32)
    console.seat(1, "bob", "500.00")
    console.shuffle()
    while console.is_due("burn"):
        console.key(next(console.cards))
    console.wager("10")
    console.page.keyboard.press("n")
    console.until_settled()
    expect(console.pay.first).to_contain_text("bob")
    for hand in (GAMES[name]["shared"], GAMES[name]["dealer"]):
        expect(console.table.get_by_role("group", name=hand).locator("svg.card")).not_to_have_count(0)


def opens_and_closes_a_table(scene):
    visit = scene.visit().sign_in("sue")
    fill_in(visit, "casino-war", 31, "War of the window")
    panel = choose(visit, 31)
    expect(panel).to_contain_text("War of the window")
    # A closing is asked about before it is announced, and can be withdrawn.
    row = visit.page.get_by_role("row", name=re.compile("War of the window"))
    visit.press("Announce closing…", within=panel)
    visit.press("Cancel", within=visit.page.get_by_role("dialog"))
    expect(visit.button("Do not close", within=panel)).to_have_count(0)
    visit.press("Announce closing…", within=panel)
    visit.press("Put the sign up", within=visit.page.get_by_role("dialog"))
    expect(row).to_contain_text("closes")
    visit.press("Do not close", within=panel)
    expect(row).not_to_contain_text("closes")
    visit.press("Close…", within=panel)
    visit.press("Close it", within=visit.page.get_by_role("dialog"))
    expect(visit.page.locator("[data-key='table-31']")).to_have_count(0)


def confirms_the_clock_with_another(scene):
    stage = scene.own_stage()
    visit = scene.visit(stage.url).sign_in("sue").open("/pit")
    notice = visit.page.get_by_role("alert").filter(has_text="The machine’s clock says")
    expect(notice).to_be_hidden()
    stage.tell(f"jump {10 * 24 * 3600 * 1000}")
    visit.open("/pit")
    expect(notice).to_be_visible()
    visit.press("The machine’s clock is right", within=notice)
    expect(visit.button("I agree: the machine’s clock is right", within=notice)).to_be_visible()
    other = scene.visit(stage.url).sign_in("mia").open("/pit")
    other.press("I agree: the machine’s clock is right")
    expect(other.page.get_by_role("alert").filter(has_text="The machine’s clock says")).to_be_hidden()
    visit.open("/pit")
    expect(notice).to_be_hidden()


def sees_totals_and_what_waits(scene):
    """The pit adds up tables for money and tables with play money, each by themselves, cuts nothing off, and counts what waits."""
    stage = scene.own_stage(idle=600)
    open_table(stage, "casino-war", 25)
    open_table(stage, "craps", 26, seats=8)
    visit = scene.visit(stage.url, viewport={"width": 1366, "height": 850}).sign_in("sue").open("/pit")
    money, play = (visit.page.get_by_role("row", name=re.compile(words)) for words in ("^For money: 2 tables", "^Play money: "))
    expect(money).to_contain_text("$200,000.00")
    expect(play).not_to_contain_text("$200,000.00")
    # All at once: the list is drawn anew whenever something happens.
    cut = visit.page.evaluate("""() => [...document.querySelectorAll('.glance th[scope=col]')].filter((it) =>
        it.getBoundingClientRect().right > document.querySelector('.floorlist').getBoundingClientRect().right + 1).map((it) => it.textContent)""")
    assert not cut, f"cut off: {cut}"
    # On a phone each amount has its heading beside it.
    visit.page.set_viewport_size({"width": 360, "height": 740})
    # The list is drawn anew whenever something happens: a cell that was found a moment ago may be gone.
    beside = """(heading) => [...document.querySelectorAll(`[data-of='${heading}']`)].some((cell) =>
        !['none', 'normal', ''].includes(getComputedStyle(cell, '::before').content))"""
    for heading, words in (("Float", "$200,000.00"), ("Drop", "$0.00"), ("On layout", "$0.00"), ("Seats", "0 of 15")):
        expect(money.locator(f"[data-of='{heading}']")).to_have_text(words)
        visit.page.wait_for_function(beside, arg=heading)
    visit.page.set_viewport_size({"width": 1366, "height": 850})
    # Something that waits is a number in the title.
    counted = re.compile(r"^\((\d+)\) Pit")
    expect(visit.page).to_have_title(counted)
    before = int(counted.match(visit.page.title())[1])
    # The pit lies behind another window: that is when a number in the title and a sound are of use.
    visit.page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
    stage.tell('act sue {"fill": {"table": 25, "amount": 100000}}')
    expect(visit.page).to_have_title(re.compile(rf"^\({before + 1}\) Pit"), timeout=12_000)
    sound = visit.button("Sound is off")
    sound.click()
    expect(visit.button("Sound is on")).to_have_attribute("aria-pressed", "true")


def sees_figures_by_hour(scene):
    """What was played in a gaming day, hour by hour, with play money apart; another day, a table, a file and paper."""
    stage = scene.own_stage(idle=600)
    a_round(stage, 44)
    visit = scene.visit(stage.url, refused=[404]).sign_in("sue").open("/pit?show=figures")
    part = visit.page.get_by_role("region", name="By gaming day and hour", exact=True)
    day = part.get_by_label("Gaming day", exact=True).input_value()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day), day
    visit.press("Show", within=part)
    # One wager of ten dollars, which its player won: money, a table, a wager, turnover, average, win.
    found = re.compile(r"money\s+1\s+\d+\s+1\s+\$10\.00\s+\$10\.00\s+\$0\.00\s+−\$10\.00")
    for name in ("Gaming days (1)", "Hours (1)"):
        expect(part.get_by_role("table", name=re.compile(rf"^{re.escape(name)}")).get_by_role("row").nth(1)).to_contain_text(found, use_inner_text=True)
    with visit.page.expect_download() as saved:
        part.get_by_role("button", name="Save hours as CSV").click()
    assert ",money,1," in saved.value.path().read_text()
    expect(visit.button("Print", within=part)).to_be_visible()
    part.get_by_label("Gaming day", exact=True).fill("2001-01-01")
    visit.press("Show", within=part)
    expect(part).to_contain_text("The journal has no entry of that time.")
    # From a time on, and for one table.
    part.get_by_label("Gaming day", exact=True).fill("")
    part.get_by_label("From", exact=True).fill("2001-01-01T00:00")
    part.get_by_label("Table", exact=True).fill("44")
    visit.press("Show", within=part)
    expect(part.get_by_role("table", name=re.compile("^Hours")).get_by_role("row").nth(1)).to_contain_text(found, use_inner_text=True)
    inspector = scene.visit(stage.url).sign_in("ina").open("/inspector?show=ledger")
    inspector.page.get_by_label("Gaming day", exact=True).fill(day)
    inspector.press("Show")
    expect(inspector.page.get_by_role("tabpanel").get_by_role("table").first).to_contain_text("cage")


FLOWS = {
    "sees figures by gaming day and hour": sees_figures_by_hour,
    "sees totals, and what waits": sees_totals_and_what_waits,
    "confirms the clock with another": confirms_the_clock_with_another,
    "raises a minimum, and the clock runs": raises_a_minimum_with_notice,
    "raises a minimum and spares those who play": raises_a_minimum_and_spares_those_who_play,
    "has a second person agree": has_a_second_person_agree,
    "opens and closes a table": opens_and_closes_a_table,
    "opens a table of an example, and a coup is dealt there": opens_an_example_and_has_it_dealt,
}
