import { isStopWord } from '../text/stop-words';
import type { Mention } from './mention-collector';
import type { TaggedWord } from './tagged-words';
import type { WordCases } from './word-cases';
import {
  calendarWords,
  genericAdjectives,
  genericNouns,
  honorifics,
  nameConnectors,
  personTitles,
  personVerbs,
} from './word-lists';

const longestName = 6;
const longestPhrase = 4;
const lower = (word: Pick<TaggedWord, 'text'>): string => word.text.toLowerCase().replace(/\.$/, '');
const isCapital = (word: TaggedWord): boolean => /^\p{Lu}/u.test(word.text);
const nounTags = new Set(['NOUN', 'PROPN']);

/** Names, noun compounds and common nouns of one English sentence, in order and without overlap. */
export function englishMentions(words: readonly TaggedWord[], cases: WordCases, heading: boolean): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length;) {
    const name = nameAt(words, at, cases, heading);
    if (name) {
      addName(mentions, words, at, name, heading);
      at = name.to;
      continue;
    }
    const end = phraseEnd(words, at, cases, heading);
    if (end > at) addPhrase(mentions, words.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return mentions;
}

interface Name {
  /** First and after-last word of the name itself, without honorifics. */
  readonly from: number;
  readonly to: number;
}

/** The run of capitalised words that starts at a word, if it is a name. */
function nameAt(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): Name | undefined {
  const first = words[at];
  if (!first || !canBeName(first, cases, heading) || isCommand(words, at, cases)) return undefined;
  let to = at + 1;
  while (to < words.length && to - at < longestName + 2) {
    const step = continues(words, to);
    if (step === 0) break;
    to += step;
  }
  let from = at;
  while (from < to && honorifics.has(lower(words[from] ?? first))) from++;
  if (from < to - 1 && words[from]?.first && isGeneric(words[from])) from++;
  if (from === to || to - from > longestName) return undefined;
  if (heading && to - from > 1 && !confirmed(words.slice(from, to), cases)) return undefined;
  return { from, to };
}

function canBeName(word: TaggedWord, cases: WordCases, heading: boolean): boolean {
  if (!isCapital(word) || calendarWords.has(lower(word)) || word.text.length < 2) return false;
  if (honorifics.has(lower(word))) return true;
  const acronym = /^[\p{Lu}\p{N}&.-]{2,8}$/u.test(word.text) && !heading;
  if (isStopWord(word.text) && !acronym) return false;
  if (!word.first && !heading) return acronym || word.tag !== 'ADV' || cases.isName(word.text);
  if (cases.isName(word.text)) return true;
  return acronym || (word.tag === 'PROPN' && cases.neverSmall(word.text) && !heading);
}

/** In headings a capital proves nothing: every word must be known as a name from running text. */
const confirmed = (words: readonly TaggedWord[], cases: WordCases): boolean =>
  words.every((word) => !isCapital(word) || cases.isName(word.text));

/** How many words from here go on with a name: 1 for a capital, 2 or 3 for small connectors with a capital after them. */
function continues(words: readonly TaggedWord[], at: number): number {
  const word = words[at];
  if (!word?.adjacent) return 0;
  if (isCapital(word)) return continuesName(word) ? 1 : 0;
  if (!nameConnectors.has(word.text)) return 0;
  const next = words[at + 1];
  if (next?.adjacent && isCapital(next)) return 2;
  const after = words[at + 2];
  return next?.adjacent && next.text === 'the' && after?.adjacent && isCapital(after) ? 3 : 0;
}

function continuesName(word: TaggedWord): boolean {
  if (calendarWords.has(lower(word))) return word.text === 'May';
  return !isStopWord(word.text) || word.text.length > 3 || /^\p{Lu}+$/u.test(word.text);
}

/** A first word before an article that is not known as a name: `Rinse the cell`. */
function isCommand(words: readonly TaggedWord[], at: number, cases: WordCases): boolean {
  const next = words[at + 1];
  const word = words[at];
  return word?.first === true && next?.adjacent === true && next.tag === 'DET' && !cases.isName(word.text);
}

function addName(mentions: Mention[], words: readonly TaggedWord[], at: number, name: Name, heading: boolean): void {
  const first = words[name.from];
  const last = words[name.to - 1];
  if (!first || !last || (heading && name.to - name.from > longestPhrase)) return;
  if (first === last && isAdjective(first, words[name.to])) return;
  const end = last.text.endsWith('.') && !/\p{L}\.\p{L}/u.test(last.text) ? last.end - 1 : last.end;
  if (end - first.start < 2) return;
  mentions.push({ start: first.start, end, phrase: 'proper', cue: cueOf(words, at, name) });
}

/** `American` in `American film`: an adjective of a place, not a name. */
function isAdjective(word: TaggedWord, next: TaggedWord | undefined): boolean {
  if (/^\p{Lu}{2}/u.test(word.text)) return false;
  if (word.tag === 'ADJ') return true;
  const describes = next?.adjacent === true && !isCapital(next) && (next.tag === 'NOUN' || next.tag === 'ADJ');
  return describes && /(?:[aei]an|ish|ese|ench|utch|lsh|reek|wiss|tine|nian|raqi|aeli|stani)$/.test(word.text);
}

function cueOf(words: readonly TaggedWord[], at: number, name: Name): Mention['cue'] {
  if (honorifics.has(lower(words[at] ?? words[name.from] ?? { text: '' }))) return 'person';
  const before = words[at - 1];
  const after = words[name.to];
  const adjacent = words[at]?.adjacent === true;
  if (adjacent && before && personTitles.has(lower(before))) return 'person';
  if (after?.adjacent && personVerbs.has(after.text)) return 'person';
  if (adjacent && before && /^(?:in|at|near|from|to)$/.test(before.text)) return 'place';
  return undefined;
}

/** The end of the run of adjectives and nouns in small letters that starts at a word, cut after its last noun. */
function phraseEnd(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): number {
  let end = at;
  let lastNoun = at;
  for (let word = words[end]; word; word = words[end]) {
    if (end > at && (!word.adjacent || (isCapital(word) && canBeName(word, cases, heading)))) break;
    if (!(nounTags.has(word.tag) || word.tag === 'ADJ') || isStopWord(word.text) || word.text.length < 2) break;
    end++;
    if (word.tag !== 'ADJ') lastNoun = end;
  }
  return lastNoun;
}

function addPhrase(mentions: Mention[], run: readonly TaggedWord[]): void {
  let from = Math.max(0, run.length - longestPhrase);
  while (from < run.length - 1 && isGeneric(run[from])) from++;
  const phrase = run.slice(from);
  const first = phrase[0];
  const last = phrase.at(-1);
  if (!first || !last || phrase.some((word) => /\d/.test(word.text) || calendarWords.has(lower(word)))) return;
  const generic = genericNouns.has(lower(last)) || genericNouns.has(lower(last).replace(/s$/, ''));
  if (generic && phrase.length < 3) return;
  if (phrase.length === 1 && (last.text.length < 3 || last.tag === 'ADJ')) return;
  mentions.push({ start: first.start, end: last.end, phrase: phrase.length > 1 ? 'compound' : 'common' });
}

const isGeneric = (word: TaggedWord | undefined): boolean =>
  word !== undefined && (genericAdjectives.has(lower(word)) || genericNouns.has(lower(word)));
