/**
 * The marks of a document's notes, each given once. A mark that is taken, as where endnotes count from 1 like footnotes
 * or each chapter does, gets an asterisk.
 */
export class NoteMarks {
  #marks = new Map<string, string>();
  #taken = new Set<string>();

  /** Returns the mark of a note by its key in the file; `seen` is the mark as people see it. */
  of(key: string, seen: string): string {
    const known = this.#marks.get(key);
    if (known !== undefined) return known;
    let mark = seen;
    while (this.#taken.has(mark)) mark += '*';
    this.#taken.add(mark);
    this.#marks.set(key, mark);
    return mark;
  }
}
