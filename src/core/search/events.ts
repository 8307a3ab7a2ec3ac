import type { Span } from '../tables/tables';
import type { ContextDataset } from './context/context';
import type { Evidence, TextRange } from './evidence/evidence';
import type { Verdict, VerdictReason } from './grounding/verdict';
import type { TracedCall } from './model-call/call-model';
import type { DriftAction } from './modes/drift/action';
import type { SearchValues } from '../settings/search-parameters';

/** What a person may choose: one of the modes, or that the question decides. */
export type SearchMode = 'auto' | 'local' | 'global' | 'drift' | 'basic';
/** A mode that answers. */
export type RunMode = Exclude<SearchMode, 'auto'>;

/** A question and how it is to be answered. */
export interface SearchRequest {
  readonly question: string;
  readonly mode: SearchMode;
  /** Deepest community level whose reports are used, in questions that earlier versions kept; now a parameter of each mode. */
  readonly level?: number;
  /** Only these documents, when given and not empty. */
  readonly documentIds?: readonly string[];
  readonly filters?: SearchFilters;
  /** Earlier turns of the conversation, newest first. */
  readonly history?: readonly EarlierTurn[];
  /** Who answers: the chosen model where there is one (the default), or nobody: the evidence stands alone. */
  readonly method?: 'model' | 'evidence';
  /** What differs from the modes' defaults. */
  readonly parameters?: SearchValues;
  /** Questions of a DRIFT search that a person wants asked, or not asked. */
  readonly drift?: { readonly pursued: readonly string[]; readonly stopped: readonly string[] };
  /** Asks the model whatever replies are kept; a number that no earlier question had, since it chooses other words. */
  readonly anew?: number;
  /** Names this search while it runs, so that it can be steered. */
  readonly id?: string;
  /** A running search to compare with: a model that answers one question at a time takes that one first. */
  readonly after?: string;
  /** The mode whose answer will stand beside this one: Auto chooses another. */
  readonly besides?: SearchMode;
}

/** Which passages may be found, besides the chosen documents. */
export interface SearchFilters {
  /** Only passages that mention all of these. */
  readonly entityIds?: readonly string[];
  /** Only passages that name a year between these, both included. */
  readonly years?: { readonly from?: number; readonly to?: number };
}

/** What a person asked for besides the question, as it is kept. */
export type AskedFor = Pick<SearchRequest, 'mode' | 'level' | 'method' | 'parameters' | 'drift' | 'filters'>;

/** A question of the conversation and what was answered. */
export interface EarlierTurn {
  readonly question: string;
  readonly answer: string;
  /** Documents whose words are in the answer. */
  readonly documentIds?: readonly string[];
}

/** What a citation points at. Every kind resolves to at least one passage of a source document. */
export type CitationTarget =
  | { readonly kind: 'passage'; readonly textUnitId: string }
  | { readonly kind: 'entity'; readonly id: string; readonly title: string }
  | { readonly kind: 'relationship'; readonly id: string; readonly title: string }
  | { readonly kind: 'report'; readonly community: number; readonly title: string };

/** A number in an answer and the passages behind it. */
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

/** A sentence of a written answer. */
export interface AnswerSentence {
  readonly text: string;
  /** Citation numbers: what it rests on. Empty where nothing that its writer was shown says so. */
  readonly citations: readonly number[];
  /** Citation number of the passage that comes nearest to a sentence that nothing supports. */
  readonly nearest?: number;
  /** Where it stands in the answer's text, in UTF-16 offsets. */
  readonly at: TextRange;
  readonly verdict: Verdict;
  /** Missing where there is nothing to say about the verdict. */
  readonly reason?: VerdictReason;
  /** Names, numbers and words that the nearest passage lacks: UTF-16 offsets in the sentence. Missing for none. */
  readonly lacks?: readonly TextRange[];
  /** True while an entailment model still judges it. */
  readonly pending?: true;
}

export interface ContextItem {
  readonly kind: 'text unit' | 'entity' | 'relationship' | 'claim' | 'report';
  readonly id: string;
  readonly title: string;
  readonly score: number;
  /** Whether it went into the answer's context or was only considered. */
  readonly used: boolean;
}

export interface ContextSection {
  readonly name: ContextDataset;
  /** Estimated tokens of the used items. */
  readonly tokens: number;
  /** Estimated tokens that they might have taken; missing where there was no limit. */
  readonly budget?: number;
  readonly items: readonly ContextItem[];
  /** Further items that found no room and are not among these; missing for none. */
  readonly more?: number;
}

/** How an answer came about. */
export interface Trace {
  readonly mode: RunMode;
  /** Why this mode, in one sentence. */
  readonly reason: string;
  readonly sections: readonly ContextSection[];
  readonly milliseconds: number;
  readonly modelCalls: number;
  /** Whether texts were compared by meaning, in one sentence; missing where nothing is embedded. */
  readonly embeddings?: string;
  /** The question as it was searched for, where that is not as it was typed. */
  readonly searchedFor?: string;
  /** Words taken over from an earlier question; missing for none. */
  readonly carried?: readonly string[];
  /** Calls of the model in the order in which they ended; missing where no model was asked. */
  readonly calls?: readonly TracedCall[];
  /** Documents of which the model that writes the answer was told, while its call is not among `calls` yet; missing once the answer is whole. */
  readonly told?: readonly string[];
  /** Questions of a DRIFT search. */
  readonly actions?: readonly DriftAction[];
  /** What the batches of reports said, in their order (global search). */
  readonly points?: readonly BatchPoints[];
  /** Reports that the model rated, 0 to 5, and that were not read (global search); missing where none was rated. */
  readonly passedOver?: readonly ContextItem[];
  /** What was left out or went otherwise than asked for, a sentence each. */
  readonly notes?: readonly string[];
}

/** How much could be asked of. */
export interface AskedEarly {
  /** Documents that still waited to be read. */
  readonly unread: number;
  /** All that it was asked of, with those. */
  readonly among: number;
}

/** An answer with what it rests on, as it is kept. */
export interface Answer extends Partial<AskedEarly> {
  readonly mode: RunMode;
  /** `evidence` without a model, else the model's title. */
  readonly method: string;
  readonly evidence: Evidence;
  /** What a model wrote, in Markdown, without references; the sentences say where each stands in it. Missing without a model. */
  readonly text?: string;
  /** What Burrow says before what a model wrote. */
  readonly lead?: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when nothing at all was found, or a model that was shown the evidence says that it does not answer the question. */
  readonly notFound: boolean;
  /** True when it was stopped before its end. */
  readonly stopped: boolean;
  /** Why it ends early, in a sentence; missing where a person stopped it, or where it came to its end. */
  readonly ending?: string;
  readonly trace: Trace;
}

/** Questions that lead on from an answer. */
export interface FollowUps {
  readonly questions: readonly string[];
  /** `evidence` without a model, else the model's title. */
  readonly method: string;
}

/** Points that one batch of reports gave, the weightiest first. */
export interface BatchPoints {
  /** From 1. */
  readonly batch: number;
  readonly of: number;
  readonly points: readonly { readonly text: string; readonly score: number }[];
  /** Documents whose words they were made from. */
  readonly documentIds: readonly string[];
}

/** What a search tells while it goes on; the answer comes last. */
export type SearchEvent =
  | {
      readonly kind: 'plan';
      readonly mode: RunMode;
      readonly reason: string;
      readonly searchedFor?: string;
      /** Title of the model that is to write the answer; missing without one. */
      readonly writer?: string;
      readonly early?: AskedEarly;
    }
  /** What the index holds on the question: before any word of a model, and again where a model read the question or the passages anew. */
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'context'; readonly sections: readonly ContextSection[] }
  /** What goes on while no words come, in a sentence for a person. */
  | { readonly kind: 'working'; readonly words: string }
  /** Words to add to what a model has written so far. */
  | { readonly kind: 'text'; readonly text: string }
  /** What was written so far is void, with its sentences and citations; the reason is for a person. */
  | { readonly kind: 'restart'; readonly reason: string }
  /** The model that writes the answer is told of these documents. */
  | { readonly kind: 'told'; readonly documentIds: readonly string[] }
  /** A call of the model has ended. */
  | { readonly kind: 'call'; readonly call: TracedCall }
  /** What a batch of reports says on the question (global search). */
  | { readonly kind: 'points'; readonly points: BatchPoints }
  /** A question of a DRIFT search is new or has changed. */
  | { readonly kind: 'action'; readonly action: DriftAction }
  /** Finished sentences of what a model has written so far, with citations and verdicts; in place of those before. */
  | { readonly kind: 'cited'; readonly sentences: readonly AnswerSentence[]; readonly citations: readonly Citation[] }
  | { readonly kind: 'answer'; readonly answer: Answer };
