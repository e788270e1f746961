"""A guest: comes in from the street, plays, finds the clause, and checks the draw; on any device, on any line."""

import re
import time
from functools import partial

from games import DICE, GAMES as SERVED, first_wagers
from house import Wire
from playwright.sync_api import expect
from visit import SECONDS

# For each game the demo table, and the wagers that are placed: such as the next round or roll decides, whatever point others
# have left behind.
GAMES = {name: (f"{game['title']} demo", first_wagers(name)) for name, game in SERVED.items()}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def sit(visit, name):
    """Comes in as a guest and takes a seat at a table."""
    page = visit.open().page
    visit.press("Play as a guest")
    visit.link(f"Play {name}").click()
    page.get_by_role("button", name=re.compile("^Sit down with")).click()
    expect(page.get_by_role("region", name="Your chips")).to_be_visible()
    return page


def spot(page, on):
    """The spot of a wager where one can be placed now: before the own seat, or in the middle for all."""
    return page.locator(f".felt .area.mine [data-on='{on}'].open, .felt :not(.area *)[data-on='{on}'].open").first


def place(page, on, tap=False):
    found = spot(page, on)
    found.tap() if tap else found.click()
    expect(page.locator(f".felt [data-on='{on}'].held")).to_be_visible()


# Presses the first answer to what is asked, once: the same button stays until the table has answered.
ANSWER = """() => {
    const button = document.querySelector('.asked button:not([data-pressed])');
    if (button) { button.dataset.pressed = ''; button.click(); }
}"""


def finish(page):
    """Answers whatever is asked until the round is paid and wagers are taken again: some of it may be settled before."""
    results = page.get_by_role("region", name="Your results")
    until = time.monotonic() + 2 * SECONDS
    while time.monotonic() < until:
        if results.is_visible() and page.locator(".status.open").count():
            return results
        if not page.locator(".asked [data-pressed]").count():
            page.evaluate(ANSWER)
        page.wait_for_timeout(100)
    raise AssertionError("the round does not end")


def look_up(page, results, game):
    """Goes from a result to its clause and back, and does not leave the table."""
    table = page.url
    clause = results.locator("a[href^='/rules/']").first
    number = re.search(r"[\d.]+", clause.inner_text())[0]
    clause.click()
    panel = page.get_by_role("dialog", name=f"Clause {number}")
    expect(panel.locator(".says")).not_to_be_empty()
    expect(panel.get_by_role("link", name="all clauses")).to_have_attribute("href", f"/rules/{game}/{number}")
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    assert page.url == table, page.url


def plays(scene, game):
    name, wagers = GAMES[game]
    visit = scene.visit()
    page = sit(visit, name)
    for on in wagers:
        place(page, on)
    expect(page.get_by_text("Your words are sealed: nobody knows them before betting is closed.")).to_be_visible()
    visit.press("Roll now" if game in DICE else "Deal now")
    results = finish(page)
    look_up(page, results, game)
    page.get_by_role("button", name="Check the last round").click()
    expect(page.get_by_role("dialog").get_by_text("All of it is right.")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text("sealed these words before betting was closed")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_text("Key: ")).to_be_visible()


def undoes_and_repeats(scene):
    visit = scene.visit()
    page = sit(visit, GAMES["casino-war"][0])
    held = page.locator(".felt [data-on='initial'].held")
    place(page, "initial")
    spot(page, "initial").click()
    expect(held).to_have_attribute("aria-label", re.compile("your wager 10"))
    visit.press("Undo")
    expect(held).to_have_attribute("aria-label", re.compile(r"your wager 5\b"))
    visit.press("Double")
    expect(held).to_have_attribute("aria-label", re.compile("your wager 10"))
    visit.press("Deal now")
    finish(page)
    visit.press("Repeat")
    expect(held).to_have_attribute("aria-label", re.compile("your wager 10"))
    visit.press("Take back", within=page.get_by_role("region", name="Your chips"))
    held.click()
    expect(held).to_have_count(0)


def loses_the_line(scene):
    """The line is cut in a round; what happens meanwhile is told when it is back."""
    stage = scene.own_stage(people=False)
    wire = scene.closes(Wire(stage.url))
    visit = scene.visit(wire.url, away=True)
    page = sit(visit, GAMES["baceball"][0])
    page.evaluate("() => { window.sameWindow = true; }")
    place(page, "bet")
    lost = page.get_by_text("Connection lost, reconnecting…")
    expect(lost).to_be_hidden()
    wire.cut()
    expect(lost).to_be_visible()
    # Betting ends by the clock, the cards come, and the round is settled, with nobody looking.
    stage.advance(601)
    other = scene.visit(stage.url).open("/table/1")
    expect(other.page.locator(".felt .cards svg, .felt .cards .card").first).to_be_visible()
    other.page.wait_for_function("async () => (await (await fetch('/api/tables/1')).json()).lines.length > 0")
    wire.mend()
    expect(lost).to_be_hidden(timeout=20_000)
    results = page.get_by_role("region", name="Your results")
    expect(results.locator("a[href^='/rules/']").first).to_be_visible()
    spoken = page.locator("#spoken")
    expect(spoken).to_contain_text("While you were away")
    for words in ("No more bets.", "Bet: ", "The round is over."):
        expect(spoken).to_contain_text(words)
    assert page.evaluate("() => window.sameWindow"), "the page was loaded again"
    # And it goes on: another round on the same line.
    place(page, "bet")
    visit.press("Deal now")
    expect(page.get_by_role("heading", name="Your round 2")).to_be_visible()


def plays_by_touch(scene):
    visit = scene.visit(**PHONE)
    page = visit.open().page
    visit.button("Play as a guest").tap()
    visit.link("Play bACEball demo").tap()
    page.get_by_role("button", name=re.compile("^Sit down with")).tap()
    place(page, "bet", tap=True)
    visit.button("Deal now").tap()
    results = finish(page)
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} wide"
    page.get_by_role("button", name=re.compile("last round: why")).tap()
    expect(results.locator("a[href^='/rules/']").first).to_be_in_viewport()
    results.locator("a[href^='/rules/']").first.tap()
    expect(page.get_by_role("dialog", name=re.compile("^Clause "))).to_be_in_viewport()


def reach(page, name, most=60):
    """Goes with the Tab key to what has a name, as somebody without a mouse does."""
    script = """() => { const it = document.activeElement;
        return it === document.body ? '' : it.getAttribute('aria-label') ?? it.innerText ?? ''; }"""
    for _ in range(most):
        if re.search(name, page.evaluate(script)):
            ring = page.evaluate("() => document.activeElement.matches(':focus-visible')")
            assert ring, f"the focus on {name!r} cannot be seen"
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {name!r}")


def plays_by_keyboard(scene):
    visit = scene.visit()
    page = visit.open().page
    expect(visit.button("Play as a guest")).to_be_visible()
    reach(page, "^Play as a guest")
    page.keyboard.press("Enter")
    expect(page.locator("#top .name")).to_have_text("guest")
    reach(page, "^Play\\s+Casino War demo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Sit down with"))).to_be_visible()
    reach(page, "^Sit down with")
    page.keyboard.press("Enter")
    expect(spot(page, "initial")).to_be_visible()
    reach(page, "^(Initial|Bet), area \\d.*can be wagered on now")
    page.keyboard.press("Space")
    expect(page.locator(".felt [data-on='initial'].held")).to_be_visible()
    page.keyboard.press("n")
    results = page.get_by_role("region", name="Your results")
    asked = page.locator(".asked button")
    expect(results.or_(asked).first).to_be_visible()
    if not results.is_visible():
        page.keyboard.press("g")
    expect(results).to_be_visible()
    reach(page, "last round: why")
    page.keyboard.press("Enter")
    expect(results).to_be_focused()
    reach(page, "^clause ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=re.compile("^Clause "))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="How to play Casino War")).to_contain_text("deal now, roll now")


def leave(visit):
    visit.page.get_by_role("button", name=re.compile("^Seat and chips")).click()
    visit.press("Leave the table")
    expect(visit.page.get_by_role("region", name="Your chips")).to_be_hidden()


def takes_a_seat_that_was_somebodys(scene):
    """Nothing of the one before is shown as the newcomer's own."""
    stage = scene.own_stage(people=False)
    before = scene.visit(stage.url)
    page = sit(before, GAMES["baceball"][0])
    place(page, "bet")
    before.press("Deal now")
    finish(page)
    own = page.locator(".area.mine").get_attribute("data-area-number")
    leave(before)
    after = scene.visit(stage.url)
    page = sit(after, GAMES["baceball"][0])
    expect(page.locator(".area.mine")).to_have_attribute("data-area-number", own)
    assert after.fetch("/api/tables/1")[1]["lines"], "the round before is still to be seen"
    expect(spot(page, "bet")).to_be_visible()
    expect(page.get_by_role("region", name="Your results")).to_be_hidden()
    expect(after.button("Repeat")).to_be_disabled()


# Counts what moves on the page for longer than a blink.
MOVES = """() => {
    window.moved = [];
    const see = (event) => event.target.getAnimations?.().forEach((it) => {
        const { duration, iterations } = it.effect.getComputedTiming();
        if (duration * Math.min(iterations, 2) > 20) window.moved.push(`${event.type} ${event.target.className.baseVal ?? event.target.className}`);
    });
    for (const kind of ['animationstart', 'transitionstart']) document.addEventListener(kind, see, true);
}"""


def is_spared_motion(scene):
    moved = {}
    for motion in ("reduce", "no-preference"):
        visit = scene.visit(reduced_motion=motion)
        page = sit(visit, GAMES["baceball"][0])
        page.evaluate(MOVES)
        place(page, "bet")
        visit.press("Deal now")
        finish(page)
        moved[motion] = page.evaluate("() => window.moved")
        leave(visit)
    assert not moved["reduce"], f"moves in spite of all: {moved['reduce'][:5]}"
    assert moved["no-preference"], "nothing moves at all, so the check above says nothing"


def cuts_the_cards(scene):
    """The cut is offered with a slider; the burned cards stay hidden; who lets the time pass is passed over."""
    stage = scene.own_stage(people=False, cut=20000)
    visit = scene.visit(stage.url)
    page = sit(visit, GAMES["casino-war"][0])
    asked = page.locator(".asked")
    expect(asked).to_contain_text("offered to you to cut")
    page.get_by_role("slider").fill("100")
    expect(asked).to_contain_text("100 cards from the top")
    place(page, "initial")
    visit.press("Cut here")
    expect(asked).to_have_count(0)
    visit.press("Deal now")
    finish(page)
    page.get_by_role("button", name="Check the burned cards").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Not yet.")).to_be_visible()
    expect(dialog).to_contain_text("when the shoe is over")
    page.keyboard.press("Escape")
    leave(visit)
    page = sit(scene.visit(stage.url), GAMES["lucky-draw-baccarat"][0])
    asked = page.locator(".asked")
    expect(asked).to_contain_text("offered to you to cut")
    stage.advance(21)
    expect(asked).to_have_count(0)
    place(page, "enter")


FLOWS = {f"plays {game} to a settlement, finds the clause, checks the draw": partial(plays, game=game) for game in GAMES} | {
    "undoes, doubles, repeats and takes back": undoes_and_repeats,
    "loses the line and misses nothing": loses_the_line,
    "plays by touch on a phone": plays_by_touch,
    "plays by keyboard alone": plays_by_keyboard,
    "is spared motion": is_spared_motion,
    "cuts the cards, and lets the cut pass": cuts_the_cards,
    "takes a seat that was somebody's": takes_a_seat_that_was_somebodys,
}
