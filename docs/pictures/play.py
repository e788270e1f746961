"""Makes the moving picture of the README: a guest's first hand, from the lobby to the check of the draw.

    pip install playwright==1.65.0 pillow
    python docs/pictures/play.py PROGRAM [PICTURE]

PROGRAM is `croupier`, PICTURE by default docs/pictures/play.gif. It needs Debian's chromium. Cards are drawn anew each time.
"""

import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from PIL import Image
from playwright.sync_api import expect, sync_playwright

SIZE = {"width": 1366, "height": 820}
WIDTH = 880
WAIT = 20_000


class Film:
    """Pictures of a page, each with the time for which it is shown."""

    def __init__(self, page):
        self.page, self.frames, self.times = page, [], []

    def take(self, seconds):
        image = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        self.frames.append(image.resize((WIDTH, WIDTH * image.height // image.width), Image.Resampling.LANCZOS))
        self.times.append(round(seconds * 1000))

    def save(self, path):
        # One palette for all pictures: what does not change is the same in each, and takes no room.
        strip = Image.new("RGB", (WIDTH, sum(frame.height for frame in self.frames)))
        top = 0
        for frame in self.frames:
            strip.paste(frame, (0, top))
            top += frame.height
        palette = strip.quantize(128, dither=Image.Dither.NONE)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in self.frames]
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=self.times, loop=0, optimize=True)


def play(page, film):
    page.get_by_role("button", name="Play as a guest", exact=True).wait_for()
    film.take(1.5)
    page.get_by_role("button", name="Play as a guest", exact=True).click()
    page.get_by_role("link", name="Play Casino War demo").click()
    sit = page.get_by_role("button", name=re.compile("^Sit down with"))
    sit.wait_for()
    film.take(1.2)
    sit.click()
    page.get_by_role("region", name="Your chips").wait_for()
    film.take(1)
    spot = page.locator(".felt .area.mine [data-on='initial'].open").first
    spot.click()
    page.locator(".felt [data-on='initial'].held").wait_for()
    film.take(0.8)
    spot.click()
    film.take(1)
    page.get_by_role("button", name="Deal now", exact=True).click()
    results = page.get_by_role("region", name="Your results")
    for _ in range(80):
        film.take(0.3)
        asked = page.locator(".asked button:not([data-pressed])")
        if asked.count():
            film.take(1.5)
            asked.first.click()
        if results.is_visible() and page.locator(".status.open").count():
            break
        page.wait_for_timeout(250)
    expect(results).to_be_visible()
    film.take(2.5)
    results.locator("a[href^='/rules/']").first.click()
    panel = page.get_by_role("dialog")
    expect(panel.locator(".says")).not_to_be_empty()
    film.take(3)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Check the last round").click()
    page.get_by_role("dialog").get_by_text("All of it is right.").wait_for()
    film.take(4)


def main():
    program = sys.argv[1]
    picture = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("play.gif"))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="croupier-picture-"))
    command = [program, "serve", "--listen", "127.0.0.1:0", "--journal", folder / "house.db"]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = house.stdout.readline().split()[-1]
        with sync_playwright() as browsers:
            browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE)
            page.set_default_timeout(WAIT)
            page.goto(address)
            film = Film(page)
            play(page, film)
            browser.close()
        film.save(picture)
    finally:
        house.terminate()
        house.wait()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{picture}: {len(film.frames)} pictures, {picture.stat().st_size} bytes")


if __name__ == "__main__":
    main()
