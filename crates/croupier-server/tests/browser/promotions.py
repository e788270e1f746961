"""Promotions: from the draft to the last claim, each person on their own screen; the draw is checked in the page and on a wall."""

import re
from datetime import datetime, timedelta

from clauses import clauses
from playwright.sync_api import expect
from reader import check, nothing

NUMBER = 1
HOUR = 3600
TERMS = {
    "How the prize is awarded": "By a draw from all entries.", "When and where it is awarded": "At the desk, on the day of the draw.",
    "Who is eligible": "Every player over 18.", "The nature of the prize, with reservations and guarantees": "Goods as described; no guarantee but the maker's.",
    "Place, date and time of the promotion": "Main gaming floor, in November.", "How a prize is claimed": "At the desk, within a month.",
    "How the winner is told": "By telephone.", "How results are published": "On this page.",
}
CAR = {"Details of the prize": "A small car", "What it is worth": "25000", "Conditions of receiving, using or accepting it": "A licence to drive.",
       "The make": "Holden", "The model": "Astra", "The accessories": "None"}
HAMPER = {"Details of the prize": "A hamper", "What it is worth": "200", "Conditions of receiving, using or accepting it": "None.", "How many of it there are": "2"}
FILE = "person,name,details\nann,,\n,Joan Citizen,1 High Street\nnobody,,\n,Kim Lee,born 1980\n"


class Desk:
    """Somebody at the promotions desk."""

    def __init__(self, scene, stage, name, refused=()):
        self.scene, self.stage, self.name = scene, stage, name
        self.visit = scene.visit(stage.url, refused=refused)
        self.page = self.visit.page
        self.sign_in()

    def sign_in(self):
        self.visit.sign_in(self.name)
        return self

    def tab(self, name):
        self.visit.open(f"/desk/{NUMBER}?show={name}")
        expect(self.page.locator("#tabpanel").first).not_to_be_empty()
        return self

    def is_now(self, state):
        expect(self.page.locator(".desk > header .tag").first).to_have_text(state)
        return self

    def press(self, words, within=None, exact=True):
        self.visit.press(words, exact=exact, within=within)

    def dialog(self, yes, **fields):
        """Fills the dialog that is open, and sends it; what is chosen is chosen by its words."""
        dialog = self.page.get_by_role("dialog")
        for label, value in fields.items():
            control = dialog.get_by_label(label.replace("_", " "), exact=True)
            if isinstance(value, bool):
                control.set_checked(value)
            elif control.evaluate("it => it.tagName") == "SELECT":
                control.select_option(label=value)
            else:
                control.fill(value)
        self.press(yes, within=dialog)
        expect(dialog).to_have_count(0)

    def does(self, button, yes, within=None, **fields):
        self.press(button, within=within)
        self.dialog(yes, **fields)

    def agrees(self, words):
        """Agrees to what somebody else has asked for, where it is shown."""
        self.tab("now")
        asked = self.page.get_by_role("listitem").filter(has_text=words)
        self.press("Approve", within=asked)
        expect(asked).to_have_count(0)
        return self


def local(seconds):
    return (datetime.now() + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M")


def fills(form, fields):
    for label, value in fields.items():
        form.get_by_label(label, exact=True).fill(value)


def writes_the_terms(pat, closes=30 * HOUR, draws=31 * HOUR):
    """Writes the terms in the form; what is missing is said, and what the law forbids."""
    pat.tab("terms")
    expect(pat.page.get_by_text(re.compile("things are still missing"))).to_be_visible()
    pat.press("Write the terms…")
    form = pat.page.get_by_role("form", name="Terms")
    expect(form.locator(".term.lacks").first).to_contain_text("still missing")
    expect(form.locator(".term").filter(has_text="When entries close")).to_contain_text("clause 15.7.6")
    fills(form, TERMS)
    form.get_by_label("The minimum or compulsory wager, or that none is needed").select_option("none")
    form.get_by_label("When entries close").fill(local(closes))
    form.get_by_label("When the draw is held").fill(local(draws))
    form.get_by_label("Whether entrants must be present").select_option("no")
    form.get_by_label("Whoever wins is named to the public").check()
    for number, kind, fields in ((1, "vehicle", CAR), (2, "goods", HAMPER)):
        pat.press("Add a prize", within=form)
        prize = form.get_by_role("group", name=f"Prize {number}")
        prize.get_by_label("Kind of prize").select_option("cash")
        expect(prize).to_contain_text(re.compile("section 76A"))
        prize.get_by_label("Kind of prize").select_option(kind)
        fills(prize, fields)
    form.get_by_label("Whether registration and other on-road costs are included").select_option("yes")
    nothing(check(pat.visit, "the terms as a form"))
    pat.press("Save the draft", within=form)
    expect(pat.page.get_by_role("region", name="Terms")).to_contain_text("A small car")
    expect(pat.page.get_by_text(re.compile("still missing"))).to_have_count(0)


def looks_at_prizes(pat):
    for number in (1, 2):
        prize = pat.page.get_by_role("article", name=f"Prize {number}")
        pat.press(f"I have looked at it… prize {number}", within=prize)
        dialog = pat.page.get_by_role("dialog")
        for control in dialog.get_by_role("combobox").all():
            control.select_option("no")
        pat.press("I have looked at it", within=dialog)
        expect(prize.get_by_text("free of it")).to_have_count(5)


def comes_to_the_start(pat, max_):
    """Final, lodged, published and with a scrutineer; started only when the Authority has had the terms for a day."""
    pat.tab("now").does("Make the terms final…", "Ask to make them final")
    max_.agrees("Make the terms of promotion 1 final").is_now("final")
    pat.tab("now").is_now("final").does("Lodged with the Authority…", "Send the request", Receipt_of_the_Authority="L 2026/44")
    max_.agrees("receipt L 2026/44").is_now("lodged")
    pat.tab("now").does("Where the terms can be read…", "Note it", By_which_means="on a website", Where_exactly="https://house.example/spring")
    pat.press("Marketing…")
    dialog = pat.page.get_by_role("dialog")
    dialog.get_by_label("What advertises it, and where").fill("A poster at the door")
    pat.press("Note it", within=dialog)
    expect(dialog.get_by_role("alert")).to_contain_text("must refer to its terms")
    dialog.get_by_label(re.compile("It refers to the terms")).check()
    pat.press("Note it", within=dialog)
    expect(dialog).to_have_count(0)
    pat.does("Nominate a scrutineer…", "Send the request", Scrutineer="sam")
    max_.agrees("Nominate sam as scrutineer")
    pat.tab("now")
    start = pat.page.locator("[data-act='start-promotion']")
    expect(start).to_contain_text(re.compile(r"24 hours.*\(in 23 h 5\d min\).*clause 15.9"))
    expect(pat.page.get_by_role("region", name="Facts")).to_contain_text("A poster at the door")
    nothing(check(pat.visit, "the desk"))


def starts(stage, pat, max_):
    stage.advance(24 * HOUR)
    pat.sign_in().tab("now").does("Start…", "Ask to start it")
    max_.sign_in().agrees("Start promotion 1").is_now("running")


def enters_people(stage, pat, max_):
    """By hand and from a file that two people admit; what is refused is told by its row. Who is removed stays in the tree."""
    pat.tab("entries")
    form = pat.page.get_by_role("form", name="By hand")
    form.get_by_label("Known to the house").select_option("person")
    form.get_by_label("Who enters").fill("dan")
    pat.press("Ask to enter", within=form)
    expect(form.get_by_role("alert")).to_contain_text("may not enter")
    for known, who in (("person", "bob"), ("named", "Zoë Young, 3 Low Road")):
        pat.tab("entries")
        form.get_by_label("Known to the house").select_option(known)
        form.get_by_label("Who enters").fill(who)
        pat.press("Ask to enter", within=form)
        max_.agrees(f"Enter {who} in promotion 1")
        expect(pat.page.get_by_role("row").filter(has_text=who)).to_have_count(1)
    upload = pat.page.get_by_role("form", name="From a file")
    upload.get_by_label("File", exact=True).set_input_files({"name": "people.csv", "mimeType": "text/csv", "buffer": FILE.encode()})
    pat.press("Send the file", within=upload)
    expect(upload.get_by_role("status")).to_contain_text("4 rows. A manager must admit this file; then send it again.")
    max_.agrees("Admit a file")
    pat.press("Send the file", within=upload)
    expect(upload.get_by_role("status")).to_contain_text("3 of 4 rows were entered. 1 were refused")
    expect(upload.get_by_role("row").nth(1)).to_contain_text("3")
    # The same file again enters nobody twice.
    pat.press("Send the file", within=upload)
    expect(upload.get_by_role("status")).to_contain_text("0 of 4 rows were entered. 4 rows had come before.")
    expect(pat.page.get_by_role("heading", name="All entries (5)")).to_be_visible()
    row = pat.page.get_by_role("row").filter(has_text="Kim Lee")
    pat.press(re.compile("^Remove…"), within=row)
    pat.dialog("Send the request", Why="Entered twice at the door.")
    max_.agrees("cannot win")
    pat.tab("entries")
    expect(pat.page.get_by_role("row").filter(has_text="Kim Lee")).to_contain_text("removed")
    nothing(check(pat.visit, "entries"))


def sees_the_draw(scene, stage, sam):
    """Entries close and prizes are drawn by the program; sam gives the value; a wall shows every step."""
    wall = scene.visit(stage.url).open(f"/display/promotion/{NUMBER}")
    expect(wall.page.locator(".rest")).to_have_text(re.compile(r"\d h \d\d min"))
    player = scene.visit(stage.url).sign_in("ann").open("/promotions")
    expect(player.page.get_by_text("you have 1 entry")).to_be_visible()
    player.link("Spring draw").click()
    expect(player.page.get_by_role("region", name="Terms")).to_contain_text("By a draw from all entries.")
    nothing(check(player, "a promotion"), check(wall, "the wall"))
    stage.advance(6 * HOUR + 60)
    expect(wall.page.get_by_text("The draw is in")).to_be_visible(timeout=20_000)
    expect(wall.page.locator(".of-draw li")).to_have_count(2)
    sam.sign_in("sam")
    expect(sam.page.get_by_role("heading", name="Good to see you, sam")).to_be_visible()
    sam.link("1. Spring draw").click()
    draw = sam.page.get_by_role("region", name="The draw")
    expect(draw).to_contain_text("You are the scrutineer of this promotion.")
    # Nobody gives a value before the time of the draw.
    expect(draw.get_by_label("Value", exact=True)).to_have_count(0)
    stage.advance(HOUR)
    sam.sign_in("sam").open(f"/scrutineer/{NUMBER}")
    field = draw.get_by_label("Value", exact=True)
    field.fill("12")
    expect(draw).to_contain_text("2 rolls are too few")
    sam.press("Draw 32 random bytes here")
    expect(field).to_have_value(re.compile("^[0-9a-f]{64}$"))
    nothing(check(sam, "the scrutineer"))
    return wall, player, draw


def gives_the_value(sam, draw, wall):
    sam.press("I am at the draw, and give this value")
    expect(draw.locator(".draw-facts")).to_contain_text(re.compile("3. Value of the scrutineer ?[0-9a-f]{64}"))
    # The steps go on by themselves: whichever the wall has come to, the draw is on it.
    expect(wall.page.locator(".draw-wall")).to_contain_text(re.compile("4 The seed of the house|Draw 1 of|Winners"), timeout=60_000)


def checks_the_draw(scene, stage, wall, player):
    player.sign_in("ann").open(f"/promotions/{NUMBER}")
    drawn = player.page.get_by_role("region", name="The draw")
    expect(drawn.get_by_role("status")).to_contain_text("All of it is right.", timeout=20_000)
    expect(drawn).to_contain_text("The root that was published when entries closed is that of all 5 entries.")
    own = player.page.get_by_role("region", name="Your entries")
    player.press(re.compile("Prove that entry ?3 ?was in the barrel"), within=own)
    expect(own.get_by_role("status")).to_contain_text("All of it is right.")
    nothing(check(player, "the draw"))
    stage.advance(240)
    expect(wall.page.get_by_role("list", name="Winners").get_by_role("listitem")).to_have_count(3, timeout=20_000)
    for address in ("High Street", "Low Road", "born"):
        expect(wall.page.locator("body")).not_to_contain_text(address)
    nothing(check(wall, "the winners"))


def winners(pat):
    """The draws that are open, by their numbers."""
    pat.tab("draw")
    titles = pat.page.locator(".award").filter(has=pat.page.locator(".tag", has_text=re.compile("^won$"))).locator("h3").all_inner_texts()
    return [int(re.match(r"Draw (\d+)", title)[1]) for title in titles]


def award(desk, number):
    return desk.page.get_by_role("listitem", name=f"Draw {number}", exact=True)


def hands_over(pat, max_, number):
    pat.does(re.compile("^Tried to tell the winner"), "Record it", within=award(pat, number), How="by telephone")
    expect(award(pat, number)).to_contain_text("not reached")
    pat.does(re.compile("^Tried to tell the winner"), "Record it", within=award(pat, number), How="by e-mail", The_winner_was_reached=True)
    pat.press(re.compile("^Hand over"), within=award(pat, number))
    pat.dialog("Send the request", **{"To whom, when and how": "At the desk, today"})
    max_.agrees(f"Hand over the prize of draw {number} ")
    pat.tab("draw")
    expect(award(pat, number)).to_contain_text("handed over")


def claims_are_answered(pat, max_, number):
    """A winner is denied, with name and address; another is drawn; somebody disputes it."""
    pat.does(re.compile("^Deny the claim"), "Send the request", within=award(pat, number), Why_it_is_denied="The entry was made by somebody under 18.",
             Name_of_the_claimant="Z. Young", Address_of_the_claimant="3 Low Road")
    max_.agrees("Deny Z. Young a prize")
    pat.tab("claims")
    claim = pat.page.get_by_role("listitem", name="Claim 1")
    expect(claim).to_contain_text("3 Low Road")
    pat.does(re.compile("^Was told"), "Record it", within=claim, **{"How was the claimant told why?": "by mail"})
    expect(claim).to_contain_text("Told by mail by pat")
    pat.does("A dispute…", "Record it", Known_to_the_house="by the name of an account", Who_disputes_it="bob", About_what="Why was it denied?")
    dispute = pat.page.get_by_role("listitem", name="Dispute 1")
    max_.tab("claims").does("Decide…", "Decide", Decision_of_the_operator="The terms say so.")
    pat.tab("claims").does("Close…", "Close it", within=dispute, **{"The person was told of the decision, and that an inspector can be asked": True})
    expect(dispute).to_contain_text("closed")
    nothing(check(pat.visit, "claims"))
    pat.tab("draw").does(re.compile("^Draw again"), "Send the request", within=award(pat, number), In_words="Denied as claim 1.")
    max_.agrees("draw the prize of draw")


def is_stopped_and_goes_on(scene, stage, pat, max_):
    pat.tab("now").does("Postpone at once…", "Postpone it", Why="A second list of names has turned up.")
    pat.is_now("postponed")
    pat.does("The inspectorate was told…", "Note it", **{"Who was told, and how": "Inspector Reed, by telephone"})
    inspector = scene.visit(stage.url).sign_in("ina").open("/inspector?show=promotions")
    inspector.press("Look at it promotion 1")
    expect(inspector.page.get_by_role("region", name="What can be done")).to_contain_text("A second list of names has turned up.")
    inspector.press("Validate…")
    dialog = inspector.page.get_by_role("dialog")
    dialog.get_by_label("What you have looked at").fill("Both lists, and the root.")
    inspector.press("Agree", within=dialog)
    expect(dialog).to_have_count(0)
    pat.tab("now").does("Resume…", "Ask to resume it")
    max_.agrees("Resume promotion 1").is_now("drawn")
    return inspector


@clauses("baceball", "15.2", "15.5", "15.6", "15.7", "15.7.6", "15.8", "15.9", "15.10", "15.10.1", "15.11", "15.12")
def runs_from_draft_to_the_last_claim(scene):
    stage = scene.own_stage(idle=100_000)
    pat = Desk(scene, stage, "pat", refused=(409,))
    expect(pat.page.get_by_role("heading", name="Promotions desk")).to_be_visible()
    expect(pat.page.get_by_role("region", name="The law in force")).to_contain_text("section 76A")
    pat.does("Draft a promotion…", "Draft it", Name="Spring draw", bACEball=True)
    writes_the_terms(pat)
    looks_at_prizes(pat)
    max_ = Desk(scene, stage, "max")
    comes_to_the_start(pat, max_)
    starts(stage, pat, max_)
    enters_people(stage, pat, max_)
    sam = scene.visit(stage.url)
    wall, player, draw = sees_the_draw(scene, stage, sam)
    gives_the_value(sam, draw, wall)
    checks_the_draw(scene, stage, wall, player)
    confirms_and_ends(scene, stage, (pat, max_, sam))


def confirms_and_ends(scene, stage, people):
    pat, max_, sam = people
    for person in (pat, max_):
        person.sign_in()
    sam.sign_in("sam").open(f"/scrutineer/{NUMBER}")
    first = winners(pat)
    sam.press(re.compile("^I have overseen it: confirm"))
    expect(sam.page.get_by_role("region", name="Awards to confirm")).to_contain_text("confirmed by sam")
    claims_are_answered(pat, max_, first[-1])
    inspector = is_stopped_and_goes_on(scene, stage, pat, max_)
    for number in winners(pat):
        hands_over(pat, max_, number)
    pat.tab("now").is_now("awarded").does("End…", "Ask to end it")
    max_.agrees("End promotion 1").is_now("ended")
    inspector.open(f"/inspector?show=promotions&promotion={NUMBER}")
    expect(inspector.page.get_by_role("region", name="Denied claims")).to_contain_text("Z. Young, 3 Low Road")
    expect(inspector.page.get_by_role("region", name="Drawn and not handed over")).to_contain_text("the claim of the winner was denied: Denied as claim 1.")
    inspector.press("Check the draw")
    expect(inspector.page.get_by_role("region", name="The draw").get_by_role("status")).to_contain_text("All of it is right.")
    nothing(check(inspector, "the register of promotions"))


MONEY = {
    "games": ["casino-war"], "manner": "By a draw.", "awarded": "At the desk.", "eligible": "Every player.", "wager": "none", "nature": "Money and tokens.",
    "place": "Main floor.", "claiming": "At the desk.", "presence": True, "notified": "At the draw.", "results": "Here.", "one_each": True,
    "source": "The closing figures of the exchange on the day of the draw", "winners_named": True,
}


def money_runs(stage, scene):
    """A promotion over Casino War with money, which a law allows, and a voucher; its value comes from a public source."""
    now = stage.now()
    law = {"switch": "cash-prizes", "allowed": True, "from": 0, "source": "Act No. 9 of 2027"}
    stage.act("max", {"set-law": law}, waits="mia")
    prizes = [{"kind": "cash", "details": "Twelve thousand dollars", "value": 1_200_000, "conditions": "None."},
              {"kind": {"voucher": {"games": ["casino-war"], "expires": now + 90 * 24 * HOUR * 1000}}, "details": "Tokens", "value": 5_000, "conditions": "None."}]
    terms = {**MONEY, "closes": now + 2 * HOUR * 1000, "draws": now + 3 * HOUR * 1000, "prizes": prizes}
    stage.act("pat", {"draft-promotion": {"promotion": NUMBER, "name": "Money night", "terms": terms}})
    for prize in (1, 2):
        stage.act("pat", {"check-prize": {"promotion": NUMBER, "prize": prize, "free_of": ["tobacco", "firearms", "weapons", "liquor", "prescribed"]}})
    stage.act("pat", {"finalise-promotion": {"promotion": NUMBER}}, waits="max")
    stage.act("pat", {"lodge-promotion": {"promotion": NUMBER, "receipt": "L 9", "date": "2027-01-04"}}, waits="max")
    stage.act("pat", {"publish-terms": {"promotion": NUMBER, "means": "casino", "place": "At the desk"}})


@clauses("casino-war", "14.4", "14.7.8")
def pays_money_that_a_law_allows(scene):
    stage = scene.own_stage(idle=100_000)
    money_runs(stage, scene)
    pat, max_ = Desk(scene, stage, "pat"), Desk(scene, stage, "max")
    expect(pat.page.get_by_role("region", name="The law in force")).to_contain_text("Act No. 9 of 2027")
    pat.tab("now").does("Start…", "Ask to start it")
    max_.agrees("Start promotion 1").is_now("running")
    stage.act("pat", {"enter-promotion": {"promotion": NUMBER, "entrants": [{"person": "ann"}, {"person": "bob"}]}}, waits="max")
    stage.advance(2 * HOUR + 60)
    pat.sign_in().tab("draw")
    max_.sign_in()
    expect(pat.page.get_by_role("region", name="The draw")).to_contain_text("2 entries")
    stage.advance(HOUR)
    published = "All Ordinaries 8,123.4; volume 912,334,120"
    pat.tab("draw").does("Value of the public source…", "Send the request", What_the_source_has_published=published)
    max_.agrees("The value of the draw of promotion 1")
    pat.tab("draw").is_now("drawn")
    pat.press("Check the draw")
    expect(pat.page.get_by_role("region", name="The draw").get_by_role("status")).to_contain_text(f"The value is the SHA-256 of what the public source has published: {published}")
    first, second = winners(pat)
    for number in (first, second):
        pat.press(re.compile("^The winner is there"), within=award(pat, number))
        expect(award(pat, number)).to_contain_text("is there")
    # What the cage pays in cash must have come in.
    stage.act("cas", {"buy-in": {"player": "ann", "amount": 300_000}})
    pays_in_parts(scene, stage, pat, first)
    pat.press(re.compile("^Hand over"), within=award(pat, second))
    pat.dialog("Send the request", **{"To whom, when and how": "At the desk"})
    max_.agrees(f"Hand over the prize of draw {second} ")
    pat.tab("claims").is_now("awarded")
    books = pat.page.get_by_role("region", name="Money and vouchers")
    for words in ("Paid in cash$2,000.00", "Paid by cheque$10,000.00", "Won, not paid$0.00", "Vouchers issued$50.00"):
        expect(books).to_contain_text(words)
    winner = pat.page.get_by_role("row").filter(has_text="$50.00").get_by_role("cell").nth(1).inner_text()
    player = scene.visit(stage.url).sign_in(winner).open("/statement")
    expect(player.page.get_by_role("main")).to_contain_text("Voucher 1, $50.00.")


def pays_in_parts(scene, stage, pat, number):
    """The cashier pays as the winner chooses; parts that do not come to the prize are not sent."""
    cas = Desk(scene, stage, "cas").tab("draw")
    cas.press(re.compile("^Pay"), within=award(cas, number))
    dialog = cas.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The winner chooses how it is split.")
    dialog.get_by_label("In cash").fill("2000")
    expect(dialog.get_by_role("status")).to_have_text("Still to be split: $10,000.00.")
    cas.press("Send the request", within=dialog)
    expect(dialog.get_by_role("alert")).to_contain_text("The parts come to $2,000.00; to be paid are $12,000.00.")
    dialog.get_by_label("By crossed cheque").fill("10000")
    expect(dialog.get_by_role("status")).to_have_text("Together $12,000.00, as it must be.")
    nothing(check(cas.visit, "payment"))
    cas.press("Send the request", within=dialog)
    expect(dialog).to_have_count(0)
    pat.agrees(f"Pay the prize of draw {number} ")
    pat.tab("draw")
    expect(award(pat, number)).to_contain_text("$2,000.00 in cash and $10,000.00 by crossed cheque")


@clauses("casino-war", "14.9.1")
def amends_and_is_cancelled(scene):
    """Terms are frozen from the start; others hold with a reference of the Authority, and old ones are kept."""
    stage = scene.own_stage(idle=100_000)
    money_runs(stage, scene)
    pat, max_ = Desk(scene, stage, "pat"), Desk(scene, stage, "max")
    pat.tab("now").does("Start…", "Ask to start it")
    max_.agrees("Start promotion 1").is_now("running")
    pat.tab("terms").press("Propose other terms…")
    form = pat.page.get_by_role("form", name="Terms")
    form.get_by_label("How a prize is claimed", exact=True).fill("At the desk, within two months.")
    pat.press("Propose these terms", within=form)
    expect(pat.page.get_by_role("region", name="Proposed terms")).to_contain_text("within two months")
    expect(pat.page.get_by_role("region", name="Terms", exact=True)).not_to_contain_text("within two months")
    looks_at_prizes(pat)
    pat.tab("now").does("The proposed terms are approved…", "Send the request", Reference_of_the_Authority="A 77")
    max_.agrees("under reference A 77")
    pat.tab("terms")
    expect(pat.page.get_by_role("region", name="Terms", exact=True)).to_contain_text("within two months")
    expect(pat.page.locator("summary", has_text=re.compile("^Until "))).to_have_count(1)
    pat.tab("now").does("Cancel…", "Ask to cancel it", Why="The exchange does not publish figures any more.")
    max_.agrees("Cancel promotion 1").is_now("cancelled")
    wall = scene.visit(stage.url).open(f"/display/promotion/{NUMBER}")
    expect(wall.page.get_by_text("The promotion was cancelled")).to_be_visible()


FLOWS = {
    "run from draft to the last claim": runs_from_draft_to_the_last_claim,
    "pay money that a law allows, split as the winner chooses": pays_money_that_a_law_allows,
    "are amended with an approval, and cancelled": amends_and_is_cancelled,
}
