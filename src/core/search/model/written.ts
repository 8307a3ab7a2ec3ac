import type { AnswerSentence, Citation } from '../events';

/** What a model wrote, with what it rests on. */
export interface Written {
  /** Markdown without references. */
  readonly text: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when the model found nothing that answers the question. */
  readonly notFound: boolean;
  /** References of the model to rows that were not shown or that do not say so. */
  readonly wrongHints: number;
  /** Why its sentences were not compared by vectors, where an embedder is in use. */
  readonly uncompared?: string;
  /** True when it says something and nothing that was shown holds a word of it. */
  readonly baseless: boolean;
}

/** No text at all, such as before the first word. */
export const NOTHING_WRITTEN: Written = {
  text: '',
  sentences: [],
  citations: [],
  notFound: false,
  wrongHints: 0,
  baseless: false,
};
