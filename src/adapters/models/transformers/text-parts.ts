/** A piece of a text that the model reads at once: its tokens, special ones included. */
export interface Part {
  /** Index of its text. */
  readonly text: number;
  readonly tokens: readonly number[];
}

/** What a tokenizer puts around a text, and the prefix that the model wants in front of each part. */
export interface Frame {
  readonly before: readonly number[];
  readonly prefix: readonly number[];
  readonly after: readonly number[];
}

/**
 * Cuts the tokens of a text (without special ones, with the prefix) into parts of about equal length that fit `maxTokens`; each gets
 * the special tokens and the prefix again. A short text is one part, an empty one a part without words.
 */
export function cutText(text: number, tokens: readonly number[], frame: Frame, maxTokens: number): Part[] {
  const hasPrefix = frame.prefix.every((token, i) => tokens[i] === token);
  const prefix = hasPrefix ? frame.prefix : [];
  const body = tokens.slice(prefix.length);
  const room = Math.max(1, maxTokens - frame.before.length - prefix.length - frame.after.length);
  const count = Math.max(1, Math.ceil(body.length / room));
  return Array.from({ length: count }, (_, i) => {
    const slice = body.slice(Math.floor((i * body.length) / count), Math.floor(((i + 1) * body.length) / count));
    return { text, tokens: [...frame.before, ...prefix, ...slice, ...frame.after] };
  });
}
