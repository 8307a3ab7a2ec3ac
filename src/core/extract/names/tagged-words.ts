/** A word of a sentence with its part of speech (Universal Dependencies tag). Offsets within the sentence. */
export interface TaggedWord {
  readonly text: string;
  readonly tag: string;
  readonly start: number;
  readonly end: number;
  /** False when punctuation, a line break or anything but spaces lies between it and the word before. */
  readonly adjacent: boolean;
  /** True when it opens the sentence, a quotation or a table cell. */
  readonly first: boolean;
  /** True when a possessive ending follows. */
  readonly owner?: boolean;
}

export interface TaggedTokens {
  readonly values: readonly string[];
  readonly tags: readonly string[];
}

const wordPattern = /^(?:\p{L}[\p{L}\p{M}\p{N}'’.&-]*|&)$/u;

/** Two tokens of one sentence are never further apart than this; a token further on is another one of the same spelling. */
const widestGap = 200;

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
    if (value.includes('\n')) return { words, next: next + 1 };
    const start = sentence.indexOf(value, at);
    if (start < 0 || start - at > widestGap) {
      broken = true;
      continue;
    }
    const gap = sentence.slice(at, start);
    const before = words.at(-1);
    at = start + value.length;
    if (!wordPattern.test(value)) {
      if (before && isSaints(words, value, sentence, at))
        words[words.length - 1] = { ...before, text: sentence.slice(before.start, at), end: at };
      else if (before && isPossessive.test(value) && before.end === start) {
        words[words.length - 1] = { ...before, owner: true };
        broken = true;
      } else broken ||= !isGlue(value, gap, sentence, at) || before?.end !== start;
      opening ||= opensSentence.test(value);
      continue;
    }
    const tag = tokens.tags[next] ?? 'X';
    const adjacent = !broken && !/[^ \u00a0]/.test(gap);
    if (before && !broken && start === before.end + 1 && sentence[before.end] === '-') {
      words[words.length - 1] = { ...before, text: sentence.slice(before.start, at), tag, end: at };
    } else words.push({ text: value, tag, start, end: at, adjacent, first: words.length === 0 || opening });
    broken = false;
    opening = false;
  }
  return { words, next: tokens.values.length };
}

const isPossessive = /^['’]s?$/;

/** After these a capital may be there only because something begins. */
const opensSentence = /^(?:["“”«»‘|:•‣*.!?]|--|—|–)$/;

/** The possessive within the name of a saint's place: `St. Brendan's Hall`. */
function isSaints(words: readonly TaggedWord[], value: string, sentence: string, after: number): boolean {
  return /^['’]s$/.test(value) && words.at(-2)?.text === 'St.' && /^ \p{Lu}/u.test(sentence.slice(after, after + 3));
}

/** A hyphen right between two letters. */
function isGlue(value: string, gap: string, sentence: string, after: number): boolean {
  return value === '-' && gap === '' && /\p{L}/u.test(sentence[after] ?? '');
}
