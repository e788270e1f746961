// The terms of a promotion at the desk: as they are, as they are proposed, as they were; the form to write them; and who has
// looked at each prize for what no prize may include.

import { dateAndTime } from '../../clock.js';
import { h, put } from '../../dom.js';
import { cited, prizeName, sentence, termsShown } from '../../pages/promotion-parts.js';
import { fill } from '../forms.js';
import { editTerms } from './terms.js';

/** Draws the part. */
export function termsPart(desk, it) {
  const { staff } = it;
  const place = h('div');
  const missing = it.terms.fields.filter(({ there }) => !there).length + it.terms.prizes.flatMap(({ fields }) => fields).filter(({ there }) => !there).length;
  const words = it.started ? 'Propose other terms…' : 'Write the terms…';
  put(place, h('section.panel', { 'aria-label': 'Terms' }, h('header.row', h('h2', it.started ? 'Terms in force' : 'Terms'), h('span.gap'),
    desk.can(it, 'draft-promotion') && h('button.button', { type: 'button', 'data-key': 'edit-terms', onclick: () => edit(desk, it, place) }, words)),
  missing > 0 && h('p.notice', `${missing} ${missing === 1 ? 'thing is' : 'things are'} still missing that the orders want in the terms.`), termsShown(it.terms)),
  staff && checks(desk, it, staff.proposed?.checks ?? staff.checks, staff.proposed?.terms ?? it.terms),
  staff?.proposed && h('section.panel', { 'aria-label': 'Proposed terms' }, h('h2', 'Proposed terms'), h('p.quietly', 'They hold when the Authority has approved them.'), termsShown(staff.proposed.terms)),
  it.old.length > 0 && h('section.panel', h('h2', 'Earlier terms'), it.old.map((old) => h('details', h('summary', `Until ${dateAndTime(old.until)}`), termsShown(old.terms)))));
  return place;
}

/** Opens the form in the place of what is shown; nothing is drawn anew meanwhile. */
async function edit(desk, it, place) {
  const terms = it.staff?.proposed?.terms ?? it.terms;
  const form = await desk.form(terms.raw.games);
  desk.paused = true;
  const done = () => {
    desk.paused = false;
    desk.redraw();
  };
  const lacks = (name, number) => (number === null ? terms.fields : terms.prizes.find((prize) => prize.prize === number)?.fields ?? []).some(({ field, there }) => field === name && !there);
  const panel = h('section.panel');
  put(place, panel);
  editTerms(panel, {
    name: it.name, raw: terms.raw, form, formFor: (games) => desk.form(games), lacks, cancel: done,
    words: it.started ? 'The promotion has started: other terms hold only when the Authority has approved them.' : 'A draft may lack anything. What was final or lodged must be made final and lodged again.',
    yes: it.started ? 'Propose these terms' : 'Save the draft',
    send: async (name, next, wrong) => {
      const answer = await desk.act('draft-promotion', { promotion: it.promotion, name, terms: next }, it.started ? 'It is proposed.' : 'The draft is saved.', wrong);
      if (answer) done();
    },
  });
  panel.querySelector('input')?.focus();
  scrollTo(0, 0);
}

const FOUND = { free: ['live', 'free of it'], contains: ['wrong', 'contains it'], stale: ['warn', 'look again: the list has grown'] };

/** Who has looked at each prize, for each thing that no prize may include. */
function checks(desk, it, all, terms) {
  if (all.length === 0) return null;
  const bans = [...new Map(all.map((one) => [one.ban, one])).values()];
  const prizes = [...new Set(all.map(({ prize }) => prize))];
  const of = (prize, ban) => all.find((one) => one.prize === prize && one.ban === ban);
  return h('section.panel', { 'aria-label': 'Prizes looked at' }, h('h2', 'Prizes looked at'), h('p.quietly', 'Somebody looks at every prize for each of these, by name.'), prizes.map((prize) => h('article.checked', { 'aria-label': `Prize ${prize}` },
    h('header.row', h('h3', `Prize ${prize}: ${prizeName(terms, prize)}`), h('span.gap'),
      desk.can(it, 'check-prize', { prize }) && h('button.button.small', { type: 'button', 'data-key': `check-${prize}`, onclick: () => look(desk, it, prize, bans) }, 'I have looked at it…', h('span.unseen', ` prize ${prize}`))),
    h('ul.bans', bans.map(({ ban }) => {
      const one = of(prize, ban);
      const [kind, words] = FOUND[one.found] ?? ['warn', 'nobody has looked'];
      return h('li', h('b', sentence(one.title)), cited(one), ' ', h(`span.tag.${kind}`, words), one.by && h('small', ` ${one.by}, ${dateAndTime(one.at)}`));
    })))));
}

async function look(desk, it, prize, bans) {
  const { prescribed } = await desk.form(it.terms.raw.games);
  const list = prescribed.length > 0 ? ` The list of prescribed items: ${prescribed.map(({ item }) => item).join('; ')}.` : ' Nothing is on the list of prescribed items.';
  const fields = bans.map(({ ban, title }) => ({ name: ban, label: sentence(title), kind: 'said', of: ['it contains this', 'it is free of this'], required: true }));
  return fill(`Prize ${prize}`, fields, 'I have looked at it', (given, wrong) => {
    const found = (value) => Object.keys(given).filter((ban) => given[ban] === value);
    return desk.act('check-prize', { promotion: it.promotion, prize, free_of: found(false), contains: found(true) }, 'It is recorded with your name.', wrong);
  }, { words: `Say of each what you found. It is recorded with your name.${list}` });
}
