import type { Citation, CitationTarget, Passage, EvidenceView } from '../../core/search/evidence/evidence';
import { createContext } from 'svelte';
import type { DocumentView } from '../../core/engine/documents/document-view';
import type { ShownTurn } from '../ask/turns';
import type { ConnectEngine } from '../engine';
import type { Layout } from '../layout.svelte';
import type { Router } from '../router.svelte';
import type { TextRange } from './document-blocks';
import { type EvidenceEntry, encodeEntry } from './evidence-entry';
import { explain } from '../words/errors';
import { language } from '../words/language.svelte';

/** A citation of an answer, and which one's. */
export interface FollowedCitation {
  readonly citation: Citation;
  readonly turn: ShownTurn;
  /** Index among its passages. */
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

interface Needs {
  readonly engine: ConnectEngine;
  readonly router: Router;
  readonly layout: Layout;
  readonly turnOf: (id: string) => Promise<ShownTurn | undefined>;
}

/** State of the right pane. */
export class Evidence {
  entry = $state.raw<EvidenceEntry | null>(null);
  shown = $state.raw<ShownEvidence>({ kind: 'nothing' });
  busy = $state(false);
  /** Grows when something is turned to, not when what is open is only loaded again. */
  visits = $state(0);
  /** Earlier entries, oldest first. */
  trail = $state.raw<readonly EvidenceEntry[]>([]);
  readonly #needs: Needs;
  readonly #documents = new Map<string, DocumentView>();
  #latest = 0;
  #turned = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Turns to an entry, and to the pane; what had the keyboard outside of the pane gets it back later. */
  open(entry: EvidenceEntry): void {
    const { layout, router } = this.#needs;
    const from = document.activeElement;
    const isInside = from?.closest('[aria-label="Evidence"]');
    if (!isInside) layout.opener = from instanceof HTMLElement && from.matches(':focus-visible') ? from : null;
    layout.showEvidence();
    router.go({ ...layout.beside, evidence: entry });
  }

  /** Turns to what was open before. */
  back(): void {
    const entry = this.trail.at(-1) ?? null;
    this.trail = this.trail.slice(0, -1);
    void this.show(entry, { back: true });
    this.#needs.router.go({ evidence: entry }, { replace: true });
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
      const { what, next } = explain(language.words.library.doing.evidence, error);
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
    const turn = await this.#needs.turnOf(id);
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
    const engine = await this.#needs.engine();
    const view = await engine.evidence(target);
    return view ? { kind: 'view', view } : { kind: 'gone', title: 'title' in target ? target.title : '' };
  }

  async #document(id: string): Promise<DocumentView | null> {
    const kept = this.#documents.get(id);
    if (kept) return kept;
    const engine = await this.#needs.engine();
    const document = await engine.document(id);
    if (document) {
      this.#documents.set(id, document);
      const [oldest] = this.#documents.keys();
      if (this.#documents.size > KEPT_DOCUMENTS && oldest !== undefined) this.#documents.delete(oldest);
    }
    return document;
  }
}

export const [getEvidence, setEvidence] = createContext<Evidence>();
