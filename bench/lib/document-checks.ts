/** A check of what a person would expect to read in a document. */
export interface DocumentCheck {
  readonly k: 'has' | 'not' | 'once' | 'count' | 'order' | 'line' | 'hdr' | 'heading' | 're' | 'page' | 'ref';
  readonly v: string | readonly string[];
  /** Level of a heading, number of a part, times that words are there. */
  readonly l?: number | null;
  readonly p?: number;
  readonly c?: number;
  /** Name of the check. */
  readonly n?: string;
}

/** Text read of a file, all documents in it together. */
export interface ReadText {
  readonly text: string;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly page_starts: readonly number[];
}

const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const flat = (text: string): string => text.replace(INVISIBLE, '').replace(/\s+/gu, ' ');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** Tells if a check holds. */
export function holds({ k, v, l, p, c }: DocumentCheck, { text, headings, page_starts }: ReadText): boolean {
  const words = flat(text);
  const [first = '', second = ''] = typeof v === 'string' ? [v] : v;
  const sought = flat(first);
  switch (k) {
    case 'has':
      return words.includes(sought) || words.replace(/\[(comment|\d+)[^\]]*\] ?/gu, '').includes(sought);
    case 'not':
      return !words.includes(sought);
    case 'once':
    case 'count':
      return words.split(sought).length - 1 === (k === 'once' ? 1 : c);
    case 'order':
      return inOrder(words, v);
    case 'line':
    case 'hdr':
      return text.split('\n').some((line) => inOrder(flat(line), v)) || (k === 'hdr' && areLabels(text, v));
    case 'heading':
      return headings.some((one) => withoutNumber(one.text) === first && (!l || one.level === l));
    case 're':
      return new RegExp(first.replace('(?m)', ''), 'mu').test(text.replaceAll('\u00ad', ''));
    case 'page':
      return text.includes(first) && page_starts.filter((start) => start <= text.indexOf(first)).length === p;
    case 'ref':
      return leadsTo(text, flat(first), flat(second));
  }
}

function inOrder(text: string, parts: string | readonly string[]): boolean {
  let at = 0;
  return [parts].flat().every((part) => {
    const found = text.indexOf(flat(part), at);
    at = found + flat(part).length;
    return found >= 0;
  });
}

const areLabels = (text: string, names: string | readonly string[]): boolean =>
  [names].flat().every((name) => new RegExp(`${escaped(name)}\\s*:`, 'u').test(text));

const withoutNumber = (heading: string): string =>
  flat(heading)
    .replace(/^[\d.\s]+/u, '')
    .trim();

/** Tells if the mark behind some words is that of a note, and of no other one. */
function leadsTo(text: string, words: string, note: string): boolean {
  const all = flat(text);
  const from = all.indexOf(words);
  const to = all.lastIndexOf(note);
  if (from < 0 || to < 0) return false;
  const behind = from + words.length;
  if (Math.abs(to - behind) < 40) return true;
  const mark = /^[.\s]*[[(^\\]*\s*([\divx*†]+)/u.exec(all.slice(behind, behind + 60))?.[1];
  if (!mark) return false;
  const isBefore = new RegExp(`(^|\\D)${escaped(mark)}[\\])\\s.:]*$`, 'u').test(
    all.slice(Math.max(0, to - 14), to).trim(),
  );
  return isBefore && (text.match(new RegExp(`(^|\\n)\\s*[[]${escaped(mark)}[\\]]`, 'gu')) ?? []).length <= 1;
}
