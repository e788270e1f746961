"""Vouchers and walk-ins: a manager issues a voucher, a dealer seats somebody without an account and exchanges it."""

import re

from clauses import clauses
from dealer import open_table
from playwright.sync_api import expect


@clauses("casino-war", "1.1/casino promotional token")
def exchanges_a_voucher_for_a_walk_in(scene):
    stage = scene.stage
    open_table(stage, "casino-war", 81)
    manager = scene.visit().sign_in("max").open("/pit?show=vouchers")
    manager.press("Issue a voucher…")
    dialog = manager.page.get_by_role("dialog")
    dialog.get_by_label("Number", exact=True).fill("81")
    dialog.get_by_label("Value").fill("50")
    dialog.get_by_label("Casino War").check()
    dialog.get_by_label("Further conditions").fill("one for each guest")
    manager.press("Send the request", within=dialog)
    expect(manager.page.get_by_role("dialog")).to_have_count(0)
    cashier = scene.visit().sign_in("cas").open("/pit?show=waiting")
    asked = cashier.page.get_by_role("listitem").filter(has_text="Issue voucher 81 for $50.00")
    cashier.press("Approve", within=asked)
    expect(asked).to_have_count(0)
    # The dealer seats somebody whom nobody knows, and exchanges the voucher, once.
    dealer = scene.visit(refused=(403, 409, 422)).sign_in("dan").open("/dealer/81")
    seats = dealer.page.get_by_role("region", name="Players")
    dealer.press("Walk-in", within=seats.get_by_role("listitem").nth(2))
    dealer.press("Seat the player", within=dealer.page.get_by_role("dialog"))
    own = seats.get_by_role("listitem").filter(has_text=re.compile(r"walk-in \d+"))
    expect(own).to_have_count(1)
    for words in ("has the tokens", "was exchanged already"):
        dealer.press("Voucher", within=own)
        dialog = dealer.page.get_by_role("dialog")
        dialog.get_by_label("Number of the voucher").fill("81")
        dealer.press("Exchange it", within=dialog)
        expect(dealer.page.get_by_text(re.compile(words))).to_be_visible()
    register = scene.visit().sign_in("ina").open("/inspector?show=vouchers")
    row = register.page.get_by_role("row").filter(has_text="one for each guest")
    expect(row).to_contain_text(re.compile(r"exchanged.*walk-in"))


@clauses("craps", "6.6.1", "6.4")
def shows_what_can_be_done_with_wagers(scene):
    """On a come out roll what is off says so, and can be called both ways; a Win Line with its point stays."""
    stage = scene.stage
    open_table(stage, "craps", 82)
    stage.act("ann", {"sit": {"table": 82, "player": "ann", "seat": 1}})
    stage.act("ann", {"bring": {"table": 82, "player": "ann", "amount": 50_000}})
    for wager in ({"on": "win-line"}, {"on": "hardway", "number": 8}):
        stage.act("ann", {"step": {"table": 82, "step": {"wager": {"player": "ann", "amount": 1000, **wager}}}})
    player = scene.visit().sign_in("ann").open("/table/82")
    own = player.page.get_by_role("region", name="Your wagers")
    hardway = own.get_by_role("listitem").filter(has_text="Hardway 8")
    line = own.get_by_role("listitem").filter(has_text=re.compile("^Win Line"))
    expect(hardway).to_contain_text("off on the next roll")
    for state in ("on", "off"):
        expect(player.button(re.compile(f"^Call {state}"), exact=False, within=hardway)).to_be_visible()
    expect(player.button(re.compile("^Call"), exact=False, within=line)).to_have_count(0)
    expect(player.button(re.compile("^Take back"), exact=False, within=line)).to_be_visible()


FLOWS = {
    "exchanges a voucher for a walk-in": exchanges_a_voucher_for_a_walk_in,
    "shows what can be done with wagers": shows_what_can_be_done_with_wagers,
}
