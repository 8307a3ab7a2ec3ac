import { abbreviationKind } from '../../text/abbreviations';
import { detached } from '../../text/characters';
import { isStopWord } from '../../text/analysis/english';
import { splitCamelCase } from '../../text/terms';
import type { Work } from '../../work';
import type { Renumbering } from './bm25';
import type { FrozenLists } from './frozen-lists';
import { createKeyedLists, freezeKeyed } from './keyed-lists';

/** A name or capitalised phrase found in a text. */
interface Concept {
  /** Folded form on which texts share it. */
  readonly key: string;
  /** UTF-16 offset at which it starts. */
  readonly start: number;
  readonly end: number;
}

/** A passage that holds a concept. */
interface ConceptPosting {
  readonly id: number;
  /** True if the passage is about it: its title or heading names it, or the text opens with it. */
  readonly about: boolean;
}

/** Source of concepts for a hop. */
export interface ConceptSource {
  /** Concepts of a passage, with offsets in its text. */
  conceptsIn(id: number): readonly Concept[];
  /** Passages that hold the concept; empty for an unknown one. */
  passages(key: string): readonly ConceptPosting[];
  /** Number of passages that hold it. */
  frequency(key: string): number;
  /** Known concepts that the text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}

const WORD = String.raw`(?:\p{Lu}\.(?:\p{Lu}\.)*|\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.\-‐–][\p{L}\p{M}\p{N}]+)*)`;
const LINK = String.raw`(?:of|the|de|del|della|di|da|do|dos|la|le|les|du|des|von|van|der|den|und|y|e|bin|ibn|al|el|à|zu|&)`;
const RUN = new RegExp(String.raw`${WORD}(?:\s+(?:${LINK}\s+){0,2}${WORD}|\s+\p{N}{1,4}\b)*`, 'gu');
const CJK_NAME =
  /[\p{Script=Katakana}ー・]{2,}|(?<=[「『《〈“])[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}·]{2,16}(?=[」』》〉”])/gu;
const MAX_WORDS = 8;

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

/** The keys of a name: as it is spelt and, in camel case, by its parts (`JenniferMoore` is `jennifer moore`, too). */
export function nameKeys(name: string): readonly string[] {
  const parts = splitCamelCase(name);
  return parts === name ? [conceptKey(name)] : [conceptKey(name), conceptKey(parts)];
}

/** The names in a text: runs of capitalised words with their small linking words, the runs between those links, and CJK names in quotes or katakana. */
export function findConcepts(text: string): readonly Concept[] {
  const found: Concept[] = [];
  for (const { 0: run, index: at } of text.matchAll(RUN)) {
    for (const { key, start, end } of conceptsOfRun(run)) found.push({ key, start: at + start, end: at + end });
  }
  for (const match of text.matchAll(CJK_NAME)) {
    found.push({ key: conceptKey(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return found;
}

const CACHED = 20_000;
/** Runs seen lately and their concepts, with offsets in the run: texts repeat their names. */
const runs = new Map<string, readonly Concept[]>();

function conceptsOfRun(run: string): readonly Concept[] {
  const known = runs.get(run);
  if (known) return known;
  const found: Concept[] = [];
  addRun(found, run);
  if (runs.size >= CACHED) runs.clear();
  runs.set(detached(run), found);
  return found;
}

/** Function words, and titles such as `Dr`. */
const namesNothing = (word: string): boolean => isStopWord(word) || abbreviationKind(word, 'en') === 'never';

function addRun(found: Concept[], run: string): void {
  const words = [...run.matchAll(/\S+/gu)].map((word) => ({ text: word[0], start: word.index }));
  while (words[0] && namesNothing(words[0].text)) words.shift();
  while (words.length > 0 && !/^[\p{Lu}\p{N}]/u.test(words.at(0)?.text ?? 'A')) words.shift();
  if (words.length === 0 || words.length > MAX_WORDS) return;
  pushPhrase(found, words);
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
  for (const piece of parts) pushPhrase(found, piece);
}

function pushPhrase(found: Concept[], words: readonly { text: string; start: number }[]): void {
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return;
  for (const key of nameKeys(words.map((word) => word.text).join(' '))) {
    if (key.length < 2 || namesNothing(key)) continue;
    found.push({ key, start: first.start, end: last.start + last.text.length });
  }
}

/** Index of passages by the folded keys of their concepts. Passage numbers are whole and under 2^31. */
export interface ConceptIndex {
  add(id: number, keys: Iterable<string>, about: ReadonlySet<string>): void;
  remove(id: number): void;
  passages(key: string): readonly ConceptPosting[];
  /** Checks if any of these passages has it. */
  isIn(key: string, passages: (id: number) => boolean): boolean;
  frequency(key: string): number;
  /** The index of these rows only, each under its row as its number. */
  freeze(rows: Renumbering): Work<FrozenLists>;
}

/** A concept index; empty, but for what is frozen. */
export function createConceptIndex(frozen?: FrozenLists): ConceptIndex {
  const postings = createKeyedLists(frozen);
  const removed = new Set<number>();

  /** The postings of passages that are not removed, in a buffer that the next call uses again. */
  const living = (key: string): Uint32Array => {
    const all = postings.values(key);
    if (removed.size === 0) return all;
    let kept = 0;
    for (const posting of all) if (!removed.has(posting >>> 1)) all[kept++] = posting;
    return all.subarray(0, kept);
  };

  return {
    add(id, keys, about) {
      for (const key of new Set(keys)) postings.append(postings.open(key), id * 2 + (about.has(key) ? 1 : 0));
    },
    remove: (id) => void removed.add(id),
    passages: (key) => Array.from(living(key), (value) => ({ id: value >>> 1, about: (value & 1) === 1 })),
    isIn: (key, passages) => living(key).some((value) => passages(value >>> 1)),
    frequency: (key) => living(key).length,
    freeze: ({ positions }) =>
      freezeKeyed(postings, (posting) => {
        const row = positions[posting >>> 1] ?? -1;
        return row < 0 ? undefined : row * 2 + (posting & 1);
      }),
  };
}

const MAX_KEY_WORDS = 14;
const MAX_KEY_CHARACTERS = 16;
const HAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]/u;

/** Longest runs of words (or of CJK characters) of a text whose folded key is known, from the left, without overlap. */
export function longestMatches(text: string, known: (key: string) => boolean): readonly string[] {
  const found: string[] = [];
  const words = conceptKey(text).split(' ');
  for (let at = 0; at < words.length;) {
    let size = Math.min(MAX_KEY_WORDS, words.length - at);
    while (size > 0 && !known(words.slice(at, at + size).join(' '))) size -= 1;
    if (size > 0) found.push(words.slice(at, at + size).join(' '));
    else if (HAN.test(words[at] ?? '')) found.push(...hanMatches(words[at] ?? '', known));
    at += Math.max(1, size);
  }
  return found;
}

function hanMatches(run: string, known: (key: string) => boolean): string[] {
  const found: string[] = [];
  for (let at = 0; at < run.length;) {
    let size = Math.min(MAX_KEY_CHARACTERS, run.length - at);
    while (size > 1 && !known(run.slice(at, at + size))) size -= 1;
    if (size > 1) found.push(run.slice(at, at + size));
    at += Math.max(1, size);
  }
  return found;
}
