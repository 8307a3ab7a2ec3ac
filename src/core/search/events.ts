import type { Span } from '../tables/tables';

/** A question and its answer as data: what the page sends, what streams back, what is kept. */

export type SearchMode = 'auto' | 'local' | 'global' | 'drift' | 'basic';
export type RunMode = Exclude<SearchMode, 'auto'>;

export interface SearchRequest {
  readonly question: string;
  readonly mode: SearchMode;
  /** Deepest community level used by global search; default 2 (GraphRAG's community_level). */
  readonly level?: number;
  /** Only these documents, when given and not empty. */
  readonly documentIds?: readonly string[];
  /** Earlier questions of the conversation, newest first, so that "he" and "there" can be resolved. */
  readonly earlier?: readonly string[];
}

/** What a citation points at. Every kind resolves to at least one passage of a source document. */
export type CitationTarget =
  | { readonly kind: 'passage'; readonly textUnitId: string }
  | { readonly kind: 'entity'; readonly id: string; readonly title: string }
  | { readonly kind: 'relationship'; readonly id: string; readonly title: string }
  | { readonly kind: 'report'; readonly community: number; readonly title: string };

export interface Citation {
  /** Number shown, from 1, in order of first use. */
  readonly number: number;
  readonly target: CitationTarget;
  /** The words it rests on, first the best. Never empty. */
  readonly passages: readonly Passage[];
}

/** Words in a source document, self-contained so that a kept answer can show them. */
export interface Passage extends Span {
  readonly documentTitle: string;
  readonly page: number | null;
  readonly quote: string;
}

export interface AnswerSentence {
  readonly text: string;
  /** Citation numbers. Empty only for sentences of Burrow itself (`plain`). */
  readonly citations: readonly number[];
  /** `heading` and `item` shape the answer; `plain` is Burrow speaking, not a document. */
  readonly role: 'sentence' | 'heading' | 'item' | 'plain';
}

export interface ContextItem {
  readonly kind: 'text unit' | 'entity' | 'relationship' | 'report';
  readonly id: string;
  readonly title: string;
  readonly score: number;
  /** Whether it went into the answer's context or was only considered. */
  readonly used: boolean;
}

export interface ContextSection {
  readonly name: 'Reports' | 'Entities' | 'Relationships' | 'Sources';
  /** Estimated tokens of the used items. */
  readonly tokens: number;
  readonly items: readonly ContextItem[];
}

export interface Trace {
  readonly mode: RunMode;
  /** Why this mode, in one sentence. */
  readonly reason: string;
  readonly sections: readonly ContextSection[];
  readonly milliseconds: number;
  readonly modelCalls: number;
  /** Whether texts were compared by meaning, in one sentence; missing where nothing is embedded. */
  readonly embeddings?: string;
}

export interface Answer {
  readonly mode: RunMode;
  /** `extractive` without a model, else the model id. */
  readonly method: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when the documents do not answer the question. */
  readonly notFound: boolean;
  /** Documents that still waited to be read when nothing was found; missing means none. */
  readonly unread?: number;
  /** True when it was stopped before its end. */
  readonly stopped: boolean;
  readonly trace: Trace;
}

export type SearchEvent =
  | { readonly kind: 'plan'; readonly mode: RunMode; readonly reason: string }
  | { readonly kind: 'context'; readonly sections: readonly ContextSection[] }
  | { readonly kind: 'citation'; readonly citation: Citation }
  | { readonly kind: 'sentence'; readonly sentence: AnswerSentence }
  | { readonly kind: 'answer'; readonly answer: Answer };
