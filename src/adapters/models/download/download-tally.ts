import type { DownloadProgress } from '../../../core/models/hosts';
import type { FileModel, ModelFile } from '../files/model-file';

/** Bytes that came, by file, against those that are expected: told by the lists, by the servers, and by the catalogue until then. */
export class DownloadTally {
  readonly #model: FileModel;
  readonly #report: (progress: DownloadProgress) => void;
  readonly #bytes = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  #files: readonly ModelFile[] = [];
  #file = '';

  constructor(model: FileModel, report: (progress: DownloadProgress) => void) {
    this.#model = model;
    this.#report = report;
  }

  expect(files: readonly ModelFile[]): void {
    this.#files = files;
    for (const { url, bytes } of files) if (bytes !== undefined) this.#totals.set(url, bytes);
  }

  count({ url, path }: ModelFile, bytes: number, total: number | null): void {
    this.#bytes.set(url, bytes);
    if (total !== null) this.#totals.set(url, total);
    this.#file = path;
    this.#tell(false);
  }

  finish(): void {
    this.#tell(true);
  }

  /** A list of weights with their sizes leaves out next to nothing. */
  get #isKnown(): boolean {
    const { length } = this.#files;
    const isKnown = ({ url, bytes }: ModelFile) => bytes !== undefined || this.#totals.has(url);
    return length > 0 && (this.#files.every(isKnown) || this.#files.some(({ bytes }) => bytes !== undefined));
  }

  #tell(done: boolean): void {
    const bytes = sum(this.#bytes.values());
    const total = this.#isKnown ? sum(this.#totals.values()) : this.#model.downloadBytes;
    this.#report({ model: this.#model.id, bytes, total: Math.max(total, bytes), file: this.#file, done });
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, number) => all + number, 0);
