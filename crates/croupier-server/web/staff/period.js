// What a report is about: a gaming day, a time, a range of entries; and one table or all.

import { h } from '../dom.js';

const FIELDS = [['day', 'Gaming day', 'date'], ['since', 'From', 'datetime-local'], ['until', 'Before', 'datetime-local'], ['table', 'Table', 'number']];
const ENTRIES = [['from', 'From entry', 'number'], ['to', 'To entry', 'number']];

/** Makes the form; `show(asked)` is told what was chosen, as it stands in an address. `name` tells forms on one page apart. */
export function periodForm(name, show, { day = '', words = 'Show' } = {}) {
  const field = ([of, label, type]) => h('div.field', h('label', { for: `${name}-${of}` }, label),
    h('input', { id: `${name}-${of}`, name: of, type, min: type === 'number' ? 1 : null, value: of === 'day' ? day : null }));
  const form = h('form.filters.no-print', { onsubmit: (event) => {
    event.preventDefault();
    show(askedOf(new FormData(form)));
  } }, FIELDS.map(field), h('button.button', { type: 'submit' }, words),
  h('details', h('summary', 'By entries of the journal'), h('div.filters', ENTRIES.map(field))));
  return form;
}

/** Writes what was chosen: what is empty is not asked for, and times are those of this machine. */
export function askedOf(fields) {
  const chosen = [...fields].filter(([, value]) => value !== '');
  return new URLSearchParams(chosen.map(([name, value]) => [name, ['since', 'until'].includes(name) ? String(new Date(value).getTime()) : value]));
}
