/** A name or capitalised phrase found in a text. */
export interface Concept {
  /** Folded form on which texts share it. */
  readonly key: string;
  /** UTF-16 offset at which it starts. */
  readonly start: number;
  readonly end: number;
}

const WORD = String.raw`(?:\p{Lu}\.(?:\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.\-‐–][\p{L}\p{M}\p{N}]+)*)`;
const LINK = String.raw`(?:of|the|de|del|della|di|da|do|dos|la|le|les|du|des|von|van|der|den|und|y|e|bin|ibn|al|el|à|zu|&)`;
const RUN = new RegExp(String.raw`${WORD}(?:\s+(?:${LINK}\s+){0,2}${WORD}|\s+\p{N}{1,4}\b)*`, 'gu');
const CJK_NAME =
  /[\p{Script=Katakana}ー・]{2,}|(?<=[「『《〈“])[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}·]{2,16}(?=[」』》〉”])/gu;
const MAX_WORDS = 8;

/** Words that start sentences and name nothing. */
const OPENERS = new Set(
  `a an the he she it they we i you his her its their our my your this that these those there here in on at by for from
  to of with as and but or if when while where who what which how why after before during since until although though
  because both each all some many most few several one two three not no yes also however then so such another other is
  was are were be been do does did has had have can may might must shall will would could should let according under over
  between among into about against through within without upon like than more later early earlier first second new old
  mr mrs ms dr st sir its him them us me whose whom`.split(/\s+/),
);

/** Folds case, diacritics, possessives and inner punctuation, so that spellings of one name agree. */
export function conceptKey(phrase: string): string {
  return phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/giu, '')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();
}

/** The names in a text: runs of capitalised words with their small linking words, the runs between those links, and CJK names in quotes or katakana. */
export function findConcepts(text: string): readonly Concept[] {
  const found: Concept[] = [];
  for (const match of text.matchAll(RUN)) {
    addRun(found, match[0], match.index);
  }
  for (const match of text.matchAll(CJK_NAME)) {
    found.push({ key: conceptKey(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function addRun(found: Concept[], run: string, at: number): void {
  const words = [...run.matchAll(/\S+/gu)].map((word) => ({ text: word[0], start: word.index }));
  while (words[0] && OPENERS.has(words[0].text.toLowerCase())) words.shift();
  while (words.length > 0 && !/^[\p{Lu}\p{N}]/u.test(words.at(0)?.text ?? 'A')) words.shift();
  if (words.length === 0 || words.length > MAX_WORDS) return;
  pushPhrase(found, words, at);
  let part: typeof words = [];
  const parts: (typeof words)[] = [];
  for (const word of words) {
    if (/^[\p{Lu}\p{N}]/u.test(word.text)) part.push(word);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  }
  if (parts.length === 0) return;
  if (part.length > 0) parts.push(part);
  for (const piece of parts) pushPhrase(found, piece, at);
}

function pushPhrase(found: Concept[], words: readonly { text: string; start: number }[], at: number): void {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return;
  const key = conceptKey(words.map((word) => word.text).join(' '));
  if (key.length < 2 || OPENERS.has(key)) return;
  found.push({ key, start: at + first.start, end: at + last.start + last.text.length });
}
