import type { AnswerSentence, Citation, ContextSection } from './events';
import type { DriftAction } from './model/drift-action';

/** A citation before it has its number. */
export type Cited = Omit<Citation, 'number'>;

/** An answer's sentence with what it rests on; nothing only for `plain`. */
export interface DraftSentence {
  readonly text: string;
  readonly role: AnswerSentence['role'];
  readonly cited: readonly Cited[];
  /** What comes nearest to a sentence that rests on nothing. */
  readonly nearest?: Cited;
}

/** An answer as composed by a mode, before numbering. */
export interface Draft {
  readonly sections: readonly ContextSection[];
  readonly sentences: readonly DraftSentence[];
  readonly notFound: boolean;
  /** Questions of a DRIFT search. */
  readonly actions?: readonly DriftAction[];
}

/** A sentence of Burrow itself. */
export const plain = (text: string): DraftSentence => ({ text, role: 'plain', cited: [] });
