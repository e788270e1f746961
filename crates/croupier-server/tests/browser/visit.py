"""A visit: one person with a browser window of their own. What goes wrong on the page is written down."""

import json
import re

from house import PASSWORD
from playwright.sync_api import expect

SECONDS = 8
expect.set_options(timeout=SECONDS * 1000)
# The browser itself reports each refused request on the console; the page shows those to the person.
REFUSED = re.compile(r"Failed to load resource: the server responded with a status of (4\d\d)")
AWAY = re.compile(r"WebSocket connection to .* failed|net::ERR_|Failed to load resource: net::")


class Visit:
    """A window on a house."""

    def __init__(self, browser, url, log, *, away=False, refused=(), **options):
        options = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **options}
        self.url, self.log, self.away, self.refused = url, log, away, set(map(str, refused))
        self.wrong, self.too_late, self.unprocessed = [], 0, []
        self.context = browser.new_context(base_url=url, **options)
        self.context.set_default_timeout(SECONDS * 1000)
        self.page = self.context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self._wrong(f"page error: {error}"))
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.on("response", self._answered)

    @property
    def faults(self):
        """What went wrong. A page seals its text by itself, and may come when betting has just been closed: that is no fault."""
        return self.wrong + self.unprocessed[self.too_late:]

    def _wrong(self, words):
        self.log.append(words)
        self.wrong.append(words)

    def _answered(self, response):
        if response.status == 422 and '{"contribute"' in (response.request.post_data or ""):
            self.too_late += 1

    def _said(self, message):
        words = f"console {message.type}: {message.text} {message.location.get('url', '')}"
        refused = REFUSED.search(message.text)
        meant = (refused and refused[1] in self.refused) or (self.away and AWAY.search(message.text))
        if refused and refused[1] == "422" and not meant and "/api/acts" in words:
            self.unprocessed.append(words)
        if message.type in ("error", "warning") and not meant and words not in self.unprocessed:
            self._wrong(words)
        else:
            self.log.append(words)

    def _asked(self, url):
        if not url.startswith((f"{self.url}/", f"{self.url}/".replace("http:", "ws:"), "data:", "blob:")):
            self._wrong(f"request to somebody else: {url}")

    def open(self, path="/"):
        self.page.goto(path)
        return self

    def sign_in(self, name, password=None):
        self.open("/sign-in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password or PASSWORD.replace(" ", "-"))
        self.page.get_by_role("button", name="Sign in").click()
        expect(self.page.locator("#top .name")).to_have_text(name)
        return self

    def button(self, name, exact=True, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=exact)

    def link(self, name, exact=True, within=None):
        return (within or self.page).get_by_role("link", name=name, exact=exact)

    def press(self, name, exact=True, within=None):
        self.button(name, exact, within).click()

    def fetch(self, path, body=None, csrf=True):
        """Asks the server from within the page, as a stranger to the page's buttons would."""
        script = """async ([path, body, csrf]) => {
            const me = (await (await fetch('/api/me')).json()).me;
            const headers = { 'Content-Type': 'application/json' };
            if (csrf && me) headers['X-Csrf-Token'] = me.csrf;
            const request = body === null ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
            const answer = await fetch(path, request);
            const text = await answer.text();
            return [answer.status, text];
        }"""
        status, text = self.page.evaluate(script, [path, body, csrf])
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def close(self):
        self.context.close()
