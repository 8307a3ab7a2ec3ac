import { conceptKey, findConcepts } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { contentTerms } from './asking-words';
import { germanAttribute } from './german-attributes';
import { BEFORE_NOUN, isCommon, isGerman } from './german-questions';

const QUOTED = /["“「『《]([^"”」』》]{2,60})["”」』》]/gu;
const ROWS_PER_NAME = 3;

/** A common noun may be an entity; a name has a capital letter or is of another script. */
export const isNameLike = (title: string): boolean => /\p{Lu}|^\P{Script=Latin}+$/u.test(title);

/** Titles of the entities that a text names. */
export function titlesOf(index: SearchIndex, text: string): readonly string[] {
  return [...calledIn(index, text).keys()].flatMap((at) => index.tables.entities[at]?.title ?? []);
}

/** Entity rows that a text names, in order, with the folded name by which it does so first. */
export function calledIn(index: SearchIndex, text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const name of index.names.namesIn(text)) {
    if (contentTerms(name).length === 0) continue;
    for (const row of index.names.withName(name).slice(0, ROWS_PER_NAME)) {
      if (!found.has(row)) found.set(row, name);
    }
  }
  return found;
}

/** Capitalised phrases but the first word of the question, and what stands in quotes. */
export function namesOf(text: string): readonly string[] {
  const concepts = findConcepts(text);
  const widest = concepts.filter(
    (one) =>
      !concepts.some(
        (other) =>
          other !== one &&
          other.start <= one.start &&
          other.end >= one.end &&
          other.end - other.start > one.end - one.start,
      ),
  );
  const asked = germanAttribute(text)?.phrase;
  const names = isGerman(text)
    ? widest.flatMap(({ start, end }) => germanName(text, start, end, asked))
    : widest.flatMap(({ start, end }) => withoutOpening(text, start, end));
  const quoted = [...text.matchAll(QUOTED)].map((match) => match[1] ?? '');
  return [...new Map([...names, ...quoted].map((name) => [conceptKey(name), name])).values()].filter(
    (name) => terms(name).length > 0,
  );
}

/**
 * A capitalised phrase of a German question without its common words and what is asked of it ("Kinder" of "Hat Karl Overbeck Kinder?"); none of one
 * noun behind an article: "Welche Rolle", "die Kosten von …".
 */
function germanName(text: string, start: number, end: number, asked: string | undefined): readonly string[] {
  const words = text.slice(start, end).split(/\s+/u);
  const first = words.findIndex((word) => !isCommon(word) && word !== asked);
  if (first < 0) return [];
  const before = [...text.slice(0, start).trim().split(/\s+/u), ...words.slice(0, first)];
  const own = words.slice(first).filter((word) => word !== asked);
  const isLinked = own.length > 1 && /^\p{Ll}/u.test(own[1] ?? '');
  if (!(own.length === 1 || isLinked) || !isNoun(own[0] ?? '', before)) return [own.join(' ')];
  const rest = own.slice(own.findIndex((word, at) => at > 0 && /^\p{Lu}/u.test(word)));
  return isLinked && rest.length < own.length && !isNoun(rest[0] ?? '', own.slice(0, own.length - rest.length))
    ? [rest.join(' ')]
    : [];
}

/** Whether a word with a capital is likely a common noun: behind an article, and perhaps an adjective. */
function isNoun(word: string, before: readonly string[]): boolean {
  if (/\p{Lu}.*\p{Lu}|\p{N}/u.test(word)) return false;
  const [second = '', last = ''] = before.slice(-2).length > 1 ? before.slice(-2) : ['', ...before];
  const isBehind = (one: string): boolean => BEFORE_NOUN.has(one.toLowerCase());
  return isBehind(last) || (/^\p{Ll}{2,}e[nrsm]?$/u.test(last) && isBehind(second));
}

const OPENING =
  /^(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|tell|describe|explain|give|list|name|compare|summari[sz]e|show|find)\b\s*/iu;

function withoutOpening(text: string, start: number, end: number): readonly string[] {
  const phrase = text.slice(start, end);
  const rest = phrase.replace(OPENING, '');
  if (text.slice(0, start).trim() === '' && !/\s/.test(phrase) && rest === phrase)
    return /\p{Lu}.*\p{Lu}|\p{N}/u.test(phrase) ? [phrase] : [];
  return rest === '' ? [] : [rest];
}
