// The language of the page. English stands in the modules; another language is one file of words/, in which every English text has
// its translation. `{0}`, `{1}` stand for what is filled in: amounts, cards, names. A text that a language lacks is shown in English.

const KEPT = 'croupier-language';

/** The languages of the page: what each calls itself, and what it says of itself until a native speaker has reviewed it. */
export const LANGUAGES = [{ code: 'en', name: 'English' }, { code: 'zh-Hans', name: '简体中文', unreviewed: '译文尚未经母语人士审校' }];

const texts = new Map();
const known = new Map();
let patterns = [];
let names = [];
let isSpoken = false;

/** The language that was chosen in this browser. */
export const chosenLanguage = () => LANGUAGES.find(({ code }) => code === globalThis.localStorage?.getItem(KEPT)) ?? LANGUAGES[0];

/** Keeps another language in this browser; the page must be loaded anew. */
export function chooseLanguage(code) {
  localStorage.setItem(KEPT, code);
}

/** Loads the words of the chosen language, if it is not English. */
export async function loadLanguage() {
  const { code } = chosenLanguage();
  if (code === 'en') return;
  const answer = await fetch(`/words/${code}.json`);
  if (answer.ok) learn(await answer.json());
}

/** Takes the words of a language: each English text, and what it is in that language. */
export function learn(words) {
  texts.clear();
  known.clear();
  for (const [text, other] of Object.entries(words)) texts.set(text, other);
  names = [...texts].filter(([text, other]) => text === other).map(([text]) => text);
  patterns = [...texts].filter(([text]) => /\{\d\}/.test(text)).map(([text, other]) => ({ text, other, finds: pattern(text) }))
    // Where several fit, the one that says most.
    .sort((one, other) => other.text.replace(/\{\d\}/g, '').length - one.text.replace(/\{\d\}/g, '').length);
}

function pattern(text) {
  const plain = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replace(/\{\d\}/g, '((?:(?![.?!] ).)+?)')}$`, 's');
}

/** Pages of staff are in English: their words are those of the orders. */
export function speakAt(path) {
  isSpoken = texts.size > 0 && !/^\/(dealer|pit|house|desk|scrutineer|inspector|found|display|promotions)\b/.test(path);
  document.documentElement.lang = isSpoken ? chosenLanguage().code : 'en';
}

/** In which manner dates are written: that of the page's language, or of the browser's. */
export const locale = () => (isSpoken ? chosenLanguage().code : []);

/** Says a text in the language of the page. */
export const inLanguage = (text) => (isSpoken ? translate(text) : text);

/** Says a text in the language that was learned: whole, with what is filled in said too, or part by part. What the language lacks stays as it is. */
export function translate(text) {
  if (!isEnglish(text)) return text;
  if (!known.has(text)) {
    if (known.size > 4000) known.clear();
    const [, before, words, after] = /^(\s*)(.*?)(\s*)$/s.exec(text);
    known.set(text, before + (texts.get(words) ?? filledIn(words) ?? inParts(words)) + after);
  }
  return known.get(text);
}

/** A name that is the same in the language is no English. */
const isEnglish = (text) => /[A-Za-z]{2}/.test(names.reduce((rest, name) => rest.replaceAll(name, ''), text));

/** A text of the catalogue with something filled in. Where little is printed around it, what is filled in must be known too. */
function filledIn(text) {
  for (const { text: of, other, finds } of patterns) {
    const filled = finds.exec(text);
    if (!filled) continue;
    const said = filled.slice(1).map(translate);
    if (of.replace(/\{\d\}|[^A-Za-z]/g, '').length < PLENTY && said.some(isEnglish)) continue;
    const places = [...of.matchAll(/\{(\d)\}/g)].map(([, number]) => number);
    return other.replace(/\{(\d)\}/g, (_, number) => said[places.indexOf(number)]);
  }
  return null;
}

/** So many letters tell one sentence from every other. */
const PLENTY = 14;

/** What stands between these is said by itself; sentences and remarks each for themselves, the rest only if all of it is known. */
const PARTS = [
  { at: /(?<=[.?!]) (?=\S)/, joined: '', isLoose: true },
  { at: ' · ', joined: ' · ', isLoose: true },
  { at: /(?<=^[^:]*): /, joined: '：' },
  { at: ', ', joined: '，' },
];

function inParts(text) {
  const ways = PARTS.map(({ at, joined, isLoose }) => {
    const parts = text.split(at);
    const said = parts.length > 1 ? parts.map(translate) : [];
    return { isLoose, words: said.join(joined), isWhole: said.length > 0 && !said.some(isEnglish), isChanged: said.some((words, place) => words !== parts[place]) };
  });
  const way = ways.find(({ isWhole }) => isWhole) ?? (withoutStop(text) ? { words: withoutStop(text) } : ways.find(({ isLoose, isChanged }) => isLoose && isChanged));
  return way?.words ?? text;
}

/** A sentence that the catalogue has without its full stop. */
function withoutStop(text) {
  if (!text.endsWith('.')) return null;
  const said = translate(text.slice(0, -1));
  return isEnglish(said) ? null : `${said}。`;
}
