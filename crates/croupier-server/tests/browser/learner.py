"""Somebody who has never played: learns the game at the table, and is told what every tap does before and after it."""

import re
from functools import partial

from games import GAMES as SERVED
from guest import GAMES, PHONE, finish, place, sit, spot
from house import Wire
from playwright.sync_api import expect

CHIPS = "Your chips"


def learns(scene, game):
    """How to play, with the prices of the sign, in a panel under which the table goes on."""
    visit = scene.visit(scene.own_stage(people=False).url)
    page = sit(visit, GAMES[game][0])
    visit.press("How to play")
    panel = page.get_by_role("dialog", name=f"How to play {SERVED[game]['title']}")
    expect(panel.locator(".steps li")).not_to_have_count(0)
    expect(panel.locator(".shown svg").first).to_be_visible()
    for title in panel.locator(".prices dt").all_inner_texts():
        assert title.strip(), "a wager without a name"
    wagers = len(SERVED[game]["wagers"])
    expect(panel.locator(".prices dd p")).to_have_count(wagers)
    expect(panel.locator(".prices .pays")).to_have_count(wagers)
    # The table is still there: a wager is placed beside the open panel.
    place(page, GAMES[game][1][0])
    expect(panel).to_be_visible()
    visit.press("Close", within=panel)
    expect(panel).to_have_count(0)


def is_led_through_a_first_round(scene):
    """Three steps at a table with play money, none in the second round; and a tap is echoed before the house has answered."""
    visit = scene.visit(scene.own_stage(people=False).url)
    page = sit(visit, GAMES["casino-war"][0])
    status = page.locator(".status")
    expect(status).to_contain_text("First round, 1 of 3: choose a chip, then a spot edged in gold")
    held = []
    page.route("**/api/acts", lambda route: held.append(route))
    spot(page, "initial").click()
    expect(page.locator(".felt [data-on='initial'].tapped")).to_be_visible()
    expect(page.locator(".felt [data-on='initial'].held")).to_have_count(0)
    held[0].continue_()
    page.unroute("**/api/acts")
    expect(page.locator(".felt [data-on='initial'].held")).to_be_visible()
    expect(page.locator(".felt .tapped")).to_have_count(0)
    expect(status).to_contain_text("First round, 2 of 3: press “Deal now” when your wagers lie")
    visit.press("Deal now")
    results = finish(page)
    last = results.get_by_text("First round, 3 of 3: each line says what became of a wager")
    expect(last).to_be_visible()
    place(page, "initial")
    expect(status).not_to_contain_text("First round")
    visit.press("Deal now")
    expect(page.get_by_role("heading", name="Your round 2")).to_be_visible()
    finish(page)
    expect(last).to_be_hidden()


def knows_what_an_answer_costs(scene):
    """What lies there is said, every amount is on its button, and each answer has its key."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["lucky-draw-baccarat"][0])
    place(page, "enter")
    visit.press("Deal now")
    asked = page.locator(".bar .asked")
    expect(asked).to_contain_text(re.compile(r"Your \w+ and \w+ count \d\."))
    expect(asked.get_by_role("button", name=re.compile(r"^Draw a card for \$5\.00.*\$5\.00 on Draw"))).to_be_visible()
    # The same key twice is one answer: the second is not sent, and so nothing is refused.
    page.keyboard.press("s")
    page.keyboard.press("s")
    results = finish(page)
    expect(results).to_contain_text(re.compile("Your \\d (beat|were less than)|both counted"))
    status = page.locator(".status")
    expect(status).to_contain_text(re.compile(r"You won|You lost|Your chips came back"))
    expect(status).to_contain_text(re.compile(r"You \d, dealer \d · \$5\.00 staked, \$\d+\.00 back"))
    place(page, "enter")
    expect(status).not_to_contain_text("staked")


def is_told_of_other_amounts(scene):
    """A chip that is too small, or does not fit, is not changed in silence."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["casino-war"][0])
    page.get_by_label("chip of $1.00").check(force=True)
    spot(page, "initial").click()
    expect(page.locator(".note.near")).to_contain_text("Initial takes no less than $5.00: $5.00 was placed.")
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["craps"][0])
    spot(page, "horn").click()
    expect(page.locator(".note.near")).to_contain_text("Horn goes in steps of $2.00: $4.00 was placed.")


def agrees_to_a_commission(scene):
    """The commission is said before it is paid, once; and it is no result of a roll."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["craps"][0])
    buy = page.locator(".felt [data-on='buy'][data-number='4']")
    page.get_by_label("chip of $25.00").check(force=True)
    buy.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Buy for $25.00 costs a commission of $1.00.")
    visit.press("Cancel", within=dialog)
    expect(page.locator(".felt [data-on='buy'].held")).to_have_count(0)
    buy.click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Place ")).click()
    expect(page.locator(".felt [data-on='buy'].held")).to_have_count(1)
    expect(page.get_by_role("region", name="Your results")).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("last roll: why"))).to_be_hidden()


def plays_craps_as_players_do(scene):
    """One tap calls a wager on or off; the chips have a menu; the most goes behind at once; what is locked stays."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["craps"][0])
    place(page, "win-line")
    six = page.locator(".felt [data-on='place-win'][data-number='6']")
    six.click()
    caller = page.get_by_role("button", name="Place Win 6 is off: call it on")
    caller.click()
    page.get_by_role("button", name="Place Win 6 is on: call it off").click()
    expect(page.get_by_role("button", name="Place Win 6 is off: call it on")).to_have_text("off")
    six.click(button="right")
    menu = page.get_by_role("menu", name="Place Win 6")
    expect(menu.get_by_role("menuitem", name="Raise by $5.00")).to_be_visible()
    menu.get_by_role("menuitem", name="Take back").click()
    expect(page.locator(".felt [data-on='place-win'].held")).to_have_count(0)
    point = "async () => (await (await fetch('/api/tables/2')).json()).dice.point"
    for _ in range(30):
        # Ready, or without a wager and free to place one: then the page has seen the last roll.
        page.wait_for_function("""() => !document.querySelector('.deeds .button:last-child').hasAttribute('aria-disabled')
            || !document.querySelector("[data-on='win-line'].held") && document.querySelector("[data-on='win-line'].open")""")
        if not page.locator(".felt [data-on='win-line'].held").count():
            place(page, "win-line")
        before = page.evaluate("async () => (await (await fetch('/api/tables/2')).json()).round")
        visit.press("Roll now")
        page.wait_for_function("async (before) => { const view = await (await fetch('/api/tables/2')).json(); return view.round > before && view.expects.wagers; }", arg=before)
        if page.evaluate(point):
            break
    line = page.locator(".felt [data-on='win-line'].held")
    expect(line).to_be_visible()
    # The Win Line has its point: nothing offers to take it back, and who tries is told why not.
    expect(visit.button("Take back", within=page.get_by_role("region", name=CHIPS))).to_have_attribute("aria-disabled", "true")
    line.focus()
    page.keyboard.press("Delete")
    expect(page.locator(".note.near")).to_contain_text("Win Line stays until it is decided.")
    line.click(button="right")
    expect(page.get_by_role("menuitem", name="$10.00 behind")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Behind Win Line: $10.00, the most").click()
    expect(page.locator(".felt [data-on='behind-win-line'].held")).to_have_attribute("aria-label", re.compile("your wager 10"))
    expect(page.get_by_role("button", name=re.compile("^Behind Win Line: .*, the most"))).to_be_hidden()


# What a finger does, as browsers tell it that say nothing of a long press.
FINGER = "(spot, kind) => spot.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'touch', isPrimary: true, clientX: 5, clientY: 5 }))"


def presses_long_on_chips(scene):
    """A long press opens the menu of the chips, and places nothing."""
    visit = scene.visit(scene.own_stage(people=False).url, **PHONE)
    page = sit(visit, GAMES["casino-war"][0])
    place(page, "initial", tap=True)
    held = page.locator(".felt [data-on='initial'].held")
    held.evaluate(f"(spot) => ({FINGER})(spot, 'pointerdown')")
    menu = page.get_by_role("menu", name=re.compile("^Initial"))
    expect(menu.get_by_role("menuitem", name="Take back")).to_be_visible()
    held.evaluate(f"(spot) => {{ ({FINGER})(spot, 'pointerup'); spot.click(); }}")
    menu.get_by_role("menuitem", name="Raise by $5.00").tap()
    expect(held).to_have_attribute("aria-label", re.compile("your wager 10"))


# A clock that can be moved, and says how far it was.
MOVABLE = "const now = Date.now.bind(Date); window.moved = 0; Date.now = () => now() + window.moved;"


def wakes_up(scene):
    """A laptop sleeps: its line is dead without a word, and its clock has gone on. It notices, and shows the table as it is."""
    stage = scene.own_stage(people=False)
    wire = scene.closes(Wire(stage.url))
    visit = scene.visit(wire.url, away=True)
    visit.context.add_init_script(MOVABLE)
    page = sit(visit, GAMES["casino-war"][0])
    place(page, "initial")
    wire.put_to_sleep()
    other = scene.visit(stage.url)
    place(sit(other, GAMES["casino-war"][0]), "initial")
    expect(page.locator(".felt .stack")).to_have_count(1)
    page.evaluate("() => { window.moved = 8 * 3600 * 1000; }")
    expect(page.locator(".felt .stack")).to_have_count(2, timeout=20_000)
    # Betting lasts ten minutes here, whatever this machine's clock says.
    expect(page.locator(".status")).to_contain_text(re.compile(r"lie(10|\d):\d\d$"))
    # A clock that is put back is noticed as well.
    page.evaluate("() => { window.moved = 0; }")
    expect(page.locator(".status")).to_contain_text(re.compile(r"lie(10|\d):\d\d$"))
    spot(page, "initial").click()
    expect(page.locator(".felt [data-on='initial'].held")).to_have_attribute("aria-label", re.compile("your wager 10"))


def keeps_a_guest_through_a_restart(scene):
    """The server is killed and started again: the guest has the seat, the chips and the session as before."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url, away=True)
    page = sit(visit, GAMES["casino-war"][0])
    expect(page.locator("#top .purse")).to_contain_text("+ $200.00")
    money = page.locator("#top .purse").text_content()
    rack = page.locator(".bar .rack > strong").inner_text()
    stage.kill()
    expect(page.get_by_text("Connection lost, reconnecting…")).to_be_visible()
    stage.again()
    expect(page.get_by_text("Connection lost, reconnecting…")).to_be_hidden(timeout=20_000)
    expect(page.locator("#top .name")).to_have_text("guest")
    expect(page.locator("#top .purse")).to_have_text(re.sub(r"\s+", " ", money).strip())
    expect(page.locator(".bar .rack > strong")).to_have_text(rack)
    place(page, "initial")


# A machine whose clock is three hours ahead.
AHEAD = "const now = Date.now.bind(Date); Date.now = () => now() + 3 * 3600 * 1000;"


def plays_in_two_tabs(scene):
    """Two tabs of one guest, on a machine whose clock is wrong: both show the same table, and the time that the house gives."""
    visit = scene.visit(scene.own_stage(people=False).url)
    visit.context.add_init_script(AHEAD)
    page = sit(visit, GAMES["casino-war"][0])
    place(page, "initial")
    other = visit.context.new_page()
    other.goto(page.url)
    held = "[data-on='initial'].held"
    expect(other.locator(held)).to_have_attribute("aria-label", re.compile(r"your wager 5\b"))
    for tab in (page, other):
        # Betting lasts ten minutes here.
        expect(tab.locator(".status")).to_contain_text(re.compile(r"lie(10|\d):\d\d$"))
    spot(other, "initial").click()
    for tab in (page, other):
        expect(tab.locator(held)).to_have_attribute("aria-label", re.compile("your wager 10"))
    other.get_by_role("button", name="Deal now").click()
    results = finish(page)
    # One of the two has opened the own text of the draw; the other complains of nothing.
    for tab in (page, other):
        expect(tab.locator("#notes")).to_be_empty()
    expect(other.get_by_role("region", name="Your results").locator(".headline strong").first).to_have_text(results.locator(".headline strong").first.inner_text())
    assert page.locator(".bar .rack > strong").inner_text() == other.locator(".bar .rack > strong").inner_text()


def sits_down_with_chips(scene):
    """Who sits down straight from the street has chips, sees all of the money, and is asked before it is given up."""
    for _ in range(4):
        visit = scene.visit().open("/table/4")
        page = visit.page
        visit.press("Sit down as a guest")
        expect(page.locator(".bar .rack > strong")).to_have_text("$200.00")
        expect(page.locator("#top .purse")).to_contain_text("$800.00")
        expect(page.locator("#top .purse")).to_contain_text("+ $200.00")
    visit.press("End")
    dialog = page.get_by_role("dialog", name="End your visit?")
    visit.press("Stay", within=dialog)
    expect(page.locator(".bar")).to_be_visible()
    visit.press("End")
    visit.press("End it", within=page.get_by_role("dialog"))
    expect(visit.button("Play as a guest")).to_be_visible()


def finds_past_rounds(scene):
    """Past rounds have the own results; the score card says that it predicts nothing; the statement has a graph."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["baceball"][0])
    place(page, "bet")
    visit.press("Deal now")
    results = finish(page)
    change = results.locator(".headline strong").first.inner_text()
    expect(page.locator(".scorecard")).to_contain_text("says nothing of what comes next")
    visit.link("All rounds").click()
    expect(page.locator(".rounds > li").first.locator(".ownresults strong")).to_have_text(change)
    visit.link("Statement").click()
    expect(page.get_by_role("img", name=re.compile(r"^From \$1,000\.00 to "))).to_be_visible()


def hears_only_when_asked(scene):
    """Sound is off until somebody turns it on, and the choice is kept."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["casino-war"][0])
    visit.press("Sound off")
    expect(visit.button("Sound on")).to_have_attribute("aria-pressed", "true")
    place(page, "initial")
    page.reload()
    visit.press("Sound on")
    expect(visit.button("Sound off")).to_have_attribute("aria-pressed", "false")


def sees_the_own_spot_on_a_phone(scene):
    """The spot of the first wager is not under the bar, upright or sideways."""
    for width, height in ((360, 740), (390, 844), (740, 360)):
        for game in ("three-card-baccarat", "baceball"):
            visit = scene.visit(**{**PHONE, "viewport": {"width": width, "height": height}})
            page = sit(visit, GAMES[game][0])
            own = spot(page, GAMES[game][1][0])
            expect(own).to_be_visible()
            page.wait_for_function("""([on]) => { const own = document.querySelector(`.area.mine [data-on="${on}"]`).getBoundingClientRect(); return own.bottom <= document.querySelector('.bar').getBoundingClientRect().top && own.top >= 0; }""", arg=[GAMES[game][1][0]])


FLOWS = {f"learns {game['title']} at the table": partial(learns, game=name) for name, game in SERVED.items() if game["drawn"]} | {
    "is led through a first round": is_led_through_a_first_round,
    "knows what an answer costs, and what a round brought": knows_what_an_answer_costs,
    "is told of other amounts than the chip's": is_told_of_other_amounts,
    "agrees to a commission before it is paid": agrees_to_a_commission,
    "plays craps as players do": plays_craps_as_players_do,
    "presses long on chips": presses_long_on_chips,
    "wakes up, and sees the table as it is": wakes_up,
    "is the same guest after a restart": keeps_a_guest_through_a_restart,
    "plays in two tabs on a machine with a wrong clock": plays_in_two_tabs,
    "sits down with chips, and sees all of the money": sits_down_with_chips,
    "finds past rounds with the own results": finds_past_rounds,
    "hears only when asked": hears_only_when_asked,
    "sees the own spot on a phone": sees_the_own_spot_on_a_phone,
}
