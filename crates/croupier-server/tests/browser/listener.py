"""Somebody who does not see the screen: plays every game by typed words, and knows only what the accessibility tree says."""

import re
import time
from functools import partial

from games import AT_ONCE, DICE, GAMES as SERVED
from playwright.sync_api import expect
from reader import check, nothing

ROUNDS = 10
SECONDS = 15
OVER = re.compile(r"^(You won|You lost|Your chips came back)\b")
GAMES = [name for name, game in SERVED.items() if game["drawn"]]
# A line of help: what can be wagered on, and the least of it.
OFFER = re.compile(r"^bet: (?P<name>[^$]*?),? (?:from )?\$(?P<least>[\d,.]*\d)")


class Ears:
    """A table in words, as a screen reader gives it: a log that grows, a line that cannot wait, a field for commands."""

    def __init__(self, visit):
        self.visit, self.page = visit, visit.page
        self.log = self.page.get_by_role("log", name="What was said")
        self.urgent = self.page.get_by_role("alert")
        self.field = self.page.get_by_role("textbox", name="Command")
        self.idle = self.page.locator("form.command[aria-busy='false']")
        expect(self.field).to_be_focused()

    def lines(self):
        """The lines of the log, from its part of the accessibility tree."""
        tree = self.log.aria_snapshot()
        said = [re.sub(r"^\s*- (?:paragraph|listitem|text)(?:: |$)", "", line) for line in tree.splitlines()]
        return [line.strip().strip('"').replace('\\"', '"') for line in said if line and not re.match(r"\s*- (log|list)\b", line)]

    def type(self, command):
        """Types a command when the last one is done, which may be after its first words were said; returns how many lines there were before it."""
        expect(self.idle).to_be_visible()
        before = len(self.lines())
        self.page.keyboard.type(command)
        self.page.keyboard.press("Enter")
        expect(self.field).to_have_value("")
        return before

    def hear(self, words, since):
        """Waits until a line that was said since then matches; returns it."""
        pattern, until = re.compile(words), time.monotonic() + SECONDS
        while time.monotonic() < until:
            found = next((line for line in self.lines()[since:] if pattern.search(line)), None)
            if found:
                return found
            self.page.wait_for_timeout(60)
        raise AssertionError(f"nobody said {words!r}, but {self.lines()[since:]}")

    def ask(self, command, words):
        """Types a command and waits for its answer."""
        return self.hear(words, self.type(command))


def sit(scene, game, **options):
    """Comes from the lobby to the table of a game in words, and sits down."""
    visit = scene.visit(scene.own_stage(people=False).url, **options)
    page = visit.open().page
    page.get_by_role("listitem", name=f"{SERVED[game]['title']} demo").get_by_role("link", name="Text table").click()
    ears = Ears(visit)
    ears.ask("sit", r"^You sit at seat \d+ with 200\.00\.$")
    return ears


def offers(ears):
    """What help says can be wagered on, with the least of each."""
    since = ears.type("help")
    ears.hear("^felt: ", since)
    found = [OFFER.match(line) for line in ears.lines()[since:]]
    return {it["name"]: it["least"] for it in found if it}


def play_a_round(ears, game, name, least):
    """Places a wager, has the round played, answers what is asked, and returns what it brought."""
    since = ears.ask(f"bet {least} on {name}", rf"^{re.escape(name)}: \S+ placed\.") and len(ears.lines())
    ears.type("roll" if game in DICE else "deal")
    answered, until = since, time.monotonic() + 2 * SECONDS
    while time.monotonic() < until:
        lines = ears.lines()
        over = next((line for line in lines[since:] if OVER.match(line)), None)
        if over and any(line.startswith("Place your wagers") for line in lines[lines.index(over, since):]):
            return over
        for at in range(answered, len(lines)):
            asked = re.search(r"^It is your turn\..* Answer with: (.*?)(?: \(|;|\.$)", lines[at])
            if asked:
                # What is asked cannot wait: it is said at once, too.
                expect(ears.urgent).to_contain_text("Answer with")
                ears.type(re.sub(r" for \$\S+", "", asked[1]))
        answered = len(lines)
        ears.page.wait_for_timeout(60)
    raise AssertionError(f"the round does not end: {ears.lines()[since:]}")


def plays_by_words(scene, game):
    """Ten rounds, each with its result and the reason for it."""
    ears = sit(scene, game)
    known = offers(ears)
    name = AT_ONCE[game][0].replace("-", " ").title() if game in AT_ONCE else next(iter(known))
    assert name in known, (name, known)
    for number in range(1, ROUNDS + 1):
        brought = play_a_round(ears, game, name, known[name])
        since = ears.type("results")
        summary = ears.hear(r"^Your (round \d+|last roll): ", since)
        assert brought.split(".")[0] in summary, (brought, summary)
        ears.hear(rf"^{re.escape(name)}\b.*\$\S+: (win|lose|stand off|surrender|void)\b.*\. \S.* Clause [\d.]+\.$", since)
        if game not in DICE:
            assert f"round {number}:" in summary, summary
    # The whole table again, in words.
    since = ears.type("say")
    ears.hear(r"^Place your wagers\.", since)
    ears.hear(r"^Seat \d+: \$[\d,.]+ in chips, \$0\.00 on the felt, \$800\.00 in your pocket\.$", since)
    ears.hear(r"^The puck is (on|off)" if game in DICE else r"^(The \w+|Area \d+, yours): .* of (clubs|diamonds|hearts|spades)", since)


def is_refused_in_words(scene):
    """What is not known, not clear or not allowed is answered with what can be done, or with the reason and its clause."""
    ears = sit(scene, "craps", **{"refused": [409, 422]})
    ears.ask("hlep", "^There is no command “hlep”. Do you mean help?")
    ears.ask("bet on field", "^Name an amount in dollars: bet 5 on Field.$")
    ears.ask("5 on nothing", "^There is no wager “nothing” here. You can wager on Win Line, ")
    ears.ask("5 on place win", "^Which one: Place Win 4, Place Win 5, ")
    since = ears.type("bet 1 on win line")
    ears.hear(r"^Not done: .*\. Clause [\d.]+\.$", since)
    ears.hear(r"^Win Line takes \$\S+ to \$\S+", since)
    ears.ask("5 on come", r"^Not done: .*\. Clause [\d.]+\.$")
    ears.ask("take back field", "^You have no wager.$")
    ears.ask("roll", "^Place a wager first.$")
    ears.ask("clause 6.1.17", "^Clause 6.1.17: ")
    ears.ask("what is field", "^Field: One roll: wins on 2, 3, 4, 9, 10, 11 or 12.$")
    # A commission is agreed to before it is paid; until then there is nothing else.
    ears.ask("25 on buy 4", r"Buy for \$25\.00 costs a commission of \$1\.00\..* Type yes or no\.$")
    expect(ears.urgent).to_contain_text("Type yes or no.")
    ears.ask("roll", "^Type yes or no first.$")
    ears.ask("no", "^Nothing was done.$")
    ears.ask("wagers", "^You have no wager.$")
    ears.type("25 on buy 4")
    ears.hear("Type yes or no", len(ears.lines()) - 2)
    ears.ask("yes", r"^Buy( 4)?: 25\.00 placed\.")
    ears.ask("take back buy 4", "^Buy 4: returned")


def does_it_once(scene):
    """A key that is held, pressed twice or pressed too early does nothing twice."""
    ears = sit(scene, "casino-war")
    page = ears.page
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.url.endswith("/api/acts") and "wager" in (request.post_data or "") else None)
    page.keyboard.type("bet 5 on initial")
    page.keyboard.down("Enter")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Send").dblclick()
    ears.hear(r"5\.00 placed", 0)
    page.wait_for_timeout(300)
    assert len(sent) == 1, sent
    # The command before comes back with the arrow; a second one is not taken while the first is under way.
    ears.field.focus()
    held = []
    page.route("**/api/acts", lambda route: held.append(route))
    page.keyboard.press("ArrowUp")
    expect(ears.field).to_have_value("bet 5 on initial")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    ears.hear("^Wait a moment: the last command is not done yet.", 0)
    expect(ears.field).to_have_value("bet 5 on initial")
    page.keyboard.press("Escape")
    held[0].continue_()
    page.unroute("**/api/acts")
    ears.hear(r"5\.00 placed", len(ears.lines()) - 2)
    ears.ask("wagers", r"^Your Initial, area \d: \$10\.00\.$")
    assert len(sent) == 2, sent


def is_warned_of_the_time(scene):
    """Time that is almost over is said at once, and can be asked for."""
    visit = scene.visit((stage := scene.own_stage(people=False)).url)
    visit.open("/table/4/text")
    ears = Ears(visit)
    ears.ask("sit", "^You sit at seat")
    ears.ask("bet 5 on initial", "placed")
    ears.ask("time", r"^\d+ seconds left for wagers\.$")
    expect(ears.urgent).to_have_text("")
    stage.advance(592)
    ears.visit.page.reload()
    ears = Ears(visit)
    expect(ears.urgent).to_contain_text(re.compile(r"^\d seconds left for wagers\.$"))


def keeps_the_choice(scene):
    """Who has chosen words gets them at every table, until the drawn one is chosen."""
    ears = sit(scene, "casino-war")
    page, visit = ears.page, ears.visit
    expect(page).to_have_url(re.compile(r"/table/\d+/text$"))
    visit.open("/")
    page.get_by_role("link", name=re.compile("^Back to your seat")).click()
    expect(page.get_by_role("textbox", name="Command")).to_be_focused()
    page.get_by_role("link", name="Drawn table").click()
    expect(page.get_by_role("region", name="Your chips")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="Your chips")).to_be_visible()
    page.get_by_role("link", name="Text table").click()
    expect(page.get_by_role("textbox", name="Command")).to_be_focused()
    page.keyboard.type("felt")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Your chips")).to_be_visible()


def has_a_sound_page(scene):
    """Axe finds nothing and nothing is cut off, at three widths, with a question open and with a long log."""
    found = []
    for width in (360, 768, 1440):
        ears = sit(scene, "lucky-draw-baccarat", viewport={"width": width, "height": 800})
        found.append(check(ears.visit, f"{width} wide, seated"))
        known = offers(ears)
        name = next(iter(known))
        ears.ask(f"bet {known[name]} on {name}", "placed")
        ears.type("deal")
        ears.hear("^It is your turn", 0)
        found.append(check(ears.visit, f"{width} wide, asked"))
        for _ in range(4):
            ears.hear("^felt: ", ears.type("help"))
        wide = ears.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, f"the page is {wide} wide in a window of {width}"
        below = ears.page.evaluate("() => document.documentElement.scrollHeight - document.body.offsetHeight")
        assert below <= 1, f"the page goes on for {below} pixels below its end"
    nothing(*found)


FLOWS = {f"plays ten rounds of {SERVED[game]['title']} by words alone": partial(plays_by_words, game=game) for game in GAMES} | {
    "is refused in words, with the clause": is_refused_in_words,
    "does everything once": does_it_once,
    "is warned of the time": is_warned_of_the_time,
    "keeps the choice of a table in words": keeps_the_choice,
    "has a page in words without faults at three widths": has_a_sound_page,
}
