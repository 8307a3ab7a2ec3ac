/**
 * What a sentence of an answer is, held against the evidence that its writer was shown:
 * - `quoted`: its words stand there, but for harmless elisions.
 * - `supported`: an entailment model finds that the evidence says so.
 * - `contradicted`: an entailment model finds that the evidence says otherwise.
 * - `unverified`: none of these is shown.
 * - `not checked`: code, maths, a heading, a question, half a sentence.
 */
export type Verdict = 'quoted' | 'supported' | 'contradicted' | 'unverified' | 'not checked';

/** Why a verdict is what it is. */
export type VerdictReason =
  /** The sentence has a number, a name, or a negation that the nearest evidence lacks or has the other way round. */
  | 'number'
  | 'name'
  | 'negation'
  /** Decided by an entailment model. */
  | 'entailment'
  /** Nothing was near enough to be compared. */
  | 'no evidence'
  /** Its words differ and no entailment model is there, or the model is not sure. */
  | 'words'
  /** Not checked since it is code or maths, has no claim in it, or was cut off; or it is knowledge of the model's own, marked so. */
  | 'code'
  | 'no claim'
  | 'stopped'
  | 'general';
