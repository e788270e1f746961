// Draws the little markdown that the house's own documents use: headings, paragraphs, lists, tables, code.

import { h, sweeps } from '../../dom.js';

/** Makes elements of a text. Text stays text: nothing in it becomes markup of the page. */
export function markdown(text) {
  return text.split(/\n{2,}/).map((block) => block.replace(/\n+$/, '')).filter((block) => block.trim() !== '').flatMap(blockOf);
}

function blockOf(block) {
  const lines = block.split('\n');
  const heading = /^(#{1,4}) (.*)$/.exec(lines[0]);
  if (heading) return [h(`h${Math.min(heading[1].length + 1, 4)}`, inline(heading[2])), ...(lines.length > 1 ? blockOf(lines.slice(1).join('\n')) : [])];
  if (lines[0].startsWith('|')) return [tableOf(lines)];
  if (/^[-*] /.test(lines[0])) return [h('ul', items(lines, /^[-*] /))];
  if (/^\d+\. /.test(lines[0])) return [h('ol', items(lines, /^\d+\. /))];
  if (lines.every((line) => line.startsWith('    '))) return [h('pre', lines.map((line) => line.slice(4)).join('\n'))];
  return [h('p', inline(lines.join(' ')))];
}

function items(lines, mark) {
  const found = [];
  for (const line of lines) {
    if (mark.test(line)) found.push(line.replace(mark, ''));
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found.map((item) => h('li', inline(item)));
}

const cells = (line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());

function tableOf(lines) {
  const [head, , ...rows] = lines;
  return h('div.scroll', sweeps(cells(head).join(', ')), h('table', h('caption.unseen', cells(head).join(', ')), h('thead', h('tr', cells(head).map((cell) => h('th', { scope: 'col' }, inline(cell))))),
    h('tbody', rows.map((row) => h('tr', cells(row).map((cell) => h('td', inline(cell))))))));
}

/** Code in backticks and bold words; the rest as it stands. */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return h('code', part.slice(1, -1));
    return part.startsWith('**') && part.length > 4 ? h('strong', part.slice(2, -2)) : part;
  });
}
