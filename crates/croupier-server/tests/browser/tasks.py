"""What must be done: the dealer's list at the console, the pit's, an inspector's, and the text of an order."""

from clauses import clauses
from dealer import Console, open_table
from playwright.sync_api import expect
from supervisor import choose, raise_minimum


def to_do(page, kind):
    return page.locator(f"[data-task='{kind}']")


def are_done_where_they_are_shown(scene):
    stage = scene.own_stage(idle=600)
    open_table(stage, "casino-war", 51)
    dealer = scene.visit(stage.url).sign_in("dan")
    console = Console(dealer, 51)
    console.seat(1, "ann", "500.00")
    expect(to_do(console.page, "equipment")).to_have_count(5)
    box = to_do(console.page, "equipment").filter(has_text="drop box")
    dealer.press("Done…", within=box)
    dealer.press("Done", within=console.dialog(**{"Number of the drop box": "12"}))
    expect(to_do(console.page, "equipment")).to_have_count(4)
    # What is done is done on every screen, and after a reload.
    dealer.open("/dealer/51")
    expect(to_do(dealer.page, "equipment")).to_have_count(4)
    # A spared player gets a marker; players see old and new limits side by side, and their own.
    pit = scene.visit(stage.url).sign_in("sue")
    raise_minimum(pit, choose(pit, 51), spare=True)
    marker = to_do(dealer.page, "put-marker")
    expect(marker).to_contain_text("Put a marker before ann at seat 1")
    dealer.press("Done", within=marker)
    expect(marker).to_have_count(0)
    player = scene.visit(stage.url).sign_in("ann").open("/table/51")
    sign = player.page.locator(".side")
    expect(sign).to_contain_text("before: $5 to $500")
    expect(sign).to_contain_text("the minimum that you keep")
    # The pit takes back what it announced.
    panel = choose(pit, 51)
    announce = pit.button("Announce closing…", within=panel)
    announce.click()
    pit.press("Cancel", within=pit.page.get_by_role("dialog"))
    expect(pit.button("Do not close", within=panel)).to_have_count(0)
    announce.click()
    pit.press("Put the sign up", within=pit.page.get_by_role("dialog"))
    pit.press("Do not close", within=panel)
    expect(announce).to_be_visible()


def reach_an_inspector_who_confirms(scene):
    stage = scene.own_stage(idle=600)
    open_table(stage, "casino-war", 52)
    stage.act("sue", {"detain": {"table": 52, "name": "bob", "why": "a device"}})
    inspector = scene.visit(stage.url).sign_in("ina").open("/inspector?show=todo")
    hold = to_do(inspector.page, "hold")
    expect(hold).to_contain_text("Hold bob")
    inspector.press("Handed over…", within=hold)
    dialog = inspector.page.get_by_role("dialog")
    dialog.get_by_label("Who came, and when").fill("inspector Reed at noon")
    inspector.press("Handed over", within=dialog)
    expect(hold).to_have_count(0)
    inspector.page.get_by_role("tab", name="Tasks", exact=True).click()
    expect(inspector.page.get_by_role("tabpanel")).to_contain_text("handed over to the inspector by ina")


def have_a_manager_load_the_order(scene):
    stage = scene.own_stage(idle=600)
    open_table(stage, "casino-war", 54)
    reader = scene.visit(stage.url, refused=[404]).open("/rules/casino-war/order")
    expect(reader.page.get_by_role("note")).to_contain_text("has not loaded the order")
    manager = scene.visit(stage.url).sign_in("max").open("/pit?show=waiting")
    manager.press("Load the text…", within=to_do(manager.page, "load-order"))
    text = {"name": "order.txt", "mimeType": "text/plain", "buffer": b"1. The first rule.\n2. The second rule.\n"}
    manager.page.get_by_label("File").set_input_files(text)
    manager.press("Load it", within=manager.page.get_by_role("dialog"))
    expect(to_do(manager.page, "load-order")).to_have_count(0)
    reader.open("/table/54")
    # From the table the order opens in a window of its own, and the table stays.
    reader.press("How to play")
    with reader.context.expect_page() as opened:
        reader.link("the text of the order").click()
    expect(opened.value.locator("pre.order")).to_contain_text("2. The second rule.")


@clauses("craps", "6.6.1")
@clauses("three-card-baccarat", "4.2")
def end_with_the_act_that_they_ask_for(scene):
    stage = scene.own_stage(idle=600)
    open_table(stage, "craps", 55)
    stage.act("ann", {"sit": {"table": 55, "player": "ann", "seat": 1}})
    stage.act("ann", {"bring": {"table": 55, "player": "ann", "amount": 50_000}})
    spot = {"player": "ann", "on": "place-win", "number": 6}
    stage.act("ann", {"step": {"table": 55, "step": {"wager": {**spot, "amount": 600}}}})
    stage.act("ann", {"step": {"table": 55, "step": {"call": {**spot, "state": "on"}}}})
    dealer = scene.visit(stage.url).sign_in("dan").open("/dealer/55")
    call = to_do(dealer.page, "call")
    dealer.press("Called", within=call)
    expect(call).to_have_count(0)
    open_table(stage, "three-card-baccarat", 56)
    stage.act("ann", {"sit": {"table": 56, "player": "ann", "seat": 1}})
    stage.act("dan", {"begin-shuffle": {"table": 56, "pre_shuffled": True}})
    stage.act("ann", {"ask-riffle": {"table": 56}})
    dealer.open("/dealer/56")
    riffle = to_do(dealer.page, "riffle")
    dealer.press("Riffled", within=riffle)
    expect(riffle).to_have_count(0)


FLOWS = {
    "end with the act that they ask for": end_with_the_act_that_they_ask_for,
    "are done where they are shown": are_done_where_they_are_shown,
    "reach an inspector who confirms": reach_an_inspector_who_confirms,
    "have a manager load the order": have_a_manager_load_the_order,
}
