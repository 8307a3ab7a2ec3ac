/**
 * Verdict on a sentence of an answer, by the evidence that its writer was shown:
 * - `quoted`: its words stand there, but for harmless elisions.
 * - `supported`: an entailment model finds it supported by the evidence.
 * - `contradicted`: an entailment model finds it contradicted by the evidence.
 * - `unverified`: none of these is shown.
 * - `not checked`: code, maths, a heading, a question, half a sentence.
 */
export type Verdict = 'quoted' | 'supported' | 'contradicted' | 'unverified' | 'not checked';

/** Reason for a verdict. */
export type VerdictReason =
  /** The sentence has a number, a name, or a negation that the nearest evidence lacks or has the other way round. */
  | 'number'
  | 'name'
  | 'negation'
  /** Decided by an entailment model. */
  | 'entailment'
  /** No premise near enough for a comparison. */
  | 'no evidence'
  /** Different words, and no entailment model, or one that is not sure. */
  | 'words'
  /** Not checked since it is code or maths, has no claim in it, or was cut off; or it is knowledge of the model's own, marked so. */
  | 'code'
  | 'no claim'
  | 'stopped'
  | 'general';
