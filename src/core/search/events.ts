import type { Span } from '../tables/tables';
import type { ContextDataset } from './context/context';
import type { Doubt, Support } from './alignment/alignment';
import type { DriftAction } from './model/drift-action';
import type { TracedCall } from './model/traced-call';
import type { SearchValues } from './parameters';

/** What a person may choose: one of the modes, or that the question decides. */
export type SearchMode = 'auto' | 'local' | 'global' | 'drift' | 'basic';
/** A mode that answers. */
export type RunMode = Exclude<SearchMode, 'auto'>;

/** A question and how it is to be answered. */
export interface SearchRequest {
  readonly question: string;
  readonly mode: SearchMode;
  /** Deepest community level whose reports are used; default 2 (GraphRAG's community_level). */
  readonly level?: number;
  /** Only these documents, when given and not empty. */
  readonly documentIds?: readonly string[];
  /** Earlier questions of the conversation, newest first, so that "he" and "there" can be resolved. */
  readonly earlier?: readonly string[];
  /** Earlier turns of the conversation, newest first, for a model. */
  readonly history?: readonly EarlierTurn[];
  /** Who answers: the chosen model where there is one (the default), or nobody but the documents. */
  readonly method?: 'model' | 'extractive';
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

/** What a person asked for besides the question, as it is kept. */
export type AskedFor = Pick<SearchRequest, 'mode' | 'level' | 'method' | 'parameters' | 'drift'>;

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

export interface AnswerSentence {
  readonly text: string;
  /** Citation numbers. Empty for sentences of Burrow itself (`plain`), and for those of a model that rest on nothing that it was shown. */
  readonly citations: readonly number[];
  /** Citation number of the passage that comes nearest to a sentence that nothing supports: it does not say it. */
  readonly nearest?: number;
  /** `heading` and `item` shape the answer; `plain` is Burrow speaking, not a document. */
  readonly role: 'sentence' | 'heading' | 'item' | 'plain';
  /** Where it stands in the text of a written answer, in UTF-16 offsets. */
  readonly at?: { readonly start: number; readonly end: number };
  /** Whether what the model was shown says so; missing where no model wrote it. */
  readonly support?: Support;
  /** What speaks against the passages that come nearest; missing where nothing does, and in answers of earlier versions. */
  readonly doubt?: Doubt;
  /** Why it was not held against the documents: it is code or maths, or the answer stops within it; missing where it was, or says nothing. */
  readonly unchecked?: 'code' | 'stopped';
  /** True where all that it rests on seems to speak to a model; missing else. */
  readonly isInstructed?: true;
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
  /** Words of documents that seem to speak to the model; they were shown to it as data. */
  readonly instructions?: readonly InstructionAttempt[];
}

/** Words of a document that seem to speak to the model. */
export interface InstructionAttempt {
  /** Of the document in whose own text they stand, or the name of what says them else. */
  readonly documentTitle: string;
  readonly words: string;
  readonly documentIds: readonly string[];
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
  /** `extractive` without a model, else the model's title. */
  readonly method: string;
  /** What a model wrote, in Markdown, without references; the sentences say where each stands in it. Missing in an extractive answer. */
  readonly text?: string;
  /** What Burrow says before what a model wrote, such as that no passage says so in these words. */
  readonly lead?: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when the documents do not answer the question. */
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
  /** `extractive` without a model, else the model's title. */
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
  | { readonly kind: 'citation'; readonly citation: Citation }
  | { readonly kind: 'sentence'; readonly sentence: AnswerSentence }
  /** Sentences and citations of what a model has written so far, up to the last finished line; in place of those before. */
  | { readonly kind: 'cited'; readonly sentences: readonly AnswerSentence[]; readonly citations: readonly Citation[] }
  | { readonly kind: 'answer'; readonly answer: Answer };
