/** Texts as small numbers, given once in the order in which they come: a million records share a few thousand keys. */
export interface Symbols {
  readonly size: number;
  /** The number of a text; a new one for a text that is not known yet. */
  of(text: string): number;
  /** The number of a known text, else −1. */
  find(text: string): number;
  text(symbol: number): string;
}

/** No texts yet. */
export function createSymbols(): Symbols {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    get size() {
      return texts.length;
    },
    of(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, texts.length);
      return texts.push(text) - 1;
    },
    find: (text) => numbers.get(text) ?? -1,
    text: (symbol) => texts[symbol] ?? '',
  };
}
