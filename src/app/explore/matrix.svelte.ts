import type { CellPassage, DocumentMatrix } from '../../core/overview/document-matrix';
import { getEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { exploreWords } from '../words/screens/explore-words';
import { passagesAt, type MatrixPlace } from './matrix-cells';

/** Passages that are fetched together. */
const TOGETHER = 50;

/** The documents by the communities of a level, and the cell that is open. */
export class Matrix {
  matrix = $state.raw<DocumentMatrix | null>(null);
  /** The passages of the open cell that were fetched. */
  passages = $state.raw<readonly CellPassage[]>([]);
  /** All passages of the open cell. */
  total = $state(0);
  /** True once the passages of the opened cell have come. */
  filled = $state(false);
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  #latest = 0;
  #opened: { readonly documentId: string; readonly community: number } | null = null;

  async load(level: number): Promise<void> {
    const ticket = ++this.#latest;
    const matrix = await this.#notices.attemptLong(exploreWords().matrix.loading, async () =>
      (await this.#engine()).documentMatrix(level),
    );
    if (ticket === this.#latest && matrix) this.matrix = matrix;
  }

  /** Finds the place of a document and a community; null where one of them is not shown. */
  placeOf(documentId: string | null, community: number | null): MatrixPlace | null {
    const row = documentId === null ? -1 : (this.matrix?.documentIds.indexOf(documentId) ?? -1);
    const column = community === null ? -1 : (this.matrix?.communities.indexOf(community) ?? -1);
    return row < 0 || column < 0 ? null : { row, column };
  }

  documentAt(row: number): string {
    return this.matrix?.documentIds[row] ?? '';
  }

  documentTitle(row: number): string {
    return this.matrix?.documentTitles[row] ?? '';
  }

  communityAt(column: number): number {
    return this.matrix?.communities[column] ?? -1;
  }

  communityTitle(column: number): string {
    return this.matrix?.communityTitles[column] ?? '';
  }

  /** The passages of a cell, and all of its document. */
  countsAt(place: MatrixPlace): { readonly count: number; readonly all: number; readonly share: number } {
    const count = this.matrix ? passagesAt(this.matrix, place) : 0;
    const all = this.matrix?.passages[place.row] ?? 0;
    return { count, all, share: count / Math.max(1, all) };
  }

  /** Fetches the first passages of a cell; null closes it. */
  async open(place: MatrixPlace | null): Promise<void> {
    this.passages = [];
    this.total = 0;
    this.filled = false;
    this.#opened = place && { documentId: this.documentAt(place.row), community: this.communityAt(place.column) };
    await this.more();
  }

  /** Fetches the next passages of the open cell. */
  async more(): Promise<void> {
    const cell = this.#opened;
    if (!cell) return;
    const offset = this.passages.length;
    const found = await this.#notices.attempt(exploreWords().matrix.opening, async () =>
      (await this.#engine()).cellPassages({ ...cell, offset, limit: TOGETHER }),
    );
    if (!found || cell !== this.#opened || this.passages.length !== offset) return;
    this.passages = [...this.passages, ...found.passages];
    this.total = found.total;
    this.filled = true;
  }
}
