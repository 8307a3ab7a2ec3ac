/** What of a response decides how to go on. Numbers are null where the server hides them from pages. */
export interface Answer {
  readonly status: number;
  readonly contentLength: number | null;
  /** Where the bytes start and how many there are in all, from `Content-Range`. */
  readonly range: { readonly start: number; readonly total: number | null } | null;
}

export type Reading =
  /** Its bytes belong at `at` of a file of `total` bytes; null where nobody says. */
  | { readonly kind: 'write'; readonly at: number; readonly total: number | null }
  /** Everything is here already. */
  | { readonly kind: 'complete' }
  /** What is here is not of this file: once more from its first byte. */
  | { readonly kind: 'start over' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'refused' };

/** Reads the answer to `Range: bytes=HAVE-`. `total` is the size of the file as far as known. */
export function readAnswer(have: number, total: number | null, answer: Answer): Reading {
  const { status, contentLength, range } = answer;
  if (status === 206) {
    const start = range?.start ?? have;
    if (start !== have) return { kind: 'start over' };
    const whole = range?.total ?? (contentLength === null ? null : have + contentLength);
    return have > 0 && total !== null && whole !== null && whole !== total
      ? { kind: 'start over' }
      : { kind: 'write', at: have, total: whole ?? total };
  }
  if (status === 200) return { kind: 'write', at: 0, total: contentLength ?? total };
  if (status === 416)
    return have > 0 && have === total ? { kind: 'complete' } : { kind: have > 0 ? 'start over' : 'refused' };
  return { kind: isPassing(status) ? 'retry' : 'refused' };
}

/** Whether a later try may do better: overload, and errors of the server. */
function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Reads `Content-Range: bytes 5-9/10`. */
export function readRange(header: string | null): Answer['range'] {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/u.exec(header ?? '') ?? [];
  if (start === undefined) return null;
  return { start: Number(start), total: total === undefined || total === '*' ? null : Number(total) };
}
