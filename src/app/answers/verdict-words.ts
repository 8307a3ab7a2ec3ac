import type { AnswerSentence } from '../../core/search/events';
import type { Verdict, VerdictReason } from '../../core/search/grounding/verdict';

/** What stands behind a sentence that is not to be taken as it stands. */
export interface VerdictSign {
  readonly glyph: string;
  readonly name: string;
  /** A few words on why. */
  readonly why: string;
}

const GLYPHS = { contradicted: '≠', unverified: '?', 'not checked': '–' } as const;
const NAMES = { contradicted: 'Contradicted', unverified: 'Unverified', 'not checked': 'Not checked' } as const;

const WHY: Readonly<Record<VerdictReason, string>> = {
  number: 'The passage has another number.',
  name: 'The passage does not have this name.',
  negation: 'One of the two denies it, the other does not.',
  entailment: 'No passage says this.',
  'no evidence': 'Nothing that was found comes near this.',
  words: 'No passage says this in these words.',
  code: 'Code and formulas are not checked.',
  'no claim': '',
  stopped: 'The answer stops here.',
  general: 'The model’s own knowledge, not your documents.',
};

/** What is shown behind a sentence; null where nothing is: all is well, or it says nothing that could be checked. */
export function verdictSign(verdict: Verdict, reason?: VerdictReason): VerdictSign | null {
  if (verdict === 'quoted' || verdict === 'supported' || reason === 'no claim') return null;
  if (verdict === 'not checked' && reason === undefined) return null;
  const isOpposite = verdict === 'contradicted' && reason === 'entailment';
  const why = isOpposite ? 'The passage says otherwise.' : reason === undefined ? '' : WHY[reason];
  return { glyph: GLYPHS[verdict], name: NAMES[verdict], why };
}

/** The same of an answer's sentence; null while it is still judged. */
export const sentenceSign = ({
  verdict,
  reason,
  pending,
}: Pick<AnswerSentence, 'verdict' | 'reason' | 'pending'>): VerdictSign | null =>
  pending ? null : verdictSign(verdict, reason);
