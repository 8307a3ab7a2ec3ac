import type { Mention } from './mention-collector';
import { isGrown, linkLength } from './particles';
import type { TaggedWord } from './tagged-words';
import type { WordCases } from './word-cases';
import { personParticles } from './word-lists';

const longestName = 6;
const longestHeadingName = 4;

/** Place of a name among the words of a sentence. */
export interface Name {
  /** First and after-last word of the name itself, without honorifics. */
  readonly from: number;
  readonly to: number;
}

/** The run of capitalised words that starts at a word, if it is a name. */
export function nameAt(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): Name | undefined {
  const first = words[at];
  if (!first?.facts.isCapital || !canBeName(words, at, cases, heading) || isCommand(words, at, cases)) return undefined;
  const { isStop } = first.facts;
  let to = at + 1;
  while (to < words.length && to - at < longestName + 2) {
    const step = isPerson(words, at, to) && words[to]?.text === 'of' ? 0 : continues(words, to);
    if (step === 0 && !(isStop && goesOn(words, to))) break;
    to += Math.max(step, 1);
  }
  let from = at;
  while (from < to && (words[from] ?? first).facts.isHonorific) from++;
  if (from < to - 1 && isDescribed(words, from, cases)) from++;
  const name = words.slice(from, to);
  if (name.length > longestName || isNoName(name, cases)) return undefined;
  if (heading && name.length > 1 && !isGivenName(words, from) && !confirmed(name, cases)) return undefined;
  return { from, to };
}

/** A general word that has its capital from the sentence, before a name that stands without it elsewhere: `Recent Berlin`, not `New York`. */
function isDescribed(words: readonly TaggedWord[], at: number, cases: WordCases): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word?.first !== true || !word.facts.isGeneric || !next) return false;
  return next.facts.isGivenName || cases.standsAlone(next.facts.small);
}

/** Checks if a function word with a capital continues a name of such words. */
function goesOn(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  return word?.adjacent === true && word.facts.isCapital && word.facts.isStop && word.text.length > 2;
}

/**
 * Checks if a word may open a name; in a heading, or as the first word of a sentence, its capital alone proves nothing.
 */
export function canBeName(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): boolean {
  const word = words[at];
  if (!word?.facts.isCapital || word.facts.isCalendar || word.text.length < 2) return false;
  if (word.facts.isHonorific) return true;
  const acronym = word.facts.isAcronym && !heading;
  if (word.facts.isStop && !acronym) return !heading && isNamedFunction(words, at, cases);
  if (isGivenName(words, at) || cases.isName(word.facts.small)) return true;
  if (heading) return isBeforeSurname(words, at, cases);
  if (acronym) return true;
  if (!word.first) return word.tag !== 'ADV';
  return word.tag === 'PROPN' && cases.neverSmall(word.facts.small) && !isAct(word, cases) && hasCue(words, at);
}

/**
 * A function word with a capital that nothing else explains: a verb between small words, `Will`, or one of several in a
 * row, `The Who`. A name that begins with an article continues without it.
 */
function isNamedFunction(words: readonly TaggedWord[], at: number, cases: WordCases): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (!word || word.first || !word.adjacent || word.text.length < 3) return false;
  if (next?.adjacent && next.facts.isCapital) return goesOn(words, at + 1);
  const before = words[at - 1];
  return isAct(word, cases) && (before?.first === true || before?.facts.isCapital === false);
}

/** A word that is a verb or an adverb by itself, whatever it is taken for before a capital: `Meet`. */
const isAct = ({ facts }: TaggedWord, cases: WordCases): boolean =>
  /^(?:VERB|AUX|ADV)$/.test(cases.dictionary.tagOf(facts.small) ?? '');

/** Checks for a sign that the first word of a sentence is a name: the name continues, or a verb of people follows. */
function hasCue(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (!word || word.facts.isGivenName) return true;
  return continues(words, at + 1) > 0 || (next?.adjacent === true && next.facts.isPersonVerb);
}

/** A given name with a capital after it. */
function isGivenName(words: readonly TaggedWord[], at: number): boolean {
  const next = words[at + 1];
  return words[at]?.facts.isGivenName === true && next?.adjacent === true && next.facts.isCapital;
}

/** Checks if the words up to here are a person's whole name, to which `of` adds only a place of origin. */
function isPerson(words: readonly TaggedWord[], at: number, to: number): boolean {
  const last = words[to - 1];
  if (to - at < 2 || !last || last.facts.isPersonTitle) return false;
  const { isHonorific, isGivenName: isGiven } = (words[at] ?? last).facts;
  return isHonorific || isGiven;
}

/**
 * Rejects a rest that is empty, begins with a connector, is one general word, or is an initial before a common word.
 */
function isNoName(name: readonly TaggedWord[], cases: WordCases): boolean {
  const [first, second] = name;
  if (!first?.facts.isCapital || first.facts.isNumeral) return true;
  if (isLabel(first, cases) && (!second || /^[IVXLC]+\.?$/.test(second.text))) return true;
  if (name.length === 1)
    return first.facts.isGeneric || (first.text.includes('-') && /-\p{Ll}[^-]*$/u.test(first.text));
  return isInitial(first) && name.slice(1).every((word) => isInitial(word) || !cases.mayBeName(word.facts.small));
}

/** An ordinary word that has its capital before numbers alone: `Article`, not `Boeing`. */
const isLabel = ({ facts }: TaggedWord, cases: WordCases): boolean =>
  cases.isLabel(facts.small) && cases.dictionary.has(facts.small) && !facts.isGivenName;

/** In headings a capital proves nothing: every word must be a name in running text, or be before one. */
const confirmed = (words: readonly TaggedWord[], cases: WordCases): boolean =>
  words.every(
    (word, at) => !word.facts.isCapital || cases.isName(word.facts.small) || isBeforeSurname(words, at, cases),
  );

/** A word never seen small right before a known name: `Mattie` in `Mattie Holroyd` where the text speaks of Ms. Holroyd. */
function isBeforeSurname(words: readonly TaggedWord[], at: number, cases: WordCases): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (!word || !next?.adjacent || !next.facts.isCapital || !cases.isName(next.facts.small)) return false;
  return word.tag === 'PROPN' && /\p{Ll}/u.test(word.text) && cases.neverSmall(word.facts.small);
}

/**
 * Counts the words from here that continue a name: 1 for a capital, more for small connectors with a capital after
 * them.
 */
function continues(words: readonly TaggedWord[], at: number): number {
  const word = words[at];
  if (!word?.adjacent) return 0;
  if (word.facts.isCapital) return continuesName(word) ? 1 : 0;
  if (word.text === '&') return joinsFirm(words[at - 1], words[at + 1]) ? 2 : 0;
  if (isGrown(word.text)) return 1;
  const link = linkLength(words, at);
  return link > 0 ? link + 1 : 0;
}

/** `Moss & Gillow` is a firm, `Anna & Tom` are two people. */
function joinsFirm(before: TaggedWord | undefined, next: TaggedWord | undefined): boolean {
  if (!before || !next?.adjacent || !next.facts.isCapital) return false;
  return !(before.facts.isGivenName && next.facts.isGivenName);
}

function continuesName(word: TaggedWord): boolean {
  if (word.facts.isCalendar) return word.text === 'May';
  return !word.facts.isStop || (word.text.length > 1 && (word.text.length > 3 || /^\p{Lu}+$/u.test(word.text)));
}

/** A first word before an article that is not known as a name: `Rinse the cell`. */
function isCommand(words: readonly TaggedWord[], at: number, cases: WordCases): boolean {
  const next = words[at + 1];
  const word = words[at];
  return word?.first === true && next?.adjacent === true && next.tag === 'DET' && !cases.isName(word.facts.small);
}

/** The mention of a name; undefined when it is too short, too long for a heading, or an adjective. */
export function nameMention(
  words: readonly TaggedWord[],
  at: number,
  name: Name,
  cases: WordCases,
  heading: boolean,
): Mention | undefined {
  const first = words[name.from];
  const last = words[name.to - 1];
  if (!first || !last || (heading && name.to - name.from > longestHeadingName)) return undefined;
  if (first === last && isAdjective(first, words[name.to])) return undefined;
  const end = last.end - (/['’]s$/.test(last.text) ? 2 : last.text.endsWith('.') && !isAbbreviation(last) ? 1 : 0);
  if (end - first.start < 2) return undefined;
  return { start: first.start, end, phrase: 'proper', cue: cueOf(words, at, name, cases) };
}

const isAbbreviation = (word: TaggedWord): boolean => /\p{L}\.\p{L}/u.test(word.text);

const ofPeople = /(?:[aei]an|ish|ese|ench|utch|lsh|reek|wiss|tine|nian|raqi|aeli|stani)$/;

/** `American` in `American film`: an adjective of a place, not a name. */
function isAdjective(word: TaggedWord, next: TaggedWord | undefined): boolean {
  if (/^\p{Lu}{2}/u.test(word.text)) return false;
  if (word.tag === 'ADJ') return true;
  const describes = next?.adjacent === true && !next.facts.isCapital && (next.tag === 'NOUN' || next.tag === 'ADJ');
  return describes && ofPeople.test(word.text);
}

const placePreposition = /^(?:in|at|near|into|above|below|beyond|outside)$/;
const wayPreposition = /^(?:from|to|towards?|through|via|around)$/;

function cueOf(words: readonly TaggedWord[], at: number, name: Name, cases: WordCases): Mention['cue'] {
  if ((words[at] ?? words[name.from])?.facts.isHonorific) return 'person';
  const before = words[at]?.adjacent === true ? words[at - 1] : undefined;
  const after = words[name.to];
  if (before?.facts.isPersonTitle) return 'person';
  if (hasPersonParticle(words, name)) return 'person';
  if (before?.text === 'the' || before?.text === 'The') return 'thing';
  if (after?.adjacent && after.facts.isPersonVerb) return 'person';
  const last = words[name.to - 1];
  const isClause = words[at]?.first === true || before === undefined;
  const acts = isClause && after?.adjacent === true && !after.facts.isCapital && last?.owner === false;
  const isPlace = before !== undefined && placePreposition.test(before.text);
  if (!acts && !isPlace && !(before && wayPreposition.test(before.text))) return undefined;
  if (isOrdinary(words, name, cases)) return undefined;
  if (acts) return 'subject';
  if (last?.owner || ofPeople.test(last?.text ?? '')) return undefined;
  return isPlace ? 'place' : 'way';
}

function hasPersonParticle(words: readonly TaggedWord[], { from, to }: Name): boolean {
  for (let at = from + 1; at < to; at++) if (personParticles.has(words[at]?.text ?? '')) return true;
  return false;
}

/**
 * Checks if a name consists of words of the dictionary, and of compounds: neither people nor places have such names.
 */
function isOrdinary(words: readonly TaggedWord[], { from, to }: Name, cases: WordCases): boolean {
  for (let at = from; at < to; at++) {
    const word = words[at];
    if (word?.facts.isCapital && !isCoined(word.text) && !isCommon(word.facts.small, cases)) return false;
  }
  return true;
}

/**
 * Checks for a common word of the dictionary, which has some names too: those by their tag, or as the text writes them.
 */
const isCommon = (small: string, cases: WordCases): boolean =>
  cases.dictionary.has(small) && !cases.isSteady(small) && cases.dictionary.tagOf(small) !== 'PROPN';

/** `RewriteMap`, `MHz`: capitals inside a word, except after a particle as in `MacArthur`. */
const isCoined = (word: string): boolean => /\p{Ll}{3}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word);

/** True for a letter with a point, as before a surname. */
const isInitial = (word: TaggedWord): boolean => /^(?:\p{Lu}\.)+$/u.test(word.text);
