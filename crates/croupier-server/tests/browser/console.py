"""The console as a crew uses it: few keys, nothing that moves, one screen for each of a crew, the same on every screen."""

import re

from dealer import Console, open_table
from felts import RESTS
from house import PASSWORD
from playwright.sync_api import expect

CARDS = "2C 3D 4H 5S 6C 7D 8H 9S JC QD".split()


class Hand:
    """A hand that counts what it does: keys, and touches of the screen."""

    def __init__(self, page):
        self.page, self.actions = page, 0

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            self.actions += 1

    def touch(self, element):
        element.click()
        self.actions += 1


def seat_all(stage, table, count):
    """So many players sit down with chips; returns their names."""
    names = [f"guest-{table}-{number}" for number in range(1, count + 1)]
    for number, name in enumerate(names, 1):
        stage.tell(f"person {name} {PASSWORD.replace(' ', '-')} player")
        stage.act("cas", {"buy-in": {"player": name, "amount": 200_000}})
        stage.act(name, {"sit": {"table": table, "player": name, "seat": number}})
        stage.act(name, {"bring": {"table": table, "player": name, "amount": 100_000}})
    return names


def war(scene, table, players, **options):
    """A physical table of Casino War with players at it, ready for wagers."""
    open_table(scene.stage, "casino-war", table, seats=9)
    names = seat_all(scene.stage, table, players)
    visit = scene.visit(**options)
    console = Console(visit.sign_in("dan"), table)
    console.shuffle()
    while console.is_due("burn"):
        console.key("AC")
    return visit, console, names


def boxes(console):
    """Where the areas, the pad and the amount are on the screen."""
    page = console.page
    found = [console.table.get_by_role("listitem", name=f"Area {area}", exact=True) for area in (1, 9)]
    found += [page.get_by_role("group", name="Cards", exact=True), page.get_by_label("Amount", exact=True)]
    return [{side: round(value) for side, value in it.bounding_box().items()} for it in found]


def plays_nine_with_few_keys(scene):
    visit, console, _ = war(scene, 181, 9, viewport={"width": 1366, "height": 850})
    hand = Hand(console.page)
    places = [boxes(console)]
    hand.press("w", "2", "5", *["Enter"] * 9)
    expect(console.wagers).to_have_count(9)
    expect(console.table.get_by_role("button", name=re.compile(r"^Initial \$25"))).to_have_count(9)
    places.append(boxes(console))
    hand.press("n")
    expect(console.due.get_by_text("No more bets", exact=True)).to_be_visible()
    for card in CARDS:
        hand.press(*card.lower())
    expect(console.due).to_have_attribute("data-due", "payment")
    places.append(boxes(console))
    hand.press("n")
    expect(console.due).not_to_have_attribute("data-due", "payment")
    expect(console.pay).to_have_count(9)
    assert hand.actions < 40, f"a round of nine takes {hand.actions} keys"
    places.append(boxes(console))
    assert all(place == places[0] for place in places), f"something moved: {places}"
    # The next round is one key.
    console.page.keyboard.press("l")
    expect(console.wagers).to_have_count(9)


def keys_go_where_the_dealer_looks(scene):
    visit, console, _ = war(scene, 182, 2)
    amount = console.page.get_by_label("Amount", exact=True)
    keyboard = console.page.keyboard
    keyboard.press("w")
    expect(console.due.get_by_text("Keys go to Amount")).to_be_visible()
    for key in ("2", "5", "Enter", "Enter"):
        keyboard.press(key)
    expect(console.wagers).to_have_count(2)
    # Whatever is no amount goes to the table, and the amount is as it was.
    keyboard.press("n")
    expect(console.due.get_by_text("No more bets", exact=True)).to_be_visible()
    expect(amount).not_to_be_focused()
    amount.focus()
    for key in "5h":
        keyboard.press(key)
    expect(console.table.get_by_role("img", name=re.compile("five of hearts", re.I))).to_be_visible()
    expect(amount).to_have_value("25")
    expect(amount).not_to_be_focused()
    for key in "10s":
        keyboard.press(key)
    expect(console.table.get_by_role("img", name=re.compile("ten of spades", re.I))).to_be_visible()


def puts_a_card_right_with_one_key(scene):
    visit, console, _ = war(scene, 183, 1)
    console.wager("25")
    console.page.keyboard.press("n")
    expect(console.due.get_by_text("No more bets", exact=True)).to_be_visible()
    console.key("KS")
    # Nothing runs off a phone or a tablet.
    for width in (360, 768, 1024, 1366, 1920):
        console.page.set_viewport_size({"width": width, "height": 800})
        wide = console.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} at {width}"
    # Whoever looks for it among what is irregular is sent back to that key.
    console.page.keyboard.press("i")
    expect(console.page.get_by_role("dialog")).to_contain_text("only entered wrongly is no irregularity: close this, and press Backspace")
    console.page.keyboard.press("Escape")
    console.page.keyboard.press("Backspace")
    expect(console.due.get_by_text("Which card was it?")).to_be_visible()
    console.key("QS")
    expect(console.log).to_contain_text(re.compile("king of spades was entered wrongly: it is the queen of spades", re.I))
    expect(console.table.get_by_role("img", name=re.compile("queen of spades", re.I))).to_be_visible()


def a_choice_is_one_key(scene):
    visit, console, _ = war(scene, 188, 1)
    console.wager("25")
    console.page.keyboard.press("n")
    expect(console.due.get_by_text("No more bets", exact=True)).to_be_visible()
    console.key("KS")
    console.key("KD")
    expect(console.due).to_have_attribute("data-due", "choice")
    console.page.keyboard.press("w")
    expect(console.due).not_to_have_attribute("data-due", "choice")
    expect(console.table.get_by_role("button", name=re.compile(r"^War \$25"))).to_have_count(1)


def every_screen_says_the_same(scene):
    """After a reload, and on the screen of a supervisor who is called over, stands what was said before."""
    visit, console, names = war(scene, 184, 1)
    console.wager("25")
    console.page.keyboard.press("n")
    console.key("KS")
    expect(console.log).to_contain_text("No more bets")
    lines = console.log.get_by_role("listitem")
    said = lines.all_inner_texts()
    console.page.reload()
    expect(lines).to_have_text(said, use_inner_text=True)
    other = scene.visit()
    supervisor = Console(other.sign_in("sue"), 184)
    expect(supervisor.log.get_by_role("listitem")).to_have_text(said, use_inner_text=True)
    # What happens from now on reaches both, once.
    console.key("QD")
    for log in (console.log, supervisor.log):
        expect(log.get_by_text(re.compile("queen of diamonds to the dealer", re.I))).to_have_count(1)


def says_what_was_refused_without_covering_anything(scene):
    visit, console, _ = war(scene, 185, 2)
    visit.refused.add("409")
    visit.refused.add("422")
    console.page.keyboard.press("w")
    for key in ("1", "Enter"):
        console.page.keyboard.press(key)
    expect(console.due.get_by_text(re.compile("below the minimum", re.I))).to_be_visible()
    expect(console.page.locator("#notes > *")).to_have_count(0)
    # The seat that was refused is still the one that is asked for.
    for key in ("2", "5", "Enter", "Enter"):
        console.page.keyboard.press(key)
    expect(console.wagers).to_have_count(2)
    expect(console.due.get_by_text(re.compile("below the minimum", re.I))).to_have_count(0)
    # Every spot has a name of its own.
    spots = console.table.get_by_role("button", name=re.compile("a wager for"))
    names = [spot.get_attribute("aria-label") for spot in spots.all()]
    assert len(names) >= 4 and len(set(names)) == len(names), names


def craps(scene, table, who="box"):
    """A table of Craps with eight players, the dice taken and registered."""
    open_table(scene.stage, "craps", table, seats=8)
    names = seat_all(scene.stage, table, 8)
    visit = scene.visit(viewport={"width": 1366, "height": 850})
    console = Console(visit.sign_in(who), table)
    visit.press(f"{names[0]} takes these two")
    visit.press("Register dice and equipment…", exact=False)
    dialog = console.dialog(**{"Serial numbers of the five dice": "11 12 13 14 15"})
    for box in dialog.get_by_role("checkbox").all():
        box.check()
    visit.press("Register", within=dialog)
    expect(console.page.get_by_role("dialog")).to_have_count(0)
    return visit, console, names


def spot(console, name):
    return console.page.get_by_role("group", name="Layout", exact=True).get_by_role("button", name=re.compile(f"^{name}: a wager"))


# Lists the chips on the layout that lie on a label or leave their spot.
COVERED = """() => [...document.querySelectorAll('.staff-layout .spot')].filter((spot) => spot.checkVisibility()).flatMap((spot) => {
    const textOf = (label) => { const range = document.createRange(); range.selectNodeContents(label); return range.getBoundingClientRect(); };
    const labels = [...spot.querySelectorAll(':scope > :is(b, small, span:not(.seat-chips))')].filter((label) => label.checkVisibility() && label.textContent.trim());
    const own = spot.getBoundingClientRect();
    return [...spot.querySelectorAll('.seat-chip')].flatMap((chip) => {
        const box = chip.getBoundingClientRect();
        const on = labels.filter((label) => { const text = textOf(label); return box.left < text.right - 1 && box.right > text.left + 1 && box.top < text.bottom - 3 && box.bottom > text.top + 3; });
        const out = box.left < own.left - 1 || box.top < own.top - 1 ? ['its spot'] : [];
        return [...on.map((label) => label.textContent), ...out].map((words) => `${spot.dataset.on} ${spot.dataset.number ?? ''}: ${chip.textContent} on ${words}`);
    });
})"""


def places_twenty_on_the_layout(scene):
    visit, console, names = craps(scene, 86)
    hand = Hand(console.page)
    hand.press("w", "2", "5", "Escape")
    wanted = ["Win Line", "Field", "Any Seven", "Hardway 6", "Place Win 8"]
    for seat in "1234":
        hand.press(seat)
        for name in wanted:
            expect(spot(console, name)).to_be_enabled()
            hand.touch(spot(console, name))
    expect(console.wagers).to_have_count(20)
    assert hand.actions < 60, f"twenty wagers take {hand.actions} actions"
    for width, height in ((768, 1024), (1024, 768), (1920, 1080), (1366, 850)):
        console.page.set_viewport_size({"width": width, "height": height})
        console.page.wait_for_function(RESTS, arg=[width, height])
        console.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        covered = console.page.evaluate(COVERED)
        assert not covered, f"at {width}x{height} chips cover what is printed: {covered}"
    # All of one player's at once.
    console.page.keyboard.press("4")
    visit.press("Press", exact=False)
    expect(console.table.get_by_role("listitem", name=f"Seat 4, {names[3]}").get_by_role("button", name=re.compile(r"\$50"))).to_have_count(5)
    visit.press("All off", exact=False)
    visit.press("All down", exact=False)
    expect(console.wagers).to_have_count(15)


def each_of_the_crew_has_a_screen(scene):
    visit, console, names = craps(scene, 87)
    left, stick, box = (Console(scene.visit(viewport={"width": 1366, "height": 850}).sign_in("box"), f"87?crew={name}") for name in ("base-1", "stick", "box"))
    # The base dealer places at one side; the stickperson the centre wagers of all.
    expect(left.table.get_by_role("listitem", name=re.compile("^Seat"))).to_have_count(4)
    left.page.keyboard.press("1")
    expect(spot(left, "Any Seven")).to_be_hidden()
    left.page.get_by_label("Amount", exact=True).fill("25")
    spot(left, "Win Line").click()
    expect(spot(stick, "Win Line")).to_be_hidden()
    stick.page.get_by_label("Amount", exact=True).fill("25")
    spot(stick, "Hardway 6").click()
    for screen in (left, box, console):
        expect(screen.wagers).to_have_count(2)
    expect(box.page.get_by_role("region", name="On and off")).to_contain_text("Hardway 6")
    # The stickperson calls the dice; the boxperson and the base dealer see what is to be paid.
    stick.page.keyboard.press("n")
    expect(stick.words).to_have_text("The total of the dice")
    stick.key("43")
    for screen in (left, box):
        expect(screen.pay).to_have_count(1)
        expect(screen.pay.first).to_contain_text(names[0])
    expect(stick.pay).to_have_count(0)
    box.page.keyboard.press("n")
    for screen in (left, stick, box):
        expect(screen.due).not_to_have_attribute("data-due", "payment")


def what_is_not_theirs_is_not_offered(scene):
    """A dealer is told who cuts and who calls "no roll", and is offered neither."""
    open_table(scene.stage, "casino-war", 189, seats=9)
    visit = scene.visit()
    console = Console(visit.sign_in("dan"), 189)
    visit.press("Begin the shuffle")
    expect(console.due.get_by_text("A supervisor cuts the cards.")).to_be_visible()
    expect(console.page.get_by_role("button", name=re.compile("cuts…$"))).to_have_count(0)
    _, box, _ = craps(scene, 88)
    box.wager("25")
    box.page.keyboard.press("n")
    expect(box.due.get_by_label("No roll, because")).to_be_visible()
    dealer = Console(visit, 88)
    expect(dealer.words).to_have_text("The total of the dice")
    expect(dealer.due.get_by_label("No roll, because")).to_have_count(0)


FLOWS = {
    "what is not theirs is not offered": what_is_not_theirs_is_not_offered,
    "a round of nine takes fewer than 40 keys and nothing moves": plays_nine_with_few_keys,
    "keys go where the dealer looks": keys_go_where_the_dealer_looks,
    "a wrong card is one key from being put right": puts_a_card_right_with_one_key,
    "a choice is one key": a_choice_is_one_key,
    "every screen of a table says the same": every_screen_says_the_same,
    "a refusal covers nothing": says_what_was_refused_without_covering_anything,
    "twenty wagers at craps take fewer than 60 actions": places_twenty_on_the_layout,
    "each of the crew has a screen": each_of_the_crew_has_a_screen,
}
