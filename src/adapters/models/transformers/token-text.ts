/** Turns tokens, as they come, into pieces of text that join to the whole. */
interface TokenText {
  /** The text that this token made sure of; empty while a character is incomplete. */
  take(token: number): string;
  /** What was held back. */
  rest(): string;
}

const INCOMPLETE = '\uFFFD';

/**
 * Decodes only the last few tokens each time. They are decoded together with those of the piece before, since some tokenizers drop a
 * space at the beginning of what they decode.
 */
export function createTokenText(decode: (tokens: readonly number[]) => string): TokenText {
  let before: readonly number[] = [];
  let open: readonly number[] = [];
  // Tokenizers refuse to decode nothing.
  const piece = (): string => {
    const known = before.length > 0 ? decode(before) : '';
    return open.length > 0 ? decode([...before, ...open]).slice(known.length) : '';
  };
  const settle = (text: string): string => {
    before = open;
    open = [];
    return text;
  };
  return {
    take: (token) => {
      open = [...open, token];
      const text = piece();
      return text === '' || text.endsWith(INCOMPLETE) ? '' : settle(text);
    },
    rest: () => settle(piece()),
  };
}
