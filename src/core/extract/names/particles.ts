import { nameConnectors } from './word-lists';

interface LinkWord {
  readonly text: string;
  /** True if only a space is before it. */
  readonly adjacent: boolean;
}

/** Words that stand between two particles of a name only: `of the`, `de los`, `von und zu`. */
const between: ReadonlySet<string> = new Set(['the', 'los', 'las', 'und']);
const longestLink = 3;
/** `al-Said`, with the article in its spoken form, and `d’Arc`. */
const grown = /^(?:(?:al|el|ul|ad|an|ar|as|ash|at|az)[\u2010\u2011-]|d['’])\p{Lu}/u;
const elided = /^[dl]['’]$/u;

/**
 * The number of small words from here that lead to one more capital of a name; 0 where they do not. `refuses` takes particles that are ordinary words
 * in a language.
 */
export function linkLength(
  words: readonly LinkWord[],
  at: number,
  refuses: (particle: string) => boolean = () => false,
): number {
  for (let length = 0; length <= longestLink; length++) {
    const word = words[at + length];
    if (!word?.adjacent) return 0;
    if (length > 0 && (/^\p{Lu}/u.test(word.text) || isGrown(word.text))) return length;
    const isInner = length > 0 && (between.has(word.text) || elided.test(word.text));
    if (!isInner && !nameConnectors.has(word.text)) return 0;
    if (length === 0 && refuses(word.text)) return 0;
  }
  return 0;
}

/** Checks if a word is a particle with a capital behind its apostrophe or hyphen. */
export const isGrown = (text: string): boolean => grown.test(text);
