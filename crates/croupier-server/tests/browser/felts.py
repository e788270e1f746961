"""The felts, measured: at eleven sizes no label is cut off, none lies on another, and nothing moves from phase to phase."""

import subprocess
from functools import partial
from pathlib import Path

from games import GAMES as SERVED
from guest import GAMES, finish, place, sit
from playwright.sync_api import expect

SIZES = [(360, 740), (390, 844), (740, 360), (768, 1024), (820, 1180), (1024, 768), (1280, 720), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440)]

# Lists every label of the felt that can be seen: its words, the box of its text, and whether it is cut off. A label in
# a strip that is swept sideways is measured when it is swept into sight.
LABELS = """() => {
    const felt = document.querySelector('.felt');
    const labels = [...felt.querySelectorAll('.spot > b, .spot > small, .spot > span:not(.chips), .place, .points:not([hidden]), .whose, .choice, .printed, .puck.here, .total, .band, .number .name, .totals p, .strikes, .amount, .outcome, .lammer, svg.print text')];
    const strip = felt.querySelector('.areas');
    const sweeps = strip && strip.scrollWidth > strip.clientWidth + 1 ? strip.getBoundingClientRect() : null;
    const boxesOf = (label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const own = label.namespaceURI.endsWith('svg') ? [...Array(label.getNumberOfChars()).keys()].map((at) => {
            const box = label.getExtentOfChar(at), matrix = label.getScreenCTM();
            const [a, b] = [new DOMPoint(box.x, box.y).matrixTransform(matrix), new DOMPoint(box.x + box.width, box.y + box.height).matrixTransform(matrix)];
            return { left: Math.min(a.x, b.x), right: Math.max(a.x, b.x), top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) };
        }) : [...range.getClientRects()];
        return own.filter((box) => box.right - box.left > 1 && box.bottom - box.top > 1);
    };
    const seen = [];
    for (const label of labels) {
        if (!label.textContent.trim() || !label.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const boxes = boxesOf(label);
        if (boxes.length === 0 || getComputedStyle(label).clipPath !== 'none') continue;
        const swept = sweeps && label.closest('.area');
        if (swept && boxes.some((box) => box.left < sweeps.left || box.right > sweeps.right)) continue;
        seen.push({ label, boxes });
    }
    // An area that lies askew is measured upright within itself.
    const upright = new CSSStyleSheet();
    upright.replaceSync('.area { transform: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, upright];
    for (const it of seen) {
        it.upright = it.label.closest('.area') ? boxesOf(it.label) : it.boxes;
        it.frame = it.label.closest('.spot, .number')?.getBoundingClientRect();
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== upright);
    const faults = [];
    const name = ({ label }) => `${label.closest('[data-on]')?.dataset.on ?? label.className?.baseVal ?? label.className} ${label.closest('[data-area-number]')?.dataset.areaNumber ?? ''} "${label.textContent.trim().slice(0, 24)}"`;
    // Text is less high than its line.
    const inner = (box) => ({ left: box.left + 1, right: box.right - 1, top: box.top + (box.bottom - box.top) * 0.22, bottom: box.bottom - (box.bottom - box.top) * 0.22 });
    const bounds = felt.getBoundingClientRect();
    for (const it of seen) {
        for (const box of it.boxes.map(inner)) {
            const corners = [[box.left, box.top], [box.right, box.top], [box.left, box.bottom], [box.right, box.bottom]];
            if (corners.some(([x, y]) => x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom)) faults.push(`${name(it)} leaves the felt`);
            else {
                const within = corners.filter(([x, y]) => x > 0 && y > 60 && x < innerWidth && y < (document.querySelector('.bar, .invite')?.getBoundingClientRect().top ?? innerHeight));
                if (within.some(([x, y]) => { const at = document.elementFromPoint(x, y); return at && !felt.contains(at) && !at.closest('.note, .asks, .sidepanel'); })) faults.push(`${name(it)} is cut off`);
            }
        }
    }
    for (const it of seen.filter(({ frame }) => frame)) {
        if (it.upright.some((box) => box.left < it.frame.left - 1 || box.right > it.frame.right + 1)) faults.push(`${name(it)} leaves its frame`);
    }
    // On a phone a long sentence may be cut off; where there is room, it is read to its end.
    for (const words of document.querySelectorAll('.status :is(.words, .more)')) {
        if (innerWidth >= 768 && (words.scrollWidth > words.clientWidth + 1 || words.scrollHeight > words.clientHeight + 2)) faults.push(`status "${words.textContent}" is cut off`);
    }
    const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    seen.forEach((one, at) => {
        for (const other of seen.slice(at + 1)) {
            if (one.label.contains(other.label) || other.label.contains(one.label)) continue;
            const area = one.label.closest('.area');
            const of = area && area === other.label.closest('.area') ? 'upright' : 'boxes';
            if (one[of].map(inner).some((box) => other[of].map(inner).some((it) => over(box, it)))) faults.push(`${name(one)} lies on ${name(other)}`);
        }
    });
    for (const print of seen.filter(({ label }) => label.closest('svg.print'))) {
        const spots = [...felt.querySelectorAll('.spot')].filter((spot) => spot.checkVisibility()).map((spot) => spot.getBoundingClientRect());
        if (print.boxes.some((box) => spots.some((spot) => over(inner(box), spot)))) faults.push(`${name(print)} runs through a spot`);
    }
    const bar = document.querySelector('.bar').getBoundingClientRect();
    const own = innerWidth >= 960 ? [...felt.querySelectorAll('.area.mine .spot, .win-line, .dont-win')].filter((spot) => spot.getBoundingClientRect().bottom > bar.top + 1) : [];
    for (const tag of felt.querySelectorAll('.caller:not([hidden]), .filler:not([hidden])')) {
        const spot = [...tag.parentElement.children].slice(0, [...tag.parentElement.children].indexOf(tag)).findLast((it) => it.matches('.spot'));
        if (!over(tag.getBoundingClientRect(), spot.getBoundingClientRect())) faults.push(`${tag.textContent} is away from ${spot.dataset.on} ${spot.dataset.number ?? ''}`);
    }
    const parts = ['.rack > *', '.chipchoice', '.deeds .button'].map((of) => [...document.querySelectorAll(`.bar ${of}`)].filter((it) => it.checkVisibility()).map((it) => [it, it.getBoundingClientRect()]));
    parts.forEach((some, at) => parts.slice(at + 1).flat().forEach(([other, its]) => some.forEach(([one, box]) => over(box, its) && faults.push(`bar: "${one.textContent}" lies on "${other.textContent}"`))));
    if (own.length > 0) faults.push(`${own.map((spot) => spot.dataset.on).join(', ')} under the bar`);
    const small = seen.filter(({ label }) => parseFloat(getComputedStyle(label).fontSize) < 10 && !label.closest('svg')).map((it) => `${name(it)} is smaller than 10 pixels`);
    return [...new Set([...faults, ...small])];
}"""

# Where the fixed parts of the table are. Whether a window is scrolled does not matter.
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.felt, .area, .dealer .whose, .tray, .deeds, .spot[data-on]:not([data-standing]), .status')].filter((it) => it.checkVisibility()).map((it, at) => {
    const box = it.getBoundingClientRect();
    const strip = it.closest('.areas');
    const [x, y] = [box.left + scrollX + (strip?.scrollLeft ?? 0), box.top + scrollY];
    const name = `${it.className.split(' ')[0]} ${it.dataset.on ?? ''} ${it.dataset.number ?? it.dataset.point ?? ''} ${it.closest('[data-area-number]')?.dataset.areaNumber ?? ''}`;
    return [it.closest('.bar') ? `bar ${name}` : name, it.closest('.bar') ? [box.left, box.top - innerHeight] : [x, y]];
}))"""

# Nothing is on its way from one size to another.
STILL = """() => {
    const still = new CSSStyleSheet();
    still.replaceSync('* { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets = [still];
}"""

# The window has its new size, also for lengths that are shares of it.
RESTS = """([width, height]) => {
    const probe = document.body.appendChild(document.createElement('i'));
    Object.assign(probe.style, { position: 'fixed', height: '100dvh', visibility: 'hidden' });
    const rests = innerWidth === width && innerHeight === height && probe.offsetHeight === height;
    probe.remove();
    return rests;
}"""


def measure(page, phase, before, faults):
    """Measures one phase at all sizes."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(RESTS, arg=[width, height])
        page.evaluate("() => { scrollTo(0, 0); return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); }")
        # The window takes a moment to come to rest at its new size.
        page.wait_for_function(f"() => {{ const now = JSON.stringify(({PLACES})()); const same = now === window.placesBefore; window.placesBefore = now; return same; }}", polling=80)
        where = f"{width}x{height}, {phase}"
        faults += [f"{where}: {fault}" for fault in page.evaluate(LABELS)]
        places = page.evaluate(PLACES)
        moved = [(name, places[name][0] - x, places[name][1] - y) for name, (x, y) in before.setdefault((width, height), places).items() if name in places]
        moved = [f"{name.strip()} by {x:.0f}, {y:.0f}" for name, x, y in moved if max(abs(x), abs(y)) > 1.5]
        if moved:
            faults.append(f"{where}: moved: {'; '.join(moved[:3])}" + (f" and {len(moved) - 3} more" if len(moved) > 3 else ""))


# Places the least on every spot that takes a wager and has none yet; says how many spots then hold one.
EVERYWHERE = """async () => {
    const table = Number(location.pathname.split('/')[2]);
    const { me } = await (await fetch('/api/me')).json();
    const standing = async () => (await (await fetch(`/api/tables/${table}`)).json()).wagers;
    const { seat } = me.seats.find((it) => it.table === table);
    const tell = (act) => fetch('/api/acts', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Csrf-Token': me.csrf }, body: JSON.stringify(act) });
    await tell({ bring: { table, player: me.name, amount: 50000 } });
    // What goes with a wager is taken once that one stands.
    for (let before = -1, now = 0; now > before;) {
        before = now;
        const { offers } = await (await fetch(`/api/tables/${table}/offers`)).json();
        const key = (it) => [it.on, it.area ?? '', it.number ?? '', it.point ?? ''].join();
        const has = new Set((await standing()).map(key));
        for (const { on, area, number, point, min } of offers.filter((it) => !has.has(key(it)) && (!it.area || it.area === seat))) {
            const spot = Object.fromEntries(Object.entries({ on, area, number, point }).filter(([, value]) => value !== null && value !== undefined));
            await tell({ step: { table, step: { wager: { player: me.name, ...spot, amount: min } } } });
        }
        now = (await standing()).length;
    }
    return new Set((await standing()).map((it) => [it.on, it.area ?? '', it.number ?? '', it.point ?? ''].join())).size;
}"""


def place_everywhere(visit, page):
    """Every spot that can hold a wager does; then every one of them can be decided."""
    visit.refused.update(["409", "422"])
    count = page.evaluate(EVERYWHERE)
    held = page.locator(".felt .spot.held")
    expect(held).to_have_count(count)
    expect(page.locator(".note")).to_have_count(0)


def is_measured(scene, game):
    """Each phase of a round: before a wager, with wagers, and with a result."""
    stage = scene.own_stage(people=False)
    visit = scene.visit(stage.url)
    name, wagers = GAMES[game]
    page = sit(visit, name)
    expect(page.locator(".note")).to_have_count(0)
    page.evaluate(STILL)
    before, faults = {}, []
    measure(page, "open", before, faults)
    page.set_viewport_size({"width": 1280, "height": 900})
    for on in wagers:
        place(page, on)
    place_everywhere(visit, page)
    measure(page, "wagered", before, faults)
    page.set_viewport_size({"width": 1280, "height": 900})
    visit.button("Deal now").or_(visit.button("Roll now")).first.click()
    finish(page)
    measure(page, "result", before, faults)
    assert not faults, f"{len(faults)} faults:\n  " + "\n  ".join(faults[:40])


def ten_is_clear_of_its_pips(scene):
    """The index of a ten does not touch the pips."""
    page = scene.visit().open().page
    gap = page.evaluate("""async () => {
        const { card } = await import('/cards.js');
        const ten = card('TH');
        ten.setAttribute('width', 300);
        document.body.append(ten);
        const index = ten.querySelector('.rank').getBBox();
        const pips = [...ten.querySelectorAll('g > path.pip')].map((pip) => [pip.getBBox(), pip.getCTM(), pip]).filter(([, , pip]) => /translate\\((37|53|69) /.test(pip.getAttribute('transform')));
        const scale = 0.72;
        const left = Math.min(...pips.map(([box, , pip]) => Number(/translate\\((\\d+)/.exec(pip.getAttribute('transform'))[1]) - box.width * scale / 2));
        return left - (index.x + index.width);
    }""")
    assert gap > 1, f"the index is {-gap:.1f} too wide"


# Draws the score card of twenty rounds of Casino War, some of which went to war, in a side panel; lists what is cut off.
BEADS = """async ([width]) => {
    const [{ Score }, { stylesheet }] = [await import('/play/score.js'), await import('/dom.js')];
    await Promise.all(['/play/panels.css', '/play/table.css'].map(stylesheet));
    const cards = (own, dealer) => ({ hands: [{ area: 3, cards: own }], dealer: { cards: dealer } });
    const played = [cards(['KS'], ['9D']), cards(['2S'], ['9D']), cards(['TS', 'KH'], ['TD', '9C']), cards(['TS', 'TH'], ['TD', 'TC'])];
    const history = [...Array(20).keys()].map((at) => ({ round: at + 1, ...played[at % played.length] }));
    const score = new Score(4);
    const side = document.createElement('div');
    side.className = 'side';
    side.style.width = `${width}px`;
    side.append(score.element);
    document.querySelector('main').replaceChildren(side);
    score.draw({ view: { history, shows_results: true, areas: 9, dice: null, dealer: {} } });
    const beads = [...side.querySelectorAll('.bead')];
    const colours = new Set(beads.filter((it) => !it.classList.contains('house')).map((it) => getComputedStyle(it).backgroundColor));
    const cut = beads.filter((it) => {
        const text = document.createRange();
        text.selectNodeContents(it.firstChild);
        const [box, words, cell] = [it, text, it.closest('td')].map((of) => of.getBoundingClientRect());
        return words.left < box.left || words.right > box.right || box.left < cell.left - 1 || box.right > cell.right + 1;
    });
    return { beads: beads.length, colours: colours.size, cut: cut.map((it) => it.firstChild.textContent) };
}"""


def a_score_card_is_read_to_its_end(scene):
    """Runs of twenty: what was higher, lower and equal have colours of their own, and two cards stand in a cell whole."""
    page = scene.visit().open().page
    expect(page.get_by_role("heading", name="Table games")).to_be_visible()
    for width in (320, 420):
        drawn = page.evaluate(BEADS, [width])
        assert drawn == {"beads": 40, "colours": 3, "cut": []}, drawn


def a_par_sheet_is_read_to_its_end(scene):
    """The widest PAR sheet has all of its columns on the page where there is room, and scrolls by itself where there is none."""
    command = Path(scene.program).parents[1] / "croupier"
    sheet = subprocess.run([command, "par", "craps", "--shoes", "4"], capture_output=True, text=True, check=True).stdout
    page = scene.visit().page
    page.set_content(sheet)
    for width in (360, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, f"the sheet is {wide} wide in a window of {width}"
        cut = page.evaluate("() => [...document.querySelectorAll('th, td')].filter((it) => it.scrollWidth > it.clientWidth + 1 || it.getBoundingClientRect().right > innerWidth).map((it) => it.textContent)")
        assert width < 1366 or not cut, f"at {width} these are cut off: {cut[:5]}"


FLOWS = {f"nothing is cut, covered or moved at {game['title']}": partial(is_measured, game=name) for name, game in SERVED.items() if game["drawn"]}
FLOWS["the ten is clear of its pips"] = ten_is_clear_of_its_pips
FLOWS["a score card of twenty rounds is read to its end"] = a_score_card_is_read_to_its_end
FLOWS["a PAR sheet is read to its end"] = a_par_sheet_is_read_to_its_end
