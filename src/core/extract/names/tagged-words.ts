import { factsOf, type WordFacts } from './word-facts';

/** A word of a sentence with its part of speech (Universal Dependencies tag). Offsets within the sentence. */
export interface TaggedWord {
  readonly text: string;
  readonly facts: WordFacts;
  readonly tag: string;
  readonly start: number;
  readonly end: number;
  /** False when punctuation, a line break or anything but spaces lies between it and the word before. */
  readonly adjacent: boolean;
  /** True when it opens the sentence, a quotation or a table cell. */
  readonly first: boolean;
  /** True when a possessive ending follows. */
  readonly owner: boolean;
}

export interface TaggedTokens {
  readonly values: readonly string[];
  readonly tags: readonly string[];
}

/** Two tokens of one sentence are never further apart than this; a token further on is another one of the same spelling. */
const widestGap = 200;
const hyphen = 0x2d;

/**
 * Words of one sentence from its tokens, which are looked up in the text since a tagger gives no offsets. Parts joined by a hyphen
 * are one word with the tag of its last part. Reads from token `from` to the next token with a line break; `next` is the one after.
 */
export function wordsOf(sentence: string, tokens: TaggedTokens, from: number): { words: TaggedWord[]; next: number } {
  const words: TaggedWord[] = [];
  let at = 0;
  let broken = false;
  let opening = false;
  for (let next = from; next < tokens.values.length; next++) {
    const value = tokens.values[next] ?? '';
    if (value.charCodeAt(0) === 0x0a || value.includes('\n')) return { words, next: next + 1 };
    const start = startOf(sentence, value, at);
    if (start < 0 || start - at > widestGap) {
      broken = true;
      continue;
    }
    const gapStart = at;
    const before = words.at(-1);
    at = start + value.length;
    const facts = factsOf(value);
    if (!facts.isWord) {
      if (before && isSaints(words, value, sentence, at)) words[words.length - 1] = joined(before, sentence, at);
      else if (before && isPossessive.test(value) && before.end === start) {
        words[words.length - 1] = { ...before, owner: true };
        broken = true;
      } else broken ||= !isGlue(value, gapStart === start, sentence, at) || before?.end !== start;
      opening ||= opensSentence.test(value);
      continue;
    }
    const tag = tokens.tags[next] ?? 'X';
    const adjacent = !broken && isBlank(sentence, gapStart, start);
    if (before && !broken && start === before.end + 1 && sentence.charCodeAt(before.end) === hyphen) {
      words[words.length - 1] = { ...joined(before, sentence, at), tag };
    } else {
      const first = words.length === 0 || opening;
      words.push({ text: value, facts, tag, start, end: at, adjacent, first, owner: false });
    }
    broken = false;
    opening = false;
  }
  return { words, next: tokens.values.length };
}

/** Finds a token from `at` on: nearly always there, or behind one space. */
function startOf(sentence: string, value: string, at: number): number {
  if (sentence.startsWith(value, at)) return at;
  return sentence.startsWith(value, at + 1) ? at + 1 : sentence.indexOf(value, at);
}

/** The word up to `end`. */
function joined(word: TaggedWord, sentence: string, end: number): TaggedWord {
  const text = sentence.slice(word.start, end);
  return { ...word, text, facts: factsOf(text), end };
}

/** Checks that a stretch has nothing but spaces. */
function isBlank(sentence: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = sentence.charCodeAt(at);
    if (code !== 0x20 && code !== 0xa0) return false;
  }
  return true;
}

const isPossessive = /^['’]s?$/;

/** After these a capital may be there only because something begins. */
const opensSentence = /^(?:["“”«»‘|:•‣*.!?]|--|—|–)$/;

/** The possessive within the name of a saint's place: `St. Brendan's Hall`. */
function isSaints(words: readonly TaggedWord[], value: string, sentence: string, after: number): boolean {
  return /^['’]s$/.test(value) && words.at(-2)?.text === 'St.' && /^ \p{Lu}/u.test(sentence.slice(after, after + 3));
}

/** A hyphen right between two letters. */
function isGlue(value: string, isClose: boolean, sentence: string, after: number): boolean {
  return value === '-' && isClose && /\p{L}/u.test(sentence[after] ?? '');
}
