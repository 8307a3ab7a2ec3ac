import { jsonrepair } from 'jsonrepair';

/** A defect of a reply that was repaired. Repairs are counted and shown. */
export type Repair =
  /** Words, a code fence or thoughts around the answer were taken off. */
  | 'unwrapped'
  /** The JSON was not well formed, or was cut, and was mended. */
  | 'mended'
  /** A field was missing or of the wrong kind and is empty now, or its least value. */
  | 'filled'
  /** A record without all of its fields, or a line that is none, was left out. */
  | 'dropped'
  /** Text was longer than allowed, a number out of its range, or a list too long. */
  | 'cut';

/** Collects the repairs of one reply. */
export class Repairs {
  readonly list: Repair[] = [];

  note(repair: Repair): void {
    this.list.push(repair);
  }
}

const SPACES = ' \t\r\n';

/** Trims ASCII white space, in one pass. Other white space stays, since the grammars accept it as text. */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACES.includes(text.charAt(start))) start++;
  while (end > start && SPACES.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Characters that are mended at most. The time of jsonrepair grows with the square of runs of quotes. */
const MENDED = 40_000;

/** Finds the JSON value in a reply and mends it if it can. Undefined when there is none. */
export function parseJson(text: string, repairs: Repairs): unknown {
  const whole = tryParse(text);
  if (whole !== undefined) return whole;
  const start = text.search(/[[{]/u);
  if (start < 0) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const inner = end > start ? tryParse(text.slice(start, end)) : undefined;
  if (inner !== undefined) {
    repairs.note('unwrapped');
    return inner;
  }
  const mended = tryMend(text.slice(start)) ?? (end > start ? tryMend(text.slice(start, end)) : undefined);
  if (mended !== undefined) repairs.note('mended');
  return mended;
}

function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // the next way is tried
  }
}

function tryMend(text: string): unknown {
  try {
    return tryParse(jsonrepair(text.slice(0, MENDED)));
  } catch {
    return undefined; // it cannot be mended
  }
}
