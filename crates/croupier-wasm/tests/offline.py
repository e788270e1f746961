"""The offline page, in Chromium, without a network: a journal, a proof and a round are dropped on it, and somebody trains.

    python offline.py PROGRAM PAGE
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main():
    program, html = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="croupier-offline-"))
    night = folder / "night.db"
    subprocess.run([program, "floor", night, "--rehearse", "1500", "--seed", "5", "--tables", "6", "--players", "9"], check=True, stderr=subprocess.DEVNULL)
    changed = bytearray(night.read_bytes())
    changed[changed.rindex(b'"amount":') + 9] ^= 1
    (folder / "changed.db").write_bytes(changed)
    try:
        with sync_playwright() as browsers:
            browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            context = browser.new_context(offline=True)
            page = context.new_page()
            page.set_default_timeout(60_000)
            expect.set_options(timeout=60_000)
            faults = []
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
            page.goto(html.as_uri())
            expect(page.locator("body[data-ready]")).to_be_visible()
            files, found = page.locator("#files"), page.locator("#found")
            files.set_input_files(night)
            expect(found).to_contain_text("The journal is sound.")
            expect(found).to_contain_text("1500 entries decided again")
            page.get_by_role("button", name="Show it again").click()
            expect(found.locator("td").first).to_be_visible()
            files.set_input_files(folder / "changed.db")
            expect(found).to_contain_text("The journal is NOT sound.")
            files.set_input_files(ROOT / "crates/croupier-server/web/tests/draw-proof.json")
            expect(found).to_contain_text("All of it is right.")
            files.set_input_files(ROOT / "docs/examples/war.jsonl")
            expect(found).to_contain_text("Tie wins on equal first cards")
            (folder / "other.txt").write_text("nothing of the kind")
            files.set_input_files(folder / "other.txt")
            expect(found).to_contain_text("not a sheet")
            page.get_by_role("button", name="Train").click()
            page.get_by_label("Game").first.select_option("craps")
            page.get_by_role("button", name="Begin ten situations").click()
            drill = page.locator("#drill")
            for number in range(1, 11):
                expect(drill).to_contain_text(f"{number} of 10")
                drill.locator("ol.answers button").first.click()
                drill.get_by_role("button", name="Go on").click()
            expect(drill).to_contain_text("of 10 right.")
            page.get_by_role("button", name="Odds").click()
            page.locator("#odds-game").select_option("craps")
            page.get_by_role("button", name="Count").click()
            expect(page.locator("#table")).to_contain_text("7/495")
            assert not faults, faults
            browser.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("the offline page: a journal, a changed one, a proof, a round, a drill and odds")


if __name__ == "__main__":
    main()
