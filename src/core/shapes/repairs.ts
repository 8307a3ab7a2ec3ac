/** What had to be forgiven in a reply. Counted and shown, never silent. */
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

/** Collects what was forgiven while one reply is read. */
export class Repairs {
  readonly list: Repair[] = [];

  note(repair: Repair): void {
    this.list.push(repair);
  }
}
