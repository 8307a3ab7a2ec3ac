import type { Message } from '../message';
import type { AnswerSentence, AskedEarly, Answer } from './answer/answer';
import type { ContextSection, BatchPoints, DriftAction, RelevanceTests, TracedCall } from './trace';
import type { RunMode } from './request/search-request';
import type { Evidence, Citation } from './evidence/evidence';

/** Events of a search; the answer comes last. */
export type SearchEvent =
  | {
      readonly kind: 'plan';
      readonly mode: RunMode;
      readonly reason: Message;
      readonly searchedFor?: string;
      readonly early?: AskedEarly;
    }
  /** Title of the model that is to write the answer: comes behind the evidence, where there is one. */
  | { readonly kind: 'writer'; readonly title: string }
  /**
   * Evidence from the index: before any word of a model, and again where a model rewrote the question or reranked the
   * passages.
   */
  | { readonly kind: 'evidence'; readonly evidence: Evidence }
  | { readonly kind: 'context'; readonly sections: readonly ContextSection[] }
  /** Current work while no words come, in a sentence for a person. */
  | { readonly kind: 'working'; readonly words: Message }
  /** Words to add to what a model has written so far. */
  | { readonly kind: 'text'; readonly text: string }
  /** Discards all text so far, with its sentences and citations; the reason is for a person. */
  | { readonly kind: 'restart'; readonly reason: Message }
  /** Documents that the model which writes the answer is shown. */
  | { readonly kind: 'told'; readonly documentIds: readonly string[] }
  /** A call of the model has ended. */
  | { readonly kind: 'call'; readonly call: TracedCall }
  /** Points of a batch of reports on the question (global search). */
  | { readonly kind: 'points'; readonly points: BatchPoints }
  /** Relevance tests so far (lazy search). */
  | { readonly kind: 'tests'; readonly tests: RelevanceTests }
  /** A question of a DRIFT search is new or has changed. */
  | { readonly kind: 'action'; readonly action: DriftAction }
  /** Finished sentences of what a model has written so far, with citations and verdicts; in place of those before. */
  | { readonly kind: 'cited'; readonly sentences: readonly AnswerSentence[]; readonly citations: readonly Citation[] }
  | { readonly kind: 'answer'; readonly answer: Answer };
