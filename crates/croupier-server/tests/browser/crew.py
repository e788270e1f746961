"""A dealer and a supervisor together: a shuffling device that fails, step by step, and a coup that is dealt face down."""

import re

from clauses import clauses
from dealer import Console, bring_cards
from playwright.sync_api import expect

GAME = "three-card-baccarat"

# Lists the names of spots that stand on more lines than they have words.
BROKEN = """() => [...document.querySelectorAll('.laid-spot .put')].filter((it) => {
    const text = document.createRange();
    text.selectNodeContents(it);
    return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > it.textContent.trim().split(/\\s+/).length;
}).map((it) => it.textContent)"""


def opened(scene, number, **setup):
    """A physical table with a player, cards loaded and burned, and one wager."""
    limits = {"player": {"min": 500, "max": 50000, "unit": 100}}
    scene.stage.act("sue", {"open": {"table": number, "name": f"{GAME} {number}", "game": GAME, "setup": {"chip": 100, "limits": limits, **setup},
                                     "float": 10_000_000, "dealing": "physical", "seats": 9}})
    bring_cards(scene.stage, GAME, number)
    scene.stage.act("cas", {"buy-in": {"player": "ann", "amount": 200_000}})
    scene.stage.act("sue", {"open": {"table": number + 100, "name": "another", "game": "casino-war", "setup": {"chip": 100}, "float": 1_000_000, "dealing": "physical", "seats": 7}})
    scene.stage.act("ann", {"sit": {"table": number + 100, "player": "ann", "seat": 1}})
    visit = scene.visit()
    console = Console(visit.sign_in("dan"), number)
    console.seat(1, "ann", "500.00")
    # Somebody who is keyed at two tables is likely keyed wrongly at one of them.
    expect(console.due).to_contain_text(re.compile(rf"ann also sits at table .*\b{number + 100}\b"))
    console.shuffle()
    while console.is_due("burn"):
        console.key("AC")
    # The name of a spot is not broken within a word on a tablet either.
    for width in (1024, 1180, 1366):
        console.page.set_viewport_size({"width": width, "height": 900})
        # A window that has another size is laid out again a moment later.
        console.page.wait_for_function(f"() => ({BROKEN})().length === 0")
    console.wager("10")
    console.page.keyboard.press("n")
    expect(console.page.get_by_text("No more bets", exact=True).first).to_be_visible()
    return visit, console


def fails(scene, visit, console, number):
    """The device fails in the coup; a supervisor says that nobody was disadvantaged."""
    console.key("5H")
    console.irregular("The shuffling device has failed", {"Number of the device that failed": "7"})
    expect(console.words).to_have_text("Was anyone disadvantaged by it?")
    other = scene.visit()
    supervisor = Console(other.sign_in("sue"), number)
    other.press("No", exact=True)
    expect(supervisor.words).to_have_text("Is another device at hand?")
    return other, supervisor


@clauses("three-card-baccarat", "13.1.3", "13.1.4", "13.1.5", "13.3.1", "13.3.2", "13.3.3")
def moves_cards_to_another_device(scene):
    visit, console = opened(scene, 71, source="device")
    other, supervisor = fails(scene, visit, console, 71)
    other.press("Yes…", exact=True)
    other.press("Yes, this one", within=supervisor.dialog(**{"Number of the other device": "8"}))
    expect(supervisor.words).to_have_text("Is it practicable to move the cards to it?")
    other.press("Yes", exact=True)
    expect(supervisor.words).to_have_text("Are cards damaged?")
    other.press("Yes", exact=True)
    expect(console.due).to_have_attribute("data-due", "repair")
    console.key("9C")
    damaged = console.page.get_by_role("list", name="Damaged cards")
    expect(damaged).to_contain_text(re.compile("nine of clubs", re.I))
    visit.press("The sound cards are in device 8")
    visit.press("Replaced by the same", within=damaged)
    expect(console.due).to_have_attribute("data-due", "card")
    expect(console.log).to_contain_text(re.compile("go on", re.I))


@clauses("three-card-baccarat", "13.5.1")
def player_takes_a_wager_back(scene):
    visit, console = opened(scene, 72, source="device")
    other, supervisor = fails(scene, visit, console, 72)
    player = scene.visit()
    player.sign_in("ann").open("/table/72")
    other.press("No", exact=True)
    player.press("Yes, give it back", exact=False)
    expect(console.wagers).to_have_count(0)
    expect(console.log).to_contain_text(re.compile("refund wager", re.I))


@clauses("three-card-baccarat", "9.3", "9.8", "9.9")
def deals_face_down(scene):
    visit, console = opened(scene, 73, method="B")
    for _ in range(6):
        before = console.words.inner_text()
        visit.press("Dealt face down", exact=False)
        expect(console.words).not_to_have_text(before)
    for cards in (["KS", "QD", "9H"], ["4C", "6D", "TC"]):
        expect(console.due).to_have_attribute("data-due", "turn")
        console.page.keyboard.press("n")
        expect(console.due).to_have_attribute("data-due", "face")
        for card in cards:
            console.key(card)
    expect(console.table).to_contain_text("baccarat: no picture")
    expect(console.log).to_contain_text(re.compile("the marker lies on 0", re.I))
    console.pays()
    expect(console.pay.first).to_contain_text("ann")


FLOWS = {
    "moves cards to another device when one fails": moves_cards_to_another_device,
    "takes a wager back when a device fails": player_takes_a_wager_back,
    "deals face down and tells the faces when hands are turned": deals_face_down,
}
