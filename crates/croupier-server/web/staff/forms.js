// Forms in dialogs: a list of fields, checked as they are sent, with the answer of the floor beside them.

import { ask } from '../dialog.js';
import { h, put } from '../dom.js';
import { plain, read } from '../money.js';
import { refusal } from './send.js';

let fields = 0;

/**
 * Makes a field: `{ name, label, kind, value, of, hint, required }`. Kinds: text, long, amount, count, time (milliseconds
 * since 1970), choice (`of`: texts or `[value, words]`), several, yes, said (yes, no, or null while nobody has said).
 */
export function field(it) {
  const id = `staff-field-${(fields += 1)}`;
  const control = CONTROLS[it.kind ?? 'text'](it, id);
  const hint = it.hint && h('small', { id: `${id}-hint` }, it.hint);
  if (hint) (control.matches('fieldset') ? control : control.querySelector('input') ?? control).setAttribute('aria-describedby', `${id}-hint`);
  if (it.kind === 'several') return h('div.field', { 'data-field': it.name }, control, hint);
  if (it.kind === 'yes') return h('div.field.yes', { 'data-field': it.name }, h('label', { for: id }, control, ' ', it.label), hint);
  return h('div.field', { 'data-field': it.name }, h('label', { for: id }, it.label), control, hint);
}

const pairs = (of) => of.map((option) => (Array.isArray(option) ? option : [option, String(option)]));
const base = (it, id) => ({ id, name: it.name, required: it.required !== false && it.kind !== 'yes', autofocus: it.autofocus });

const CONTROLS = {
  text: (it, id) => h('input', { ...base(it, id), value: it.value ?? '', list: it.list, autocomplete: it.autocomplete ?? 'off', type: it.type ?? 'text', minlength: it.minlength, spellcheck: 'false' }),
  long: (it, id) => h('textarea', { ...base(it, id), rows: 3 }, it.value ?? ''),
  amount: (it, id) => h('input', { ...base(it, id), inputmode: 'decimal', autocomplete: 'off', value: Number.isInteger(it.value) ? plain(it.value) : '', placeholder: '0.00' }),
  count: (it, id) => h('input', { ...base(it, id), type: 'number', inputmode: 'numeric', min: it.min ?? 0, max: it.max, value: it.value ?? '' }),
  choice: (it, id) => h('select', base(it, id), pairs(it.of).map(([value, words]) => h('option', { value, selected: value === it.value }, words))),
  several: (it) => h('fieldset', h('legend', it.label), pairs(it.of).map(([value, words]) =>
    h('label.inline', h('input', { type: 'checkbox', name: it.name, value, checked: it.value?.includes(value) }), ' ', words))),
  time: (it, id) => h('input', { ...base(it, id), type: 'datetime-local', value: localTime(it.value) }),
  said: (it, id) => h('select', base(it, id), [['', 'not said yet'], ['yes', it.of?.[0] ?? 'yes'], ['no', it.of?.[1] ?? 'no']].map(([value, words]) =>
    h('option', { value, selected: value === ({ true: 'yes', false: 'no' }[it.value] ?? '') }, words))),
  yes: (it, id) => h('input', { ...base(it, id), type: 'checkbox', checked: it.value === true }),
};

/** Writes a time as fields for times have it, in the time zone of whoever looks. */
export function localTime(at) {
  if (!Number.isFinite(at)) return '';
  const two = (number) => String(number).padStart(2, '0');
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Reads the fields of a form; a wrong one is named, focused, and null comes back, unless it is not `strict`. */
export function values(form, list, strict = true) {
  const out = {};
  for (const it of list) {
    // A field may be called `item` or `length`, which the list of controls has already.
    const control = form.elements.namedItem(it.name);
    if (it.kind === 'several') {
      const boxes = [...form.querySelectorAll(`input[name="${it.name}"]`)];
      out[it.name] = boxes.filter((box) => box.checked).map((box) => box.value);
      boxes[0]?.setCustomValidity(it.required && out[it.name].length === 0 ? 'Choose at least one' : '');
    } else if (it.kind === 'yes') {
      out[it.name] = control.checked;
    } else if (it.kind === 'amount') {
      const text = control.value.trim();
      out[it.name] = text === '' ? null : read(text);
      const wrong = text !== '' && out[it.name] === null;
      control.setCustomValidity(wrong ? 'An amount looks like 25 or 12.50' : '');
    } else if (it.kind === 'time') {
      out[it.name] = control.value === '' ? null : new Date(control.value).getTime();
    } else if (it.kind === 'said') {
      out[it.name] = { yes: true, no: false }[control.value] ?? null;
    } else if (it.kind === 'count') {
      out[it.name] = control.value === '' ? null : Number(control.value);
    } else {
      out[it.name] = control.value.trim();
    }
  }
  return !strict || form.reportValidity() ? out : null;
}

/** Forgets what was wrong with a form, once something in it is changed. */
export function clearFaults(form) {
  for (const control of form.elements) control.setCustomValidity?.('');
}

/**
 * Asks for the fields in a dialog and sends them: `send(values, wrong)` resolves with an answer, or null when
 * it was refused; then the dialog stays and says why. `extra(form)` makes what stands below the fields. Resolves with the
 * answer, or undefined.
 */
export function fill(title, list, yes, send, { words, danger, wide, extra } = {}) {
  return ask(title, (form, close) => {
    if (wide) form.closest('dialog').classList.add('wide');
    const go = h(`button.button${danger ? '.danger' : ''}`, { type: 'submit' }, yes);
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    const isWrong = (error) => {
      put(wrong, refusal(error));
      wrong.hidden = false;
    };
    form.addEventListener('input', () => clearFaults(form));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const given = values(form, list);
      if (!given || go.disabled) return;
      go.disabled = true;
      wrong.hidden = true;
      const answer = await send(given, isWrong);
      go.disabled = false;
      if (answer) close(answer);
    });
    const fields = wide ? [h('div.grid', list.map(field))] : list.map(field);
    form.append(...fields);
    return [words && h('p', words), ...fields, extra?.(form), wrong, h('div.row.end',
      h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), go)];
  });
}
