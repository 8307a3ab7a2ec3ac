/** Lets text through up to the first of some words, and holds back what may become one of them. */
interface StopWords {
  take(text: string): string;
  /** True once a word has come; nothing is let through after it. */
  readonly met: boolean;
  /** What was held back, when no more text comes. */
  rest(): string;
}

export function createStopWords(words: readonly string[]): StopWords {
  let pending = '';
  let met = false;
  const release = (length: number): string => {
    const text = pending.slice(0, length);
    pending = pending.slice(length);
    return text;
  };
  return {
    get met() {
      return met;
    },
    take: (text) => {
      if (met) return '';
      pending += text;
      const places = words.map((word) => pending.indexOf(word)).filter((place) => place >= 0);
      met = places.length > 0;
      if (met) return release(Math.min(...places));
      return release(pending.length - heldBack(pending, words));
    },
    rest: () => (met ? '' : release(pending.length)),
  };
}

/** Length of the longest end of `text` that is the beginning of a word. */
function heldBack(text: string, words: readonly string[]): number {
  const longest = Math.max(0, ...words.map((word) => word.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (words.some((word) => word.startsWith(end))) return length;
  }
  return 0;
}
