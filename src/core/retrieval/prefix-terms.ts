import { terms } from '../text/terms';

const PREFIX = 5;
const CJK_START = 0x2e00;

/** The beginning of a term, on which `director` and `directed` agree. */
export function cuePrefix(term: string): string {
  return term.slice(0, PREFIX);
}

/** Beginnings of the question's words that are not part of what it names. */
export function questionCues(question: string, named: readonly string[]): ReadonlySet<string> {
  const inNames = new Set(named.flatMap((name) => terms(name)));
  const words = terms(question).filter((term) => !inNames.has(term));
  return new Set(words.filter((term) => term.length >= 4 || term.charCodeAt(0) > CJK_START).map(cuePrefix));
}
