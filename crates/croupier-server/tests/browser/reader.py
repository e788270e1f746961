"""Whoever reads the screen in another way: axe finds nothing on any screen at three widths, in light and in dark."""

import re
from functools import partial

from axe_playwright_python.sync_playwright import Axe
from dealer import GAMES as DEALT, Console, open_table
from games import DICE
from guest import GAMES, PHONE, finish, place, sit
from inspector import a_round
from playwright.sync_api import expect

AXE = Axe()
# Loading stylesheets anew is not for the policy of the house; only violations are worked out in full.
# How large what is touched must be (WCAG 2.2, 2.5.8) is a rule that axe leaves out unless it is asked.
ALL = {"preload": False, "resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
# Colours are the same at every width: they are looked at once.
SHAPES = {**ALL, "rules": {**ALL["rules"], "color-contrast": {"enabled": False}}}
COLOURS = {"preload": False, "resultTypes": ["violations"], "runOnly": ["color-contrast"]}
WIDTHS = [360, 768, 1440]


def check(visit, where, dark=True):
    """Has axe look at a page at three widths; at the last what has to do with colours in dark, too, unless another page has the same."""
    page, found = visit.page, []
    page.evaluate(UPRIGHT)
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": before["height"]})
        page.wait_for_function("(width) => Math.abs(innerWidth - width) <= 1 || visualViewport.scale !== 1", arg=width)
        stands_still(page)
        found += look(page, ALL if width == WIDTHS[-1] else SHAPES, f"{width} wide")
    if dark:
        light_up(page, "dark")
        found += look(page, COLOURS, "dark")
        light_up(page, "light")
    page.set_viewport_size(before)
    return [f"{where}, {words}" for words in found]


def look(page, options, how):
    for it in AXE.run(page, options=options).response["violations"]:
        nodes = "".join(f"\n      {node['html'][:150]} ({node['failureSummary'].splitlines()[1].strip()})" for node in it["nodes"][:3])
        yield f"{how}: {it['id']}, {it['impact']}: {it['help']}, {len(it['nodes'])} times{nodes}"


# Axe does not find the cloth under an area that lies askew.
UPRIGHT = """() => {
    const upright = new CSSStyleSheet();
    upright.replaceSync('.area { transform: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, upright];
}"""


def stands_still(page):
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function("() => document.getAnimations().every((it) => it.playState !== 'running' || it.effect.getTiming().iterations === Infinity)")


def light_up(page, scheme):
    """Changes between light and dark, and waits until the page has followed and stands still."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function("(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", arg=scheme)
    stands_still(page)


def nothing(*found):
    found = [words for words in found for words in words]
    assert not found, "axe found\n  " + "\n  ".join(found)


def sees_the_lobby_and_the_rules(scene):
    visit = scene.visit(refused=[410])
    found = []
    for path, heading in (("/", "Table games"), ("/sign-in", "Sign in"), ("/found?token=x", "used up"), ("/rules", "Rules"),
                          ("/rules/casino-war", "Casino War"), ("/rules/craps/6.1.24", "Craps"), ("/nowhere", "nothing here")):
        visit.open(path)
        expect(visit.page.get_by_role("heading", name=re.compile(heading)).first).to_be_visible()
        # A long list is looked at whole, and two of a kind in one light.
        found.append(check(visit, path, dark="craps" not in path))
    nothing(*found)


def sees_a_table(scene, game):
    visit = scene.visit()
    name, wagers = GAMES[game]
    page = sit(visit, name)
    # The house binds itself to a key; then the form for one's own words comes to life.
    expect(page.locator(".lucky button")).to_be_enabled()
    found = [check(visit, "before", dark=False)]
    place(page, wagers[-1 if game in DICE else 0])
    visit.press("Roll now" if game in DICE else "Deal now")
    finish(page)
    # The result is shown before it is paid; then the buttons come back to life.
    expect(page.locator(".status.open")).to_be_visible()
    found.append(check(visit, "after"))
    if game == "casino-war":
        page.get_by_role("button", name=re.compile("^Seat")).click()
        found.append(check(visit, "dialog"))
        page.keyboard.press("Escape")
        for path, words in (("/statement", "Your statement"), (page.url.removeprefix(visit.url) + "/history", "ounds")):
            visit.open(path)
            expect(page.get_by_role("heading", name=re.compile(words)).first).to_be_visible()
            found.append(check(visit, path))
    nothing(*found)


def sees_a_table_on_a_phone(scene):
    visit = scene.visit(**PHONE)
    sit(visit, GAMES["craps"][0])
    nothing(check(visit, "craps on a phone"))


def sees_the_consoles(scene):
    found = []
    for at, game in enumerate(DEALT):
        number = 60 + at
        open_table(scene.stage, game, number)
        scene.stage.act("ann", {"sit": {"table": number, "player": "ann", "seat": 1}})
        scene.stage.act("ann", {"bring": {"table": number, "player": "ann", "amount": 50_000}})
    visit = scene.visit().sign_in("box")
    for at, game in enumerate(DEALT):
        console = Console(visit, 60 + at)
        if game not in DICE:
            console.shuffle()
            console.key("KS")
        console.wager("10")
        found.append(check(visit, f"console of {game}", dark=game in ("baceball", "craps")))
    console.page.keyboard.press("i")
    found.append(check(visit, "irregularities"))
    nothing(*found)


def sees_tabs(visit, tabs):
    """Opens one tab after the other, and looks when what it shows is there."""
    for tab, words in tabs.items():
        visit.page.get_by_role("tab", name=re.compile(f"^{tab}( \\d+)?")).click()
        expect(visit.page.get_by_role("tabpanel")).to_contain_text(re.compile(words))
        yield check(visit, tab, dark=tab not in ("Rules", "Readings"))


PIT = {"Tables": "Casino War", "Waiting": "second person", "Win and hold": "Should win", "People": "supervisor", "Cards": "Register a set", "Cage": "The cage holds"}
INSPECTOR = {
    "Journal": "entries are shown", "Rounds": "Replay", "Proof": "croupier verify", "Incidents and disputes": "Where this comes from",
    "Privileged acts": "Where this comes from", "Ledger": "Where this comes from", "Statements": "Name", "Rules": "of \\d+ clauses", "Readings": "clause",
}


def sees_the_pit(scene):
    visit = scene.visit().sign_in("max").open("/pit")
    found = list(sees_tabs(visit, PIT))
    visit.press("Open a table…")
    nothing(*found, check(visit, "opening a table"))


def sees_how_a_house_is_set_up(scene):
    visit = scene.visit().sign_in("max").open("/house")
    expect(visit.page.get_by_role("listitem", name="Tables and limits", exact=True)).to_be_visible()
    nothing(check(visit, "setting up the house", dark=True))


def sees_what_the_inspector_sees(scene):
    a_round(scene.stage, 44)
    visit = scene.visit().sign_in("ina")
    found = list(sees_tabs(visit, INSPECTOR))
    visit.open("/inspector?show=rounds&table=44&round=1")
    expect(visit.page.get_by_role("slider")).to_be_visible()
    found.append(check(visit, "a round again"))
    visit.open("/inspector?show=verify")
    visit.press("Prove the journal now")
    expect(visit.page.get_by_text("The journal is sound.")).to_be_visible(timeout=30_000)
    nothing(*found, check(visit, "the proof"))


FLOWS = {
    "sees lobby, sign-in and rules": sees_the_lobby_and_the_rules,
    **{f"sees a table of {game}": partial(sees_a_table, game=game) for game in GAMES},
    "sees a table on a phone": sees_a_table_on_a_phone,
    "sees the consoles": sees_the_consoles,
    "sees the pit": sees_the_pit,
    "sees how a house is set up": sees_how_a_house_is_set_up,
    "sees what the inspector sees": sees_what_the_inspector_sees,
}
