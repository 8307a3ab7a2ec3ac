/** Bytes per second over the last few seconds of a download. */
export class DownloadRate {
  readonly #marks: { readonly time: number; readonly bytes: number }[] = [];
  readonly #window: number;

  constructor(windowMilliseconds = 8_000) {
    this.#window = windowMilliseconds;
  }

  /** Takes note of how many bytes are there at a time in milliseconds. */
  note(bytes: number, time: number): void {
    this.#marks.push({ time, bytes });
    while (this.#marks.length > 2 && time - (this.#marks[0]?.time ?? time) > this.#window) this.#marks.shift();
  }

  /** Null until half a second has been seen. */
  get perSecond(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (!first || !last || last.time - first.time < 500) return null;
    return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.time - first.time));
  }
}

/** A length of time in words, such as `about 3 minutes`. */
export function about(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown time';
  if (seconds < 60) return `about ${String(Math.max(1, Math.round(seconds)))} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return minutes === 1 ? 'about a minute' : `about ${String(minutes)} minutes`;
  return `about ${String(Math.round(minutes / 60))} hours`;
}
