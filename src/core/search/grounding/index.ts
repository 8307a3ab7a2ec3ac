import type { CallOptions } from '../../platform';
import type { EntailmentModel } from '../../models/encoders';
import type { Thresholds } from './calibration';
import { judgeAll, type Undecided, type VerdictCache } from './entailment';
import { indexPremises, rankPremises, readClaim, type Premise } from './evidence-index';
import { differenceOf, type LackedRange } from './guards';
import { quotedPremises } from './quotation';
import type { Verdict, VerdictReason } from './verdict';
import type { Reading } from './words';

export { CALIBRATION_PAIRS, calibrate, calibrations, type CalibrationPair, type Thresholds } from './calibration';
export { CHECKING, chatEntailment, type ChatEntailmentOptions } from './chat-entailment';
export { verdictCache, type VerdictCache } from './entailment';
export type { Premise } from './evidence-index';
export type { LackedRange } from './guards';
export type { Verdict, VerdictReason } from './verdict';

/** Verdict on a sentence of an answer, with its premises. */
export interface Judgement<P extends Premise> {
  readonly sentence: string;
  readonly verdict: Verdict;
  /** Null where the sentence is quoted. */
  readonly reason: VerdictReason | null;
  /** Premises that it quotes or follows from, the best first; empty for any other verdict. */
  readonly premises: readonly P[];
  /** Premise to show beside it: one that supports or contradicts it, or the nearest one; null where none is near. */
  readonly nearest: P | null;
  /**
   * Parts of the sentence that the nearest premise, its neighbours and its heading lack; empty where a premise supports
   * it.
   */
  readonly lacks: readonly LackedRange[];
  /** Share of its terms, weighed by how rare they are, that the nearest premise has with its surroundings; 0 to 1. */
  readonly score: number;
  /** Premises that the writer cited: candidates for a model even where they share no word with it. */
  readonly hints: readonly P[];
}

/** Compares sentences with the premises that their writer was shown. */
export interface Grounding<P extends Premise> {
  /**
   * Judges a sentence by words alone; `hints` are premises that the writer cited. Pure; under 1 ms with 200 premises.
   */
  check(sentence: string, hints?: readonly P[]): Judgement<P>;
  /**
   * The same judgements, the unverified ones among them decided by a model where it is sure, several to a call. A sentence with a number
   * or a negation that a premise lacks is never supported by it. Throws the model's errors, and the signal's reason when aborted.
   */
  entail(
    judgements: readonly Judgement<P>[],
    model: EntailmentModel,
    thresholds: Thresholds,
    cache: VerdictCache,
    options?: CallOptions,
  ): Promise<readonly Judgement<P>[]>;
}

/** Score from which on a premise is near enough to be shown beside a sentence. */
const NEAR = 0.1;
const BULLET = /^\s*(?:>\s*)*(?:[-*+•]\s+)?/u;
const CODE = /^\s*(?:```|~~~)|^(?:\s*`[^`]+`[\s.,;:]*)+$/u;
const MATHS = /^\s*(?:\$\$|\\\[|\\\()|^\s*\$[^$]+\$[\s.,;:]*$/u;
const HEADING = /^\s{0,3}#{1,6}\s/u;
const ASKS = /[?？][\s"”’»」』)）*_]*$/u;
const LEADS_IN = /[:：][\s*_]*$/u;

/** Reads premises once and checks sentences against them. */
export function createGrounding<P extends Premise>(premises: readonly P[]): Grounding<P> {
  const index = indexPremises(premises);
  const premiseAt = (at: number): readonly P[] => index.all.slice(at, at + 1).map(({ premise }) => premise);

  const read = (sentence: string): Reading =>
    readClaim(
      sentence.replace(BULLET, (mark) => ' '.repeat(mark.length)),
      index.language,
    );

  const check = (sentence: string, hints: readonly P[] = []): Judgement<P> => {
    const claim = read(sentence);
    const none = { sentence, premises: [], nearest: null, lacks: [], score: 0, hints };
    const unchecked = uncheckedFor(claim);
    if (unchecked !== null) return { ...none, verdict: 'not checked', reason: unchecked };
    const quoted = quotedPremises(claim, index.quotables)?.flatMap(premiseAt);
    const [first] = quoted ?? [];
    if (quoted && first) {
      return { ...none, verdict: 'quoted', reason: null, premises: quoted, nearest: first, score: 1 };
    }
    const [best] = rankPremises(claim.text, index, hints);
    const near = best && best.score >= NEAR ? index.all[best.at] : undefined;
    const score = best?.score ?? 0;
    if (!near) return { ...none, verdict: 'unverified', reason: 'no evidence', score };
    const { reason, lacks } = differenceOf(claim, near, index);
    return { ...none, verdict: 'unverified', reason, nearest: near.premise, lacks, score };
  };

  const entail: Grounding<P>['entail'] = async (judgements, model, thresholds, cache, options = {}) => {
    const open = judgements.map((one): Undecided<P> | null => {
      if (one.verdict !== 'unverified') return null;
      const claim = read(one.sentence);
      const candidates = rankPremises(claim.text, index, one.hints).flatMap(({ at, score }) => {
        const read = index.all[at];
        return read ? [{ read, score, reason: differenceOf(claim, read, index).reason }] : [];
      });
      return { hypothesis: claim.text.trim(), candidates };
    });
    const decided = await judgeAll(open, model, thresholds, cache, options);
    return judgements.map((one, at): Judgement<P> => {
      const found = decided[at];
      if (!found) return one;
      const { verdict, reason, premises: rest } = found;
      const [first = null] = rest;
      return verdict === 'supported'
        ? { ...one, verdict, reason, premises: rest, nearest: first, lacks: [] }
        : { ...one, verdict, reason, nearest: first };
    });
  };
  return { check, entail };
}

/** Returns the reason why a sentence is not checked; null where it is. */
function uncheckedFor({ text, words }: Reading): VerdictReason | null {
  if (CODE.test(text) || MATHS.test(text)) return 'code';
  if (HEADING.test(text) || ASKS.test(text) || LEADS_IN.test(text)) return 'no claim';
  const content = words.filter(({ isContent }) => isContent).length;
  return content === 0 || words.length < 2 ? 'no claim' : null;
}
