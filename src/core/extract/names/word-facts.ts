import { detached } from '../../text/characters';
import { isStopWord } from '../../text/analysis/english';
import {
  calendarWords,
  genericAdjectives,
  genericNouns,
  givenNames,
  honorifics,
  nameConnectors,
  personTitles,
  personVerbs,
} from './word-lists';

/** Facts from a word's spelling, without its context. */
export interface WordFacts {
  /** In small letters. */
  readonly small: string;
  /** In small letters without a point at its end. */
  readonly lower: string;
  /** A word of letters, which an English name or phrase may hold; false for numbers and punctuation. */
  readonly isWord: boolean;
  readonly isCapital: boolean;
  /** Two to eight capitals, digits and points. */
  readonly isAcronym: boolean;
  /** A Roman number of several digits. */
  readonly isNumeral: boolean;
  readonly isStop: boolean;
  readonly hasDigit: boolean;
  readonly isCalendar: boolean;
  readonly isHonorific: boolean;
  readonly isGivenName: boolean;
  readonly isConnector: boolean;
  readonly isPersonTitle: boolean;
  readonly isPersonVerb: boolean;
  /** A noun or adjective that fits any text. */
  readonly isGeneric: boolean;
  /** General noun, also in the plural. */
  readonly isGenericNoun: boolean;
}

/** A text repeats its words, so that nearly all facts are one look-up. */
const cache = new Map<string, WordFacts>();
const CACHE_LIMIT = 40_000;

/** The facts of a word's spelling. */
export function factsOf(word: string): WordFacts {
  const known = cache.get(word);
  if (known) return known;
  const facts = makeFacts(word);
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(detached(word), facts);
  return facts;
}

const wordPattern = /^(?:\p{L}[\p{L}\p{M}\p{N}'’.&-]*|&)$/u;

function makeFacts(word: string): WordFacts {
  const small = word.toLowerCase();
  const lower = small.replace(/\.$/, '');
  return {
    small,
    lower,
    isWord: wordPattern.test(word),
    isCapital: /^\p{Lu}/u.test(word),
    isAcronym: /^[\p{Lu}\p{N}&.-]{2,8}$/u.test(word),
    isNumeral: /^[IVX]{2,}$/.test(word),
    isStop: isStopWord(word),
    hasDigit: /\d/.test(word),
    isCalendar: calendarWords.has(lower),
    isHonorific: honorifics.has(lower),
    isGivenName: givenNames.has(word),
    isConnector: nameConnectors.has(word),
    isPersonTitle: personTitles.has(lower),
    isPersonVerb: personVerbs.has(word),
    isGeneric: genericAdjectives.has(lower) || genericNouns.has(lower),
    isGenericNoun: genericNouns.has(lower) || genericNouns.has(lower.replace(/s$/, '')),
  };
}
