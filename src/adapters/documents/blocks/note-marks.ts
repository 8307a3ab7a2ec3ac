/**
 * The marks of a document's notes, each given once. A mark that is taken, as where endnotes count from 1 like footnotes
 * or each chapter does, gets a number behind an asterisk: `1`, `1*2`, `1*3`.
 */
export class NoteMarks {
  #marks = new Map<string, string>();
  #taken = new Set<string>();
  /** Notes so far with a mark as people see it. */
  #counts = new Map<string, number>();

  /** Notes with a mark so far. */
  get size(): number {
    return this.#marks.size;
  }

  /** Returns the mark of a note by its key in the file; `seen` is the mark as people see it. */
  of(key: string, seen: string): string {
    const known = this.#marks.get(key);
    if (known !== undefined) return known;
    let count = this.#counts.get(seen) ?? 0;
    let mark = seen;
    do {
      count += 1;
      if (count > 1) mark = `${seen}*${String(count)}`;
    } while (this.#taken.has(mark));
    this.#counts.set(seen, count);
    this.#taken.add(mark);
    this.#marks.set(key, mark);
    return mark;
  }
}
