import { getNotices } from '../notices.svelte';
import { saveFile } from '../platform/files';

/** Progress of an export. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

/** Writes a part of the file, with its progress. */
type Write = (text: string, progress: ExportProgress) => void;

/** An export that is put together from parts and can be stopped. */
export class ExportRun {
  /** Null while nothing is exported. */
  progress = $state.raw<ExportProgress | null>(null);
  readonly #notices = getNotices();
  #stop: AbortController | null = null;

  stop(): void {
    this.#stop?.abort();
  }

  /**
   * Makes a file of the output of `make` and passes it to the browser; nothing where it is stopped or fails, which is
   * shown.
   */
  async run(
    doing: string,
    file: { readonly name: string; readonly type: string },
    make: (write: Write, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.progress) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.progress = { done: 0, total: 0 };
    // Blobs need not stay in memory as strings do.
    const parts: Blob[] = [];
    try {
      await this.#notices.attempt(doing, async () => {
        await make((text, progress) => {
          parts.push(new Blob([text]));
          this.progress = progress;
        }, stop.signal);
        stop.signal.throwIfAborted();
        saveFile(new Blob(parts, { type: file.type }), file.name);
      });
    } finally {
      this.progress = null;
      this.#stop = null;
    }
  }
}
