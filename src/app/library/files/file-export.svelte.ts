import type { ExportChoice, ExportPart, ExportScope } from '../../../core/ports/interop';
import type { ConnectEngine } from '../../engine';
import { beginFile, type StreamedFile } from '../../platform/save-stream';
import type { CollectionActions } from '../collection-actions.svelte';

type Progress = Extract<ExportPart, { kind: 'progress' }>;

/** Exported part of the open collection. */
interface ExportedPart {
  readonly scope: ExportScope;
  /** True if the snapshots of each step are included. */
  readonly snapshots: boolean;
}

/** An export while it is chosen, and while it is written. */
export class FileExport {
  choices = $state.raw<readonly ExportChoice[]>([]);
  running = $state(false);
  progress = $state.raw<Progress | null>(null);
  /** Bytes that are written. */
  written = $state(0);
  readonly #engine: ConnectEngine;
  readonly #files: CollectionActions['files'];
  #stop = new AbortController();

  constructor(engine: ConnectEngine, files: CollectionActions['files']) {
    this.#engine = engine;
    this.#files = files;
  }

  async load(): Promise<void> {
    this.choices = await (await this.#engine()).exportChoices();
  }

  /**
   * Writes a part of the open collection to a file, and resolves with its name; with null where the person chose no place for it or stopped it, so that
   * nothing of it stays. `prepare` is waited for before the collection is read.
   */
  async run(
    choice: ExportChoice,
    { collection, ...part }: ExportedPart & { readonly collection: string },
    prepare: () => Promise<void>,
  ): Promise<string | null> {
    const name = this.#files.fileName(collection, choice.extension);
    const file = await orNull(beginFile(name, choice.mediaType, this.#files.saveFile));
    if (!file) return null;
    this.#stop = new AbortController();
    this.running = true;
    this.progress = null;
    this.written = 0;
    try {
      await prepare();
      await this.#write({ choice, ...part }, file, this.#stop.signal);
      return name;
    } catch (error) {
      await file.discard().catch(() => undefined); // the first error is told
      if (this.#stop.signal.aborted) return null;
      throw error;
    } finally {
      this.running = false;
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #write(
    { choice, ...asked }: ExportedPart & { readonly choice: ExportChoice },
    file: StreamedFile,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const part of (await this.#engine()).exportAs(choice.name, { signal, ...asked })) {
      signal.throwIfAborted();
      if (part.kind === 'progress') this.progress = part;
      else {
        await file.write(part.bytes);
        this.written += part.bytes.size;
      }
    }
    signal.throwIfAborted();
    await file.close();
  }
}

/** Null where the person closed the browser's dialog. */
async function orNull(file: Promise<StreamedFile>): Promise<StreamedFile | null> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
