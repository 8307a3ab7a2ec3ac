/** Milliseconds that a batch should take: a question waits no longer than that for the embedder. */
const WANTED_MS = 400;
const MOST_ROWS = 256;
const MOST_CHARACTERS = 400_000;

/** Chooses batches by how long the ones before took. */
export interface BatchSize {
  /** Rows from the front of these that go into the next batch, at least 1 unless there are none. */
  next<R extends { readonly text: string }>(rows: readonly R[], from: number): readonly R[];
  /** Notes how long a batch took. */
  took(rows: number, milliseconds: number): void;
}

export function batchSize(): BatchSize {
  let size = 8;
  return {
    next: (rows, from) => {
      let end = from;
      for (let characters = 0; end < rows.length && end - from < size; end++) {
        characters += rows[end]?.text.length ?? 0;
        if (characters > MOST_CHARACTERS && end > from) break;
      }
      return rows.slice(from, end);
    },
    took: (rows, milliseconds) => {
      if (rows < size) return;
      const factor = WANTED_MS / Math.max(1, milliseconds);
      size = Math.max(1, Math.min(MOST_ROWS, Math.round(size * Math.min(2, Math.max(0.5, factor)))));
    },
  };
}
