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
