"""Somebody who reads Simplified Chinese: chooses the language once, and finds no English left where people play."""

from guest import ANSWER, GAMES, place
from games import GAMES as SERVED
from playwright.sync_api import expect

# Lists what is still said in English: texts that are seen, and names that are read to people. What is nobody's to translate
# says so (`translate="no"`), and what is in English on purpose is marked as such.
LEFT = """(names) => {
    const isOthers = (element) => element.closest('[translate="no"], [lang="en"], kbd, svg.card, .brand, noscript, script, style');
    const english = (text) => (text.replace(/[0-9a-f]{12}…/g, '').match(/[A-Za-z][A-Za-z0-9’'-]+/g) ?? []).some((word) => !names.includes(word));
    const left = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: within } = texts.currentNode;
        if (within.checkVisibility() && !isOthers(within) && english(data)) left.add(data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
        if (!element.checkVisibility() || isOthers(element)) continue;
        for (const name of ['aria-label', 'title', 'placeholder']) if (english(element.getAttribute(name) ?? '')) left.add(`${name}: ${element.getAttribute(name)}`);
    }
    return [...left];
}"""

# Names stay as they are: of the program, of keys and methods, of tables, and of games that have no words of their own.
NAMES = ["croupier", "SHA-256", "ChaCha20", "UTC", "Enter", "Delete", "demo", *(word for game in SERVED.values() for word in game["title"].split() if word == "bACEball" or game["example"])]


class Reading:
    """A page that is read in another language, and what was found in English."""

    def __init__(self, page):
        self.page, self.left = page, {}

    def look(self, where):
        for words in self.page.evaluate(LEFT, NAMES):
            self.left.setdefault(words, where)

    def open(self, path, selector, where):
        self.page.goto(path)
        expect(self.page.locator(selector).first).to_be_visible()
        self.look(where)


def play(reading, game, table):
    """A round: the invitation, how it is played, the wagers, what is asked, and the result with its reasons."""
    page = reading.page
    reading.open(f"/table/{table}", ".invite button", f"{game}, before a seat")
    page.locator(".invite button").first.click()
    expect(page.locator(".bar")).to_be_visible()
    page.locator(".tablehead button").first.click()
    expect(page.locator(".sidepanel .steps li").first).to_be_visible()
    reading.look(f"{game}, how to play")
    page.keyboard.press("Escape")
    for on in GAMES[game][1]:
        place(page, on)
    reading.look(f"{game}, with wagers")
    page.locator(".deeds .button").last.click()
    # The answer to what is asked is pressed once; the round is over when its result is there and wagers are taken again.
    page.wait_for_function(f"() => {{ ({ANSWER})(); return document.querySelector('#results:not([hidden])') && document.querySelector('.status.open'); }}", polling=100)
    reading.look(f"{game}, with a result")
    page.locator(".rack button").last.click()
    expect(page.locator("dialog, .dialog").first).to_be_visible()
    reading.look(f"{game}, seat and chips")
    page.keyboard.press("Escape")


def finds_no_english(scene):
    page = scene.visit(scene.own_stage(people=False).url).open("/").page
    page.locator(".languages [lang='zh-Hans']").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    # It says of itself that no native speaker has reviewed it.
    expect(page.locator(".languages .tag")).to_have_text("译文尚未经母语人士审校")
    reading = Reading(page)
    reading.open("/", ".tables > li", "lobby")
    reading.open("/sign-in", "form", "signing in")
    page.goto("/")
    page.locator(".welcome button").click()
    expect(page.locator("#top .purse")).to_be_visible()
    for number, game in enumerate(SERVED, 1):
        if SERVED[game]["drawn"]:
            play(reading, game, number)
    reading.open("/statement", "table", "statement")
    reading.open("/table/1/history", ".rounds > li", "past rounds")
    assert not reading.left, f"{len(reading.left)} in English:\n  " + "\n  ".join(f"{where}: {words}" for words, where in reading.left.items())
    # Back to English, on this page and all others.
    page.goto("/")
    page.locator(".languages [lang='en']").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


FLOWS = {"finds no English where people play": finds_no_english}
