"""Anyone at the door: the founding link, signing in, being turned away, and what a role may not do."""

import re

from house import PASSWORD
from playwright.sync_api import expect

GOOD = PASSWORD.replace(" ", "-")
OTHER = "another-" + GOOD


def founds_the_house(scene):
    stage = scene.own_stage(people=False)
    assert "/found?token=" in stage.founding, stage.founding
    visit = scene.visit(stage.url, refused=[400, 410])
    page = visit.open(stage.founding.removeprefix(stage.url)).page
    for who, name, password in (("The first manager", "max", GOOD), ("The second manager", "mia", OTHER)):
        manager = page.get_by_role("group", name=who)
        manager.get_by_label("Name").fill(name)
        manager.get_by_label("Password").fill(password)
        manager.get_by_label("The same again").fill(password)
    visit.press("Found the house", within=page.locator("form"))
    expect(page.locator("#top .name")).to_have_text("max")
    expect(page).to_have_url(re.compile("/house$"))
    # The link is good once.
    other = scene.visit(stage.url, refused=[410])
    other.open(stage.founding.removeprefix(stage.url))
    expect(other.page.get_by_role("heading", name="This link is used up")).to_be_visible()
    again = {"token": stage.founding.split("=")[1], "managers": [{"name": "mal", "password": GOOD}, {"name": "mel", "password": OTHER}]}
    assert other.fetch("/api/found", again)[0] == 410


def adds_staff_with_a_second_manager(scene):
    stage = scene.own_stage()
    visit = scene.visit(stage.url).sign_in("max").open("/pit?show=people")
    page = visit.page
    visit.press("Add a person…")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("new")
    dialog.get_by_label("dealer", exact=True).check()
    dialog.get_by_label("Password").fill(GOOD)
    visit.press("Add", within=dialog)
    expect(page.get_by_text(re.compile("Somebody else must agree"))).to_be_visible()
    visit.open("/pit?show=waiting")
    mine = page.get_by_role("listitem").filter(has_text="Add new as dealer")
    expect(mine).to_contain_text("mia can agree")
    expect(mine.get_by_role("button", name="Approve")).to_have_count(0)
    # Until the second manager agrees the account is not there.
    stranger = scene.visit(stage.url, refused=[401]).open("/sign-in")
    assert stranger.fetch("/api/sign-in", {"name": "new", "password": GOOD})[0] == 401
    second = scene.visit(stage.url).sign_in("mia").open("/pit?show=waiting")
    second.press("Approve", within=second.page.get_by_role("listitem").filter(has_text="Add new as dealer"))
    expect(second.page.get_by_text("Nothing waits for a second person.")).to_be_visible()
    scene.visit(stage.url).sign_in("new")


def signs_in_and_out(scene):
    visit = scene.visit(refused=[401])
    page = visit.open("/sign-in").page
    page.get_by_label("Name").fill("dan")
    page.get_by_label("Password").fill("not the password at all")
    visit.press("Sign in", within=page.locator("form"))
    expect(page.get_by_role("alert").filter(has_text=re.compile("do not go together"))).to_be_visible()
    page.get_by_label("Password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.locator("#top .name")).to_have_text("dan")
    cookie = visit.context.cookies()[0]
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
    visit.press("Sign out")
    expect(visit.link("Sign in").first).to_be_visible()
    assert visit.fetch("/api/me")[1] == {"me": None}


def is_held_up_after_wrong_passwords(scene):
    stage = scene.own_stage()
    visit = scene.visit(stage.url, refused=[401, 429])
    page = visit.open("/sign-in").page
    page.get_by_label("Name").fill("dan")
    for _ in range(5):
        page.get_by_label("Password").fill("not the password at all")
        with page.expect_response("**/api/sign-in") as answer:
            page.keyboard.press("Enter")
        assert answer.value.status == 401
        expect(visit.button("Sign in", within=page.locator("form"))).to_be_enabled()
    page.get_by_label("Password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text=re.compile("try again in \\d+ seconds", re.I))).to_be_visible()
    stage.advance(5)
    page.keyboard.press("Enter")
    expect(page.locator("#top .name")).to_have_text("dan")


def is_signed_out_when_idle(scene):
    stage = scene.own_stage()
    visit = scene.visit(stage.url, refused=[401])
    page = visit.sign_in("sue").open("/").page
    expect(page.locator("#top .name")).to_have_text("sue")
    stage.advance(14 * 60)
    visit.open("/rules")
    expect(page.locator("#top .name")).to_have_text("sue")
    stage.advance(16 * 60)
    visit.open("/")
    expect(visit.link("Sign in").first).to_be_visible()
    expect(visit.link("Pit")).to_have_count(0)
    assert visit.fetch("/api/pit")[0] == 401


def changes_the_own_password(scene):
    stage = scene.own_stage()
    visit, other = scene.visit(stage.url, refused=[400, 403]).sign_in("dan"), scene.visit(stage.url).sign_in("dan").open("/")
    visit.press("Password…", within=visit.page.locator("#top"))
    dialog = visit.page.get_by_role("dialog")
    for old, new, says in [(GOOD, "passwordpassword", "easily guessed"), ("not the old one at all", "entirely different words", "old password")]:
        dialog.get_by_label("Old password").fill(old)
        dialog.get_by_label("New password").fill(new)
        visit.press("Change it", within=dialog)
        expect(dialog.get_by_role("alert").filter(has_text=re.compile(says))).to_be_visible()
    dialog.get_by_label("Old password").fill(GOOD)
    visit.press("Change it", within=dialog)
    expect(dialog).to_have_count(0)
    expect(visit.page.locator("#top .name")).to_have_text("dan")
    # Everybody else who was signed in as this person is not any more.
    expect(other.link("Sign in").first).to_be_visible()
    other.sign_in("dan", "entirely different words")


# Who, what is not offered, and what is refused if it is tried anyway.
STRANGERS = {
    "guest": (["Pit", "Inspector"], ["/api/pit", "/api/journal", "/api/people", "/api/tables/1/edge", "/api/reports/ledger"],
              [{"open": {"table": 90, "name": "mine", "game": "craps", "setup": {}, "float": 1, "dealing": "virtual", "seats": 8}},
               {"step": {"table": 1, "step": {"card": "KS"}}}, {"mint": {"amount": 100}}, {"approve": {"request": 1}}]),
    "dan": (["Inspector", "Statement"], ["/api/journal"],
            [{"limit": {"table": 1, "on": "bet", "limit": {"min": 1, "max": 2}}}, {"step": {"table": 1, "step": {"void": {"by": "supervisor"}}}},
             {"add-person": {"name": "pal", "roles": ["manager"], "password": GOOD}}, {"sit": {"table": 1, "player": "dan", "seat": 1}}]),
    "ina": (["Statement"], ["/api/people"],
            [{"step": {"table": 1, "step": {"card": "KS"}}}, {"mint": {"amount": 100}}, {"close": {"table": 1}}]),
    "ann": (["Pit", "Inspector"], ["/api/pit", "/api/journal", "/api/people", "/api/tables/1/edge"],
            [{"step": {"table": 1, "step": {"card": "KS"}}}, {"buy-in": {"player": "ann", "amount": 100}},
             {"leave": {"table": 1, "player": "bob"}}]),
}


def may_not_do_what_is_not_theirs(scene):
    for who, (links, paths, acts) in STRANGERS.items():
        visit = scene.visit(refused=[401, 403, 409, 422])
        if who == "guest":
            visit.open().press("Play as a guest")
            expect(visit.page.locator("#top .name")).to_have_text("guest")
        else:
            visit.sign_in(who).open("/")
            expect(visit.page.locator("#top .name")).to_have_text(who)
        for link in links:
            expect(visit.link(link, within=visit.page.locator("#top"))).to_have_count(0)
        for path in paths:
            status, problem = visit.fetch(path)
            assert status == 403, (who, path, status, problem)
        for act in acts:
            status, problem = visit.fetch("/api/acts", act)
            assert status == 403, (who, act, status, problem)
        status, problem = visit.fetch("/api/acts", {"incident": {"table": None, "person": None, "what": "x"}}, csrf=False)
        assert status == 403 and "Csrf" in problem["detail"], problem
        if who in ("guest", "ann"):
            view = visit.fetch("/api/tables/1")[1]
            assert "left" not in (view["shoe"] or {}) and not any("name" in seat for seat in view["seats"]), view
            visit.open("/dealer/1")
            visit.page.wait_for_load_state("networkidle")
            for words in ("Void the round…", "Irregularity…", "Take over from the program"):
                expect(visit.button(words)).to_have_count(0)
        scene.check()
        visit.close()
        scene.visits.remove(visit)


FLOWS = {
    "founds the house by the one-time link": founds_the_house,
    "adds staff with a second manager": adds_staff_with_a_second_manager,
    "signs in and out": signs_in_and_out,
    "is held up after wrong passwords": is_held_up_after_wrong_passwords,
    "is signed out when idle": is_signed_out_when_idle,
    "changes the own password": changes_the_own_password,
    "may not do what is not theirs": may_not_do_what_is_not_theirs,
}
