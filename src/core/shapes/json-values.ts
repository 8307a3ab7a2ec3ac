import { jsonrepair } from 'jsonrepair';

/** A JSON value in a text, from `start` up to `end`. */
export interface JsonValue {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** `mended` where it was not well formed, `cut` where it never ends. */
  readonly form: 'whole' | 'mended' | 'cut';
}

/** Characters that are mended at most, at once and in all. The time of jsonrepair grows with the square of runs of quotes. */
const MENDED = 40_000;
const MENDED_IN_ALL = 2 * MENDED;
/** Characters that are looked at for the ends of values, in all: a value inside of one that never ends is looked at again. */
const SCANNED = 2_000_000;
/** A bracket, or a quotation mark with one behind it after a few blanks, which may be escaped. */
const BEGINS = /[[{]|"(?=(?:\s|\\[nrt]){0,64}[[{])/gu;

/**
 * Finds the objects, lists and JSON within quotation marks of a text, in the order of their beginnings. Inside of a
 * value that is not well formed the search continues.
 */
export function* jsonValues(text: string): Generator<JsonValue> {
  let [scanned, mended] = [0, 0];
  const begins = new RegExp(BEGINS);
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const start = match.index;
    const closed = match[0] === '"' ? endOfString(text, start) : endOfValue(text, start);
    scanned += (closed ?? text.length) - start;
    if (scanned > SCANNED) return;
    const end = closed ?? text.length;
    const value = closed === undefined ? undefined : tryParse(text.slice(start, end));
    if (value !== undefined) {
      yield { value, start, end, form: 'whole' };
      begins.lastIndex = end;
    } else if (match[0] !== '"' && mended < MENDED_IN_ALL) {
      const part = text.slice(start, Math.min(end, start + MENDED));
      mended += part.length;
      const repaired = tryMend(part);
      if (repaired !== undefined) yield { value: repaired, start, end, form: closed === undefined ? 'cut' : 'mended' };
    }
  }
}

/** The end of an object or list by its brackets. Undefined where it never ends. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at++;
    else if (sign === QUOTE) {
      const end = endOfString(text, at);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (sign === BRACE || sign === BRACKET) depth++;
    else if ((sign === END_OF_BRACE || sign === END_OF_BRACKET) && --depth === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at++;
    else if (sign === QUOTE) return at + 1;
  }
  return undefined;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACE, END_OF_BRACE, BRACKET, END_OF_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** An object, a list or a text. */
function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return (typeof value === 'object' && value !== null) || typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // the next way is tried
  }
}

/** A backslash that begins no escape of JSON, as in `\\alpha` or `\\d`; the escapes before it are passed over. */
const LONE_BACKSLASH = /(?:\\(?:["\\/bfnrt]|u[\da-f]{4}))+|\\(?!['\n]|$)/giu;
const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu;

/**
 * Mends a value. What jsonrepair 3.15.0 would lose is escaped before: a lone backslash, which it drops, and an apostrophe between letters, which in
 * quotes of its kind (`'it's'`) becomes a quotation mark.
 */
function tryMend(text: string): unknown {
  try {
    const escaped = text.replace(LONE_BACKSLASH, (found) => (found === '\\' ? '\\\\' : found));
    return tryParse(jsonrepair(escaped.replace(APOSTROPHE, "\\'")));
  } catch {
    return undefined; // it cannot be mended
  }
}
