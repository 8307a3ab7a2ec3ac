import type { Message } from '../../message';
import type { Verdict, VerdictReason } from '../grounding/verdict';
import type { Evidence, TextRange, Citation } from '../evidence/evidence';
import type { RunMode } from '../request/search-request';
import type { Trace } from '../trace';

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
  readonly lead?: Message;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when nothing at all was found, or a model that was shown the evidence says that it does not answer the question. */
  readonly notFound: boolean;
  /** True when it was stopped before its end. */
  readonly stopped: boolean;
  /** Why it ends early, in a sentence; missing where a person stopped it, or where it came to its end. */
  readonly ending?: Message;
  /** Why the model that was to write it did not, in a sentence: the evidence stands alone; missing where none was asked, or where it did. */
  readonly failure?: Message;
  /** Why not all that bears on it was fetched from the host of the index: only what was here was searched. Missing where it was. */
  readonly unfetched?: Message;
  readonly trace: Trace;
}

/** Questions that lead on from an answer. */
export interface FollowUps {
  readonly questions: readonly string[];
  /** `evidence` without a model, else the model's title. */
  readonly method: string;
}
