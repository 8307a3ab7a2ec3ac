import type { EngineApi } from '../../core/engine/api';
import type { DocumentView } from '../../core/engine/documents/document-view';
import type { EvidenceView } from '../../core/search/evidence/evidence-view';
import type { Citation, CitationTarget, Passage } from '../../core/search/events';
import type { ShownTurn } from '../ask/turns';
import type { TextRange } from './document-blocks';
import { type EvidenceEntry, encodeEntry } from './evidence-entry';
import { explain } from '../words/errors';

/** A citation of an answer, and which one's. */
export interface FollowedCitation {
  readonly citation: Citation;
  readonly turn: ShownTurn;
  /** Which of its passages. */
  readonly index: number;
}

export type ShownEvidence =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'document';
      readonly document: DocumentView;
      readonly mark: TextRange | null;
      /** Further words that are marked. */
      readonly also: readonly TextRange[];
      /** The citation that was followed, if one was. */
      readonly cited: FollowedCitation | null;
    }
  | { readonly kind: 'view'; readonly view: EvidenceView }
  | { readonly kind: 'gone'; readonly title: string }
  | { readonly kind: 'failed'; readonly words: string };

const KEPT_DOCUMENTS = 3;

/** What is open in the right pane. */
export class Evidence {
  entry = $state.raw<EvidenceEntry | null>(null);
  shown = $state.raw<ShownEvidence>({ kind: 'nothing' });
  busy = $state(false);
  /** Grows when something is turned to, not when what is open is only loaded again. */
  visits = $state(0);
  /** What was open before, oldest first. */
  trail = $state.raw<readonly EvidenceEntry[]>([]);
  readonly #engine: () => Promise<EngineApi>;
  readonly #turnOf: (id: string) => ShownTurn | undefined;
  readonly #documents = new Map<string, DocumentView>();
  #latest = 0;
  #turned = false;

  constructor(engine: () => Promise<EngineApi>, turnOf: (id: string) => ShownTurn | undefined) {
    this.#engine = engine;
    this.#turnOf = turnOf;
  }

  /** Shows an entry; the one before goes on the trail unless `back`. */
  async show(entry: EvidenceEntry | null, options: { readonly back?: boolean } = {}): Promise<void> {
    const before = this.entry;
    if (before && entry && encodeEntry(before) === encodeEntry(entry)) return;
    if (before && entry && !options.back) this.trail = [...this.trail.slice(-49), before];
    this.entry = entry;
    this.#turned = true;
    await this.#load();
  }

  /** The entry to go back to; it leaves the trail. */
  previous(): EvidenceEntry | null {
    const last = this.trail.at(-1) ?? null;
    this.trail = this.trail.slice(0, -1);
    return last;
  }

  /** Loads again after the index changed. */
  async refresh(): Promise<void> {
    this.#documents.clear();
    if (this.entry) await this.#load();
  }

  clear(): void {
    this.#latest += 1;
    this.#documents.clear();
    this.entry = null;
    this.trail = [];
    this.busy = false;
    this.shown = { kind: 'nothing' };
  }

  async #load(): Promise<void> {
    const ticket = ++this.#latest;
    const { entry } = this;
    if (!entry) {
      this.shown = { kind: 'nothing' };
      return;
    }
    this.busy = true;
    const shown = await this.#find(entry).catch((error: unknown): ShownEvidence => {
      const { what, next } = explain('Opening this', error);
      return { kind: 'failed', words: `${what} ${next}` };
    });
    if (ticket !== this.#latest) return;
    this.busy = false;
    this.shown = shown;
    if (this.#turned) this.visits += 1;
    this.#turned = false;
  }

  async #find(entry: EvidenceEntry): Promise<ShownEvidence> {
    switch (entry.kind) {
      case 'cite':
        return this.#cited(entry.turn, entry.number, entry.index);
      case 'passage':
        return this.#passage(entry.documentId, { start: entry.start, end: entry.end }, null, entry.also);
      case 'document':
        return this.#passage(entry.documentId, null, null);
      case 'target':
        return this.#target(entry.target);
    }
  }

  async #cited(id: string, number: number, index: number): Promise<ShownEvidence> {
    const turn = this.#turnOf(id);
    const citation = turn?.answer.citations.find((one) => one.number === number);
    const passage: Passage | undefined = citation?.passages[index] ?? citation?.passages[0];
    if (!turn || !citation || !passage) return { kind: 'gone', title: '' };
    const shown = await this.#passage(passage.document_id, passage, { citation, turn, index });
    return shown.kind === 'gone' ? { ...shown, title: passage.documentTitle } : shown;
  }

  async #passage(
    id: string,
    mark: TextRange | null,
    cited: FollowedCitation | null,
    also: readonly TextRange[] = [],
  ): Promise<ShownEvidence> {
    const document = await this.#document(id);
    return document ? { kind: 'document', document, mark, also, cited } : { kind: 'gone', title: '' };
  }

  async #target(target: CitationTarget): Promise<ShownEvidence> {
    const engine = await this.#engine();
    const view = await engine.evidence(target);
    return view ? { kind: 'view', view } : { kind: 'gone', title: 'title' in target ? target.title : '' };
  }

  async #document(id: string): Promise<DocumentView | null> {
    const kept = this.#documents.get(id);
    if (kept) return kept;
    const engine = await this.#engine();
    const document = await engine.document(id);
    if (document) {
      this.#documents.set(id, document);
      const [oldest] = this.#documents.keys();
      if (this.#documents.size > KEPT_DOCUMENTS && oldest !== undefined) this.#documents.delete(oldest);
    }
    return document;
  }
}
