"""Prize pools: two managers open one, a table plays for it, a supervisor verifies what is won, and a wall shows it all."""

import json
import re

from clauses import clauses
from dealer import Console, open_table
from house import Wire
from playwright.sync_api import expect
from reader import check, nothing

TABLE = 91
MAJOR = "AD"


class Managers:
    """A manager who asks, and a second one who agrees."""

    def __init__(self, scene, stage):
        self.first = scene.visit(stage.url).sign_in("max").open("/pit?show=pools")
        self.second = scene.visit(stage.url).sign_in("mia").open("/pit?show=waiting")
        self.panel = self.first.page.get_by_role("region", name="Pool 1", exact=True)

    def dialog(self, yes, **fields):
        dialog = self.first.page.get_by_role("dialog")
        expect(dialog).to_contain_text(re.compile("must agree"))
        for label, value in fields.items():
            dialog.get_by_label(label.replace("_", " "), exact=True).fill(value)
        self.first.press(yes, within=dialog)
        expect(self.first.page.get_by_role("dialog")).to_have_count(0)

    def agree(self, words):
        asked = self.second.page.get_by_role("listitem").filter(has_text=words)
        self.second.press("Approve", within=asked)
        expect(asked).to_have_count(0)
        self.first.open("/pit?show=pools")

    def is_now(self, state):
        expect(self.panel.locator("header .tag").first).to_have_text(state)

    def opens_a_pool(self, **more):
        """Drafts, has approved, and starts pool 1, and links the table to it."""
        self.first.press("Draft a pool…")
        self.dialog("Send the request", Name="Diamonds", Major_starts_with="120000", **more)
        self.agree("Draft pool 1, Diamonds: prizes 3-card, a wager of $5.00, Major 1/8 from $120,000.00")
        self.is_now("draft")
        self.first.press("Approved by the Authority…", within=self.panel)
        self.dialog("Send the request", Reference_of_the_Authority="NSW 2026/17")
        self.agree("The Authority has approved pool 1 under reference NSW 2026/17")
        self.is_now("approved")
        self.first.press("Start…", within=self.panel)
        self.dialog("Ask to start it")
        self.agree("Start pool 1")
        self.is_now("running")
        self.first.press("Link a table…", within=self.panel)
        self.dialog("Send the request")
        self.agree(f"Link table {TABLE} to pool 1")
        expect(self.panel).to_contain_text(f"{TABLE} baceball {TABLE}")


def wagers(stage, player, area):
    stage.act(player, {"sit": {"table": TABLE, "player": player, "seat": area}})
    stage.act(player, {"bring": {"table": TABLE, "player": player, "amount": 50_000}})
    for on, amount in (("bet", 1000), ("jackpot", 500)):
        wager = {"player": player, "area": area, "on": on, "amount": amount}
        stage.act(player, {"step": {"table": TABLE, "step": {"wager": wager}}})


def deals(console):
    """Deals three aces of diamonds to the first area, and whatever comes to everyone else."""
    others = iter(["9C", "4S", "8H", "2S", "7C", "JD", "3H", "6S", "5C"])
    while console.is_due("card"):
        due = console.page.locator(".staff-felt .due")
        console.key(MAJOR if due.get_attribute("aria-label") == "Area 1" else next(others))


def prize(visit):
    return visit.page.locator(".meter.major dd")


@clauses("baceball", "2.5", "7.2", "8.2", "10.3", "11.3", "11.4")
def wins_the_major(scene):
    stage = scene.own_stage()
    open_table(stage, "baceball", TABLE)
    managers = Managers(scene, stage)
    managers.opens_a_pool()
    wall = scene.visit(stage.url).open("/display/pool/1")
    expect(prize(wall)).to_have_text("$120,000.00")
    expect(wall.page.locator(".meter.minor dd")).to_have_text("$10,000.00")
    dealer = scene.visit(stage.url, refused=(409,))
    console = Console(dealer.sign_in("dan"), TABLE)
    console.shuffle()
    while console.is_due("burn"):
        console.key(next(console.cards))
    for area, player in enumerate(("ann", "bob"), 1):
        wagers(stage, player, area)

    # The light of each wager; what is not accepted goes back when the wagers are collected.
    player = scene.visit(stage.url).sign_in("ann").open(f"/table/{TABLE}")
    own = player.page.get_by_role("region", name="Your wagers").get_by_role("listitem").filter(has_text="Jackpot")
    expect(own).to_contain_text("not accepted yet: check the light")
    expect(player.page.get_by_text("Check that the light of your jackpot wager says accepted.")).to_have_count(1)
    dealer.press("Accept the jackpot wager of area 1, ann")
    dealer.press("Reject the jackpot wager of area 2, bob")
    expect(own).to_contain_text("accepted")
    expect(own).not_to_contain_text("not accepted")
    console.page.keyboard.press("n")
    expect(console.words).to_have_text("The jackpot wagers collected")
    expect(console.due).to_contain_text("Area 1: $5.00. Not accepted, goes back: area 2.")
    console.page.keyboard.press("n")
    expect(console.due).to_have_attribute("data-due", "card")
    # A wager that was swept can be taken back until the first card; with it the meters move.
    expect(prize(wall)).to_have_text("$120,000.00")
    console.key(MAJOR)
    expect(prize(wall)).to_have_text("$120,000.62")

    # Three aces of diamonds: the prize is locked, the meter begins again, and nobody is paid before a supervisor looks.
    deals(console)
    award = console.page.get_by_role("article", name="Prize 1")
    expect(award).to_contain_text("Locked")
    expect(prize(wall)).to_have_text("$120,000.00")
    console.page.keyboard.press("n")
    expect(console.due).to_contain_text("A supervisor must look at the hands of prize 1 before it is paid")
    expect(player.page.get_by_text("Area 1 has won the major prize: $120,001.00. A supervisor looks at the cards")).to_have_count(1)
    supervisor = scene.visit(stage.url).sign_in("sue").open("/pit?show=pools")
    won = supervisor.page.get_by_role("article", name="Prize 1")
    expect(won).to_contain_text("ann: AD AD AD $120,001.00")
    supervisor.press("I have seen the cards: verify", within=won)
    expect(won).to_contain_text("Verified by sue")
    supervisor.press("Slip…", within=won)
    slip = supervisor.page.get_by_role("dialog")
    for words in ("Pool 1, prize 1", "$120,000.62", "one hand gets all", "$0.38", "$120,001.00", "sue", "ann", "AD AD AD", "Clause 11.9.1"):
        expect(slip).to_contain_text(words)
    supervisor.press("Close", within=slip)
    expect(award).to_contain_text("Verified")
    console.pays()
    expect(won).to_contain_text(re.compile("Paid, verified by sue"))
    nothing(check(supervisor, "pools"))


@clauses("baceball", "2.5")
def says_when_it_is_not_current(scene):
    """A display that is cut off says so in large letters, and comes back by itself."""
    stage = scene.stage
    wire = scene.closes(Wire(stage.url))
    wall = scene.visit(wire.url, away=True).open("/display/pools")
    expect(prize(wall).first).to_be_visible()
    nothing(check(wall, "display"))
    stale = wall.page.get_by_text("NOT CURRENT")
    expect(stale).to_have_count(0)
    wire.cut()
    expect(stale).to_be_visible(timeout=30_000)
    wire.mend()
    expect(stale).to_be_hidden(timeout=30_000)


@clauses("baceball", "2.5")
def takes_no_jackpot_wager_without_the_display(scene):
    """A supervisor registers a screen; while it is cut off, jackpot wagers are refused at the table, and the pit is told."""
    stage = scene.own_stage()
    open_table(stage, "baceball", TABLE)
    managers = Managers(scene, stage)
    managers.opens_a_pool()
    supervisor = scene.visit(stage.url).sign_in("sue").open("/pit?show=pools")
    panel = supervisor.page.get_by_role("region", name="Pool 1", exact=True)
    supervisor.press("Register a display…", within=panel)
    dialog = supervisor.page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("over the pit")
    supervisor.press("Register it", within=dialog)
    screens = panel.get_by_role("list", name="Displays")
    expect(screens).to_contain_text("Display 1: over the pit needed at all tables")
    address = screens.get_by_role("link", name="Open it on its screen").get_attribute("href")
    wire = scene.closes(Wire(stage.url))
    wall = scene.visit(wire.url, away=True).open(address)
    expect(prize(wall)).to_have_text("$120,000.00")
    expect(screens).to_contain_text("shows the prizes", timeout=30_000)
    wagers(stage, "ann", 1)

    wire.cut()
    player = scene.visit(stage.url, refused=(409,)).sign_in("bob").open(f"/table/{TABLE}")
    expect(player.page.get_by_text("No jackpot wagers are taken now: display 1 of pool 1 is cut off")).to_be_visible(timeout=30_000)
    expect(screens).to_contain_text("cut off", timeout=30_000)
    expect(supervisor.page.get_by_role("region", name="Pool 1", exact=True)).to_contain_text("the prizes must be shown")
    stage.act("bob", {"sit": {"table": TABLE, "player": "bob", "seat": 2}})
    stage.act("bob", {"bring": {"table": TABLE, "player": "bob", "amount": 50_000}})
    stage.act("bob", {"step": {"table": TABLE, "step": {"wager": {"player": "bob", "area": 2, "on": "bet", "amount": 1000}}}})
    jackpot = {"step": {"table": TABLE, "step": {"wager": {"player": "bob", "area": 2, "on": "jackpot", "amount": 500}}}}
    denied = stage.tell(f"act bob {json.dumps(jackpot)}")["verdict"]["denied"]
    assert denied["clause"] == "2.5", denied
    nothing(check(supervisor, "displays"))

    wire.mend()
    expect(screens).to_contain_text("shows the prizes", timeout=30_000)
    expect(player.page.get_by_text("No jackpot wagers are taken now")).to_have_count(0, timeout=30_000)
    stage.act("bob", jackpot)


@clauses("baceball", "11.11", "11.11.2")
def wins_the_mystery(scene):
    """The first wager passes the trigger: the dealer is told to pay, and player and inspector check it in their browsers."""
    stage = scene.own_stage()
    open_table(stage, "baceball", TABLE)
    managers = Managers(scene, stage)
    # A wager adds $0.62, so that it passes any trigger there is.
    managers.opens_a_pool(Part_for_the_Mystery="1/8", Mystery_starts_with="100", Mystery_is_won_by="100.50", Part_that_the_house_keeps="5/8")
    wall = scene.visit(stage.url).open("/display/pool/1")
    mystery = wall.page.locator(".meter.mystery dd")
    expect(mystery).to_have_text("$100.00")
    dealer = scene.visit(stage.url)
    console = Console(dealer.sign_in("dan"), TABLE)
    console.shuffle()
    while console.is_due("burn"):
        console.key(next(console.cards))
    wagers(stage, "ann", 1)
    player = scene.visit(stage.url).sign_in("ann").open(f"/table/{TABLE}")
    player.press("Check the last mystery prize")
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The keys are shown when the prize is won.")
    player.press("Close", within=dialog)
    dealer.press("Accept the jackpot wager of area 1, ann")
    console.page.keyboard.press("n")
    expect(console.words).to_have_text("The jackpot wagers collected")
    console.page.keyboard.press("n")
    expect(console.due).to_have_attribute("data-due", "card")
    console.key("9C")
    expect(console.page.get_by_text(re.compile("pay ann on area 1 the mystery prize of", re.I)).first).to_be_visible()
    expect(mystery).to_have_text("$100.00")
    supervisor = scene.visit(stage.url).sign_in("sue").open("/pit?show=pools")
    expect(supervisor.page.get_by_role("article", name="Prize 1")).to_contain_text("Prize 1: Mystery")
    player.press("Check the last mystery prize")
    dialog = player.page.get_by_role("dialog")
    for words in ("All of it is right.", "follows from its key", "Wager 1 of the 1 that might win", "slip 1"):
        expect(dialog).to_contain_text(words)
    inspector = scene.visit(stage.url).sign_in("ina").open("/inspector?show=pools")
    expect(inspector.page.get_by_role("region", name="Mystery prizes")).to_contain_text("Pool 1, prize 1: won at")
    inspector.press("Check prize 1 of pool 1")
    expect(inspector.page.get_by_role("dialog")).to_contain_text("All of it is right.")
    nothing(check(inspector, "prize pools"))


FLOWS = {
    "wins the Major of a pool that two managers opened": wins_the_major,
    "says on the wall when it is not current": says_when_it_is_not_current,
    "takes no jackpot wager while a display is cut off": takes_no_jackpot_wager_without_the_display,
    "wins the mystery prize of a pool, and it is checked": wins_the_mystery,
}
