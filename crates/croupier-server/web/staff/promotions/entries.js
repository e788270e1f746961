// Entries at the desk: by hand, from a file with its progress and the rows that were refused, all of them page by page, and
// those that were removed.

import { get, post } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { cited, sentence } from '../../pages/promotion-parts.js';
import { clearFaults, field, fill, values } from '../forms.js';
import { listed } from '../names.js';
import { playerNames } from '../players.js';
import { refusal } from '../send.js';
import { entrant } from './acts.js';

const PAGE = 50;

/** Opens the tab. */
export function entriesTab(panel, desk) {
  const { told } = desk;
  const list = h('section.panel', { 'aria-label': 'All entries' });
  const refused = h('p.notice', { hidden: true });
  const upload = fromFile(desk);
  const forms = h('div.columns', byHand(desk), upload.element);
  put(panel, refused, forms, list);
  let [from, count, drawn] = [1, -1, ''];
  show(told);
  return desk.listen(show);

  function show(it) {
    const may = desk.may(it, 'enter-promotion');
    const takes = desk.can(it, 'enter-promotion');
    forms.hidden = !takes;
    refused.hidden = !may || takes;
    if (may && !takes) put(refused, 'Nobody can be entered now: ', may.why, cited(may));
    upload.draw(it);
    const now = JSON.stringify([it.entries, it.staff?.removed]);
    if (now === drawn && count === it.entries) return;
    [drawn, count] = [now, it.entries];
    load();
  }

  async function load() {
    try {
      draw(await get(`/api/promotions/${told.promotion}/entries?from=${from}&count=${PAGE}`));
    } catch (error) {
      desk.context.note(error);
    }
  }

  function turn(to) {
    from = to;
    load();
  }

  function draw({ entries, count: all, next }) {
    const to = from + entries.length - 1;
    put(list, h('h2', `All entries (${all})`), removedWords(desk.told.staff?.removed), entries.length === 0 ? h('p.quietly', 'Nobody has entered yet.') : h('div.scroll', sweeps('Entries'), h('table.entries', h('caption.unseen', 'Entries'),
      h('thead', h('tr', ['Entry', 'Who', 'How it came about', h('span.unseen', 'What can be done')].map((words) => h('th', { scope: 'col' }, words)))),
      h('tbody', entries.map((it) => h('tr', h('th', { scope: 'row' }, String(it.entry)), h('td', it.name, !it.person && h('small', ' not known to the house'), it.removed && h('span.tag.wrong', 'removed')), h('td', sourceWords(it.source)),
        h('td', !it.removed && desk.can(desk.told, 'remove-entrant') && h('button.button.quiet.small', { type: 'button', onclick: () => remove(desk, it) }, 'Remove…', h('span.unseen', ` entry ${it.entry}`)))))))),
    all > PAGE && h('nav.row', { 'aria-label': 'Pages of entries' }, h('button.button.quiet.small', { type: 'button', disabled: from === 1, onclick: () => turn(Math.max(1, from - PAGE)) }, 'Before'), h('span', `${from} to ${to}`),
      h('button.button.quiet.small', { type: 'button', disabled: !next, onclick: () => turn(next) }, 'Next'), jump(all)));
  }

  function jump(all) {
    const number = h('input', { type: 'number', min: 1, max: all, 'aria-label': 'Go to entry', placeholder: 'entry', required: true });
    return h('form.row', { onsubmit: (event) => {
      event.preventDefault();
      turn(Number(number.value));
    } }, number, h('button.button.quiet.small', { type: 'submit' }, 'Go to it'));
  }
}

function removedWords(removed) {
  if (!removed || removed.people.length + removed.entries.length === 0) return null;
  return h('p.quietly', 'Removed from the draw, and not from the tree: ', listed([...removed.people, ...removed.entries.map((entry) => `entry ${entry}`)]), '.');
}

/** Says how an entry came about. */
export function sourceWords(source) {
  const [kind, it] = Object.entries(source)[0];
  if (kind === 'wager') return `a wager at table ${it.table}, round ${it.round}`;
  return kind === 'hand' ? `by hand, by ${it.by}` : `row ${it.row} of file ${it.file}, by ${it.by}`;
}

function byHand(desk) {
  const fields = [{ name: 'known', label: 'Known to the house', kind: 'choice', of: [['person', 'by the name of the account'], ['named', 'not known: name, and what tells this person from others']] }, { name: 'who', label: 'Who enters', list: desk.context.is('manager', 'supervisor') ? playerNames() : undefined }];
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const form = h('form.panel', { 'aria-label': 'By hand', oninput: () => clearFaults(form), onsubmit: async (event) => {
    event.preventDefault();
    const given = values(form, fields);
    if (!given) return;
    wrong.hidden = true;
    const answer = await desk.act('enter-promotion', { promotion: desk.told.promotion, entrants: [entrant(given)] }, null, (error) => {
      put(wrong, refusal(error));
      wrong.hidden = false;
    });
    if (answer) form.elements.who.value = '';
    form.elements.who.focus();
  } }, h('h2', 'By hand'), h('p.quietly', 'A manager must agree.'), fields.map(field), wrong, h('button.button', { type: 'submit' }, 'Ask to enter'));
  return form;
}

/**
 * Two people admit a file by its SHA-256; then it goes to the house as it is, and comes in row by row, each row once. Returns the
 * form, and what draws the files that were admitted.
 */
function fromFile(desk) {
  const file = h('input', { type: 'file', id: 'entries-file', accept: '.csv,text/csv', required: true });
  const result = h('div.uploaded', { role: 'status' });
  const go = h('button.button', { type: 'submit' }, 'Send the file');
  const files = h('ul.plain', { 'aria-label': 'Admitted files' });
  const bar = h('progress', { value: 0, 'aria-label': 'Rows entered' });
  const give = (content, query) => post(`/api/promotions/${desk.told.promotion}/entries${query}`, content, { 'Content-Type': 'text/csv; charset=utf-8' });
  let before = null;
  const element = h('form.panel', { 'aria-label': 'From a file', onsubmit: async (event) => {
    event.preventDefault();
    go.disabled = true;
    await send(file.files[0]);
    [go.disabled, before] = [false, null];
  } }, h('h2', 'From a file'), h('p.quietly', 'A manager must admit a file; then it is sent again, and entered. It is a table as text (CSV) with a head: ', h('code', 'person'), ' for the name of an account, ', h('code', 'name'), ' for somebody else, and ', h('code', 'details'), ' that tell this person from others.'),
  h('div.field', h('label', { for: 'entries-file' }, 'File'), file), go, result, files);
  return { element, draw };

  function draw({ staff, entries }) {
    put(files, (staff?.files ?? []).map((it) => h('li', `File ${it.file}, ${it.rows} rows: `, it.next > it.rows ? 'it was entered.' : `row ${it.next} is next.`, h('code.hash', it.sha256))));
    if (before !== null) bar.setAttribute('value', String(entries - before));
  }

  async function send(content) {
    const wrong = (error) => put(result, h('p.notice', { role: 'alert' }, refusal(error)));
    put(result, h('p', 'The file is looked at…'));
    try {
      const { sha256, rows, file: known } = await give(content, '?look=true');
      if (!known) {
        const asked = await desk.act('admit-file', { promotion: desk.told.promotion, sha256, rows }, null, wrong);
        if (asked) put(result, h('p', h('b', `${rows} rows. `), 'A manager must admit this file; then send it again.'), h('code.hash', sha256));
        return;
      }
      before = desk.told.entries;
      bar.setAttribute('max', String(rows));
      put(result, h('p', `${rows} rows…`), bar);
      put(result, summary(await give(content, '')));
      await desk.load();
    } catch (error) {
      wrong(error);
    }
  }
}

/** What became of a file. */
function summary({ rows, entered, before, refused_rows: count, refused, stopped }) {
  return [h('p', h('b', `${entered} of ${rows} rows were entered.`), before > 0 && ` ${before} rows had come before.`, count > 0 && ` ${count} were refused:`),
    stopped && h('p.notice', { role: 'alert' }, `It stopped at row ${stopped.row}: `, stopped.reason, cited(stopped), '. Send the same file again to go on.'),
    refused.length > 0 && h('div.scroll.refused-rows', sweeps('Refused rows'), h('table', h('caption.unseen', 'Refused rows'), h('thead', h('tr', h('th', { scope: 'col' }, 'Row'), h('th', { scope: 'col' }, 'Why'))),
      h('tbody', refused.map((it) => h('tr', h('th', { scope: 'row' }, String(it.row)), h('td', sentence(it.reason), cited(it))))))), count > refused.length && h('p.quietly', `The first ${refused.length} are shown.`)];
}

function remove(desk, { entry, name, person }) {
  const fields = [person && { name: 'what', label: 'What is removed', kind: 'choice', of: [['person', `all entries of ${name}`], ['entry', `entry ${entry} alone`]] }, { name: 'why', label: 'Why', kind: 'long', autofocus: true }].filter(Boolean);
  return fill(`Remove entry ${entry}`, fields, 'Send the request', ({ what = 'entry', why }, wrong) =>
    desk.act('remove-entrant', { promotion: desk.told.promotion, ...(what === 'person' ? { person: name } : { entry }), why }, null, wrong), { danger: true, words: 'It cannot win any more, and stays in the tree of all entries. A manager must agree.' });
}
