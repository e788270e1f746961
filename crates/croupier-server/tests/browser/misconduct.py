"""Misconduct and fraud: the measures on one screen, whoever decides directs the forfeiture, one hand alone void."""

import re

from clauses import clauses
from dealer import Console, open_table
from playwright.sync_api import expect
from supervisor import choose


def table_with(scene, game, number, on, **amounts):
    """A stage of its own with a table where these people sit, with so much staked on their areas, and cards to deal."""
    stage = scene.own_stage(idle=600)
    open_table(stage, game, number)
    for seat, name in enumerate(amounts, 1):
        stage.act(name, {"sit": {"table": number, "player": name, "seat": seat}})
        stage.act(name, {"bring": {"table": number, "player": name, "amount": 50_000}})
    console = Console(scene.visit(stage.url).sign_in("dan"), number)
    console.shuffle()
    while console.is_due("burn"):
        console.key(next(console.cards))
    for seat, (name, amount) in enumerate(amounts.items(), 1):
        wager = {"player": name, "area": seat, "on": on, "amount": amount}
        stage.act(name, {"step": {"table": number, "step": {"wager": wager}}})
    expect(console.wagers).to_have_count(len(amounts))
    return stage, console


def racks(console, number):
    """What lies before each player at a table, in cents."""
    seats = console.visit.fetch(f"/api/tables/{number}")[1]["seats"]
    return [seat["rack"] for seat in seats if seat["taken"]]


@clauses("casino-war", "13.3.1", "13.3.2", "13.3.4")
def is_met_with_measures_on_one_screen(scene):
    stage, console = table_with(scene, "casino-war", 56, "initial", ann=1000, bob=700)
    pit = scene.visit(stage.url).sign_in("sue")
    panel = choose(pit, 56)
    pit.press("Act…", within=panel.get_by_role("listitem").filter(has_text="ann"))
    pit.page.get_by_role("button", name=re.compile("^Misconduct")).click()
    dialog = pit.page.get_by_role("dialog")
    expect(dialog.get_by_label("1 ann")).to_be_checked()
    dialog.get_by_label("2 bob").check()
    dialog.get_by_label("Why").fill("a counting device")
    pit.press("Take these measures", within=dialog)
    expect(dialog.get_by_role("alert")).to_contain_text("Choose at least one measure")
    for measure in ("Declare the wagers void", "No further part in this game", "Hold until an inspector or the police take over"):
        dialog.get_by_label(measure).check()
    pit.press("Take these measures", within=dialog)
    expect(pit.page.get_by_role("dialog")).to_have_count(0)
    expect(console.wagers).to_have_count(0)
    # Who takes no further part has no seat, and the chips lie there until they are taken.
    assert racks(console, 56) == []
    standing = console.visit.fetch("/api/tables/56")[1]["standing"]
    assert [(player["name"], player["rack"]) for player in standing] == [("ann", 50_000), ("bob", 50_000)]
    pit.open("/pit?show=waiting")
    for name in ("ann", "bob"):
        expect(pit.page.locator("[data-task='hold']").filter(has_text=f"Hold {name}")).to_have_count(1)


@clauses("casino-war", "13.4.2", "13.5")
def is_reported_by_a_dealer_and_the_supervisor_directs(scene):
    stage, console = table_with(scene, "casino-war", 57, "initial", ann=1000, bob=700)
    console.key("KS")
    console.page.keyboard.press("i")
    console.page.get_by_role("dialog").get_by_role("button", name=re.compile("^The round is invalid")).first.click()
    dialog = console.dialog(Reason="a marked card")
    expect(dialog.get_by_label("1 ann")).to_be_hidden()
    dialog.get_by_label("Why").select_option("fraud")
    dialog.get_by_label("1 ann").check()
    # Who reports it does not direct what becomes of anybody's wagers.
    expect(dialog.get_by_label("Those who cheated")).to_have_count(0)
    console.visit.press("Report it", within=dialog)
    expect(console.page.get_by_role("dialog")).to_have_count(0)
    expect(console.due).to_have_attribute("data-due", "request")
    pit = scene.visit(stage.url).sign_in("sue").open("/pit?show=waiting")
    asked = pit.page.get_by_role("listitem").filter(has_text="a marked card")
    expect(pit.button("Approve", within=asked)).to_have_count(0)
    pit.press("Approve: their wagers for this result are forfeited", within=asked)
    expect(asked).to_have_count(0)
    expect(console.wagers).to_have_count(0)
    assert racks(console, 57) == [49_000, 50_000]


@clauses("casino-war", "13.4.2", "13.5")
def is_directed_by_the_supervisor_who_declares_it(scene):
    stage, console = table_with(scene, "casino-war", 58, "initial", ann=1000)
    console.key("KS")
    desk = Console(scene.visit(stage.url).sign_in("sue"), 58)
    desk.page.keyboard.press("i")
    desk.page.get_by_role("dialog").get_by_role("button", name=re.compile("^The round is invalid")).first.click()
    dialog = desk.dialog(Reason="a marked card")
    dialog.get_by_label("Why").select_option("fraud")
    directs = dialog.get_by_label("Those who cheated")
    expect(directs).to_be_hidden()
    dialog.get_by_label("1 ann").check()
    expect(directs).to_be_visible()
    expect(directs.get_by_role("option")).to_have_count(3)
    directs.select_option("no")
    desk.visit.press("Declare it", within=dialog)
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    other = scene.visit(stage.url).sign_in("max").open("/pit?show=waiting")
    asked = other.page.get_by_role("listitem").filter(has_text="their wagers go back")
    other.press("Approve", within=asked)
    expect(asked).to_have_count(0)
    expect(console.wagers).to_have_count(0)
    assert racks(console, 58) == [50_000]


@clauses("three-card-baccarat", "12.6")
def leaves_one_hand_alone_void(scene):
    stage, console = table_with(scene, "three-card-baccarat", 59, "player", ann=1000, bob=700)
    console.until_settled(lines=2)
    stage.act("dan", {"step": {"table": 59, "step": {"irregular": {"what": "wrong-payment", "why": "paid twice"}}}}, waits="sue")
    expect(console.due).to_contain_text("A supervisor rules")
    desk = Console(scene.visit(stage.url).sign_in("sue"), 59)
    expect(desk.visit.button("No: all of it is void")).to_be_visible()
    desk.visit.press("No: only the hand of area 2 is void")
    expect(desk.log).to_contain_text("12.6")
    expect(desk.due).not_to_have_attribute("data-due", "ruling")


FLOWS = {
    "is met with measures on one screen": is_met_with_measures_on_one_screen,
    "is reported by a dealer and the supervisor directs": is_reported_by_a_dealer_and_the_supervisor_directs,
    "is directed by the supervisor who declares it": is_directed_by_the_supervisor_who_declares_it,
    "leaves one hand alone void": leaves_one_hand_alone_void,
}
