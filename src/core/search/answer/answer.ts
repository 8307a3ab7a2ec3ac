import type { Message } from '../../message';
import type { Verdict, VerdictReason } from '../grounding/verdict';
import type { Evidence, TextRange, Citation } from '../evidence/evidence';
import type { RunMode } from '../request/search-request';
import type { Trace } from '../trace';

/** A sentence of a written answer. */
export interface AnswerSentence {
  readonly text: string;
  /** Citation numbers of its evidence. Empty where nothing that its writer was shown supports it. */
  readonly citations: readonly number[];
  /** Citation number of the passage that comes nearest to a sentence that nothing supports. */
  readonly nearest?: number;
  /** Place in the answer's text, in UTF-16 offsets. */
  readonly at: TextRange;
  readonly verdict: Verdict;
  /** Missing where the verdict needs no reason. */
  readonly reason?: VerdictReason;
  /** Names, numbers and words that the nearest passage lacks: UTF-16 offsets in the sentence. Missing for none. */
  readonly lacks?: readonly TextRange[];
  /** True while an entailment model still judges it. */
  readonly pending?: true;
}

/** Counts of documents, for a question asked while some are still being read. */
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
  /**
   * Text by a model, in Markdown, without references; the sentences have their places in it. Missing without a model.
   */
  readonly text?: string;
  /** Words of Burrow before the model's text. */
  readonly lead?: Message;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when nothing at all was found, or a model found no answer in the evidence that it was shown. */
  readonly notFound: boolean;
  /** True when it was stopped before its end. */
  readonly stopped: boolean;
  /** Reason for an early end, in a sentence. Missing where a person stopped it, and for a whole answer. */
  readonly ending?: Message;
  /**
   * Reason why the model did not write, in a sentence: the evidence stands alone. Missing where none was asked, or
   * where it did write.
   */
  readonly failure?: Message;
  /**
   * Reason why some rows were not fetched from the host of the index, so that only local ones were searched. Missing
   * where all were.
   */
  readonly unfetched?: Message;
  readonly trace: Trace;
}

/** Questions that lead on from an answer. */
export interface FollowUps {
  readonly questions: readonly string[];
  /** `evidence` without a model, else the model's title. */
  readonly method: string;
}
