"""A dealer: runs a physical table of each game with nothing but the console, a card in error and a void."""

import re
from functools import partial

from games import DICE, GAMES as SERVED, goes_wrong, main_wager
from playwright.sync_api import expect

# The table, who deals, the main wager as the console names it, and what goes wrong in the first round: what the
# menu says, and its fields.
GAMES = {name: (number, "box" if name in DICE else "dan", main_wager(name), None if name in DICE else goes_wrong(name))
         for number, name in enumerate(SERVED, 11)}
# Cards as they come, again and again; no two beside each other are equal.
CARDS = ["KS", "9D", "4C", "8H", "2S", "JD", "7C", "10H", "3D", "6S"]


RANKS = {"A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten",
         "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def words_of(card):
    """Names a card as the console does."""
    return f"{RANKS[card[:-1]]} of {SUITS[card[-1]]}"


def open_table(stage, game, number, seats=7):
    """A supervisor opens a physical table, and two players have chips."""
    setup = {"chip": 100, "limits": {GAMES[game][2]: {"min": 500, "max": 50000, "unit": 100}}}
    stage.act("sue", {"open": {"table": number, "name": f"{game} {number}", "game": game, "setup": setup, "float": 10_000_000,
                               "dealing": "physical", "seats": seats}})
    bring_cards(stage, game, number)
    for player in ("ann", "bob"):
        stage.act("cas", {"buy-in": {"player": player, "amount": 200_000}})


def bring_cards(stage, game, number):
    """A checked set of cards comes to the table, where it is played with cards."""
    if game in DICE:
        return
    decks = SERVED[game]["cards"]["decks"][0]
    stage.act("sue", {"register-cards": {"set": number, "decks": decks, "backs": "blue"}})
    stage.act("dan", {"check-cards": {"set": number, "cards": decks * 52}})
    stage.act("dan", {"bring-cards": {"table": number, "set": number}})


class Console:
    """The console of a table, as a dealer uses it."""

    def __init__(self, visit, number):
        self.visit, self.page = visit, visit.page
        visit.open(f"/dealer/{number}")
        self.due = self.page.get_by_role("region", name="What is due")
        self.words = self.due.locator(".words")
        self.table = self.page.get_by_role("region", name="The table")
        self.wagers = self.table.get_by_role("button", name=re.compile(r"\$"))
        self.pay = self.page.get_by_role("list", name="Settlement in the order of the rules").get_by_role("listitem")
        self.log = self.page.get_by_role("log", name="What happened")
        self.cards = iter(CARDS * 40)
        expect(self.words).not_to_be_empty()

    def dialog(self, **fields):
        dialog = self.page.get_by_role("dialog")
        for label, value in fields.items():
            dialog.get_by_label(label, exact=True).fill(value)
        return dialog

    def seat(self, number, player, amount):
        row = self.page.get_by_role("region", name="Players").locator("li").nth(number - 1)
        self.visit.press("Sit", within=row)
        dialog = self.dialog(**{"Name": player, "Chips from the pocket": amount})
        self.visit.press("Sit", within=dialog)
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(row).to_contain_text(player)
        expect(row).to_contain_text(re.compile(re.escape(amount)))

    def shuffle(self):
        """Shuffles, has the cards cut if they are cut here, loads and burns."""
        self.page.get_by_role("button", name=re.compile("^Begin (a|the) shuffle$")).click()
        load, cut = self.visit.button("Load…"), self.page.get_by_role("button", name=re.compile("cuts…$"))
        expect(load.or_(cut)).to_be_visible()
        is_cut = cut.count() > 0
        if is_cut:
            cut.click()
            self.visit.press("Cut", within=self.dialog(**{"Cards above the cut": "150"}))
            expect(self.page.get_by_role("dialog")).to_have_count(0)
            expect(cut).to_have_count(0)
        load.click()
        if is_cut:
            self.visit.press("Load", within=self.dialog(**{"Cards behind the cutting card": "60"}))
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.due).to_have_attribute("data-due", re.compile("^(burn|card|nothing)$"))

    def wager(self, amount):
        self.page.keyboard.press("w")
        field = self.page.get_by_label("Amount", exact=True)
        expect(field).to_be_focused()
        field.fill(amount)
        self.page.keyboard.press("Enter")
        expect(self.wagers).to_have_count(1)
        self.page.keyboard.press("Escape")

    def key(self, text):
        """Types a card or a roll, and waits until the table has taken it."""
        before = self.page.evaluate("() => document.querySelector('.console').innerText")
        for letter in text.lower():
            self.page.keyboard.press(letter)
        expect(self.page.locator(".typed.empty")).to_have_count(1)
        expect(self.page.locator(".console")).not_to_have_text(before, use_inner_text=True)
        expect(self.page.locator("body.sending")).to_have_count(0)

    def is_due(self, *kinds):
        return self.due.get_attribute("data-due") in kinds

    def pays(self):
        """Says that all is collected and paid."""
        expect(self.due).to_have_attribute("data-due", "payment")
        self.page.keyboard.press("n")
        expect(self.due).not_to_have_attribute("data-due", "payment")

    def puts_right(self, was, text):
        """Enters the last card or roll, which was this, anew."""
        self.page.get_by_role("button", name=re.compile(f"^{was} was entered wrongly", re.I)).click()
        expect(self.page.get_by_role("button", name="Leave it as it is")).to_be_visible()
        self.key(text)
        expect(self.log).to_contain_text(re.compile("was entered wrongly"))

    def until_settled(self, lines=1, rolls=iter(())):
        """Does whatever is due until so many lines are settled and paid."""
        for _ in range(60):
            if self.is_due("payment"):
                self.pays()
            elif self.pay.count() >= lines:
                return
            elif self.is_due("choice"):
                self.due.locator(".answers button").first.click()
                self.page.wait_for_timeout(100)
            elif self.is_due("turn"):
                self.page.keyboard.press("n")
                self.page.wait_for_timeout(100)
            else:
                self.key(next(rolls, None) or next(self.cards))
        raise AssertionError("the round does not end")

    def irregular(self, words, fields):
        self.page.keyboard.press("i")
        self.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"^{re.escape(words)}")).first.click()
        dialog = self.dialog(**fields)
        self.visit.press("Declare it", within=dialog)
        expect(self.page.get_by_role("dialog")).to_have_count(0)


def void(scene, number):
    """A supervisor voids the round at the same console."""
    visit = scene.visit()
    console = Console(visit.sign_in("sue"), number)
    visit.press("Void the round…")
    visit.press("Void it", within=console.dialog(Why="the light went out"))
    expect(console.page.get_by_role("dialog")).to_have_count(0)


def runs_cards(scene, game):
    number, who, on, (words, fields) = GAMES[game]
    open_table(scene.stage, game, number)
    visit = scene.visit()
    console = Console(visit.sign_in(who), number)
    console.seat(1, "ann", "500.00")
    console.shuffle()
    while console.is_due("burn"):
        console.key(next(console.cards))
    console.wager("10")
    console.page.keyboard.press("n")
    expect(console.page.get_by_text("No more bets", exact=True).first).to_be_visible()
    wrong = next(console.cards)
    console.key(wrong)
    console.puts_right(words_of(wrong), next(console.cards))
    console.irregular(words, fields)
    expect(console.log).to_contain_text(re.compile("five of hearts", re.I))
    console.until_settled()
    expect(console.pay.first).to_contain_text("ann")
    expect(console.pay.first.locator("a[href^='/rules/']")).to_be_visible()
    # Another round, which a supervisor voids.
    while console.is_due("burn", "shuffle"):
        console.key(next(console.cards))
    console.wager("10")
    console.page.keyboard.press("n")
    console.key(next(console.cards))
    void(scene, number)
    expect(console.pay.first).to_contain_text(re.compile("void: give back .*10", re.I))
    expect(console.wagers).to_have_count(0)


def runs_dice(scene, game):
    number, who, on, _ = GAMES[game]
    open_table(scene.stage, game, number, seats=8)
    visit = scene.visit()
    console = Console(visit.sign_in(who), number)
    console.seat(1, "ann", "500.00")
    visit.press("ann takes these two")
    visit.press("Register dice and equipment…", exact=False)
    dialog = console.dialog(**{"Serial numbers of the five dice": "11 12 13 14 15"})
    for box in dialog.get_by_role("checkbox").all():
        box.check()
    visit.press("Register", within=dialog)
    expect(console.page.get_by_role("dialog")).to_have_count(0)
    console.wager("10")
    expect(console.words).to_have_text("A roll by ann")
    visit.press("The dice are thrown", exact=False)
    expect(console.words).to_have_text("The total of the dice")
    console.due.get_by_label("No roll, because").select_option("cocked")
    expect(console.log).to_contain_text(re.compile("no roll", re.I))
    expect(console.wagers).to_have_count(1)
    visit.press("The dice are thrown", exact=False)
    expect(console.words).to_have_text("The total of the dice")
    console.key("34")
    expect(console.pay.first).to_contain_text("ann")
    expect(console.pay.first).to_contain_text(re.compile("pay .*10", re.I))
    console.pays()
    console.wager("10")
    visit.press("The dice are thrown", exact=False)
    expect(console.words).to_have_text("The total of the dice")
    console.key("34")
    console.puts_right("3 and 4", "44")
    console.pays()
    expect(console.table).to_contain_text("ON 8")
    void(scene, number)
    expect(console.pay.first).to_contain_text(re.compile("void: give back .*10", re.I))


FLOWS = {f"runs a physical table of {game} with an error and a void": (
    partial(runs_dice if game in DICE else runs_cards, game=game)) for game in GAMES}
