import { inGroupsOf } from '../../arrays';
import { stableId } from '../../ids';
import type { EntailmentModel, EntailmentScores } from '../../models/encoders';
import type { CallOptions } from '../../platform';
import { CLAIM_CHECK } from '../../prompts/judging';
import type { Thresholds } from '../../search/grounding';
import { entailmentShape } from '../../search/grounding/chat-entailment';
import { detectLanguage } from '../../text/language';
import { splitSentences } from '../../text/sentences';
import { estimateTokens } from '../../text/tokens';
import type { Label } from '../evaluation';
import { judgementKey, tryJudge, type Judge } from './judge';

/** A text by which claims are labelled. */
export interface CheckedText {
  readonly text: string;
  readonly documentIds: readonly string[];
}

/** Labels claims by texts: a chat model or an NLI model. */
export interface ClaimChecker {
  /** Names everything but the claims and the text on which labels depend. */
  readonly id: string;
  readonly title: string;
  /** False for an NLI model that labelled pairs did not calibrate: then the class with the highest score counts. Null for a chat model. */
  readonly isCalibrated: boolean | null;
  /** Texts that may be checked at the same time. */
  readonly parallel: number;
  /** A label for each claim, in their order. Throws ModelError, and the signal's reason when aborted. */
  label(claims: readonly string[], by: CheckedText, options?: CallOptions): Promise<readonly Label[]>;
}

/** Claims of one prompt (RAGChecker's joint check). */
const TOGETHER = 5;
const LABELS = { says: 'entailment', denies: 'contradiction', open: 'neutral' } as const;
/** Tokens of one label, and of the JSON around all of them. */
const LINE = 5;
const AROUND = 12;

const formFor = (claims: number) => ({ prompt: CLAIM_CHECK, gives: ['text'], reply: claims * LINE });

/**
 * A chat model that labels five claims a call. A claim without a label, or with two, is neutral, and labels beyond the last claim are cut, as RAGChecker pads
 * them. A reply without any label is asked for again.
 */
export function chatChecker(judge: Judge): ClaimChecker {
  return {
    id: judgementKey(judge, [CLAIM_CHECK], []),
    title: judge.title,
    isCalibrated: null,
    parallel: judge.parallel,
    label: async (claims, by, { signal } = {}) => {
      if (by.text.trim() === '') return claims.map(() => 'neutral');
      const labels: Label[] = [];
      for (const group of inGroupsOf(TOGETHER, claims)) {
        signal?.throwIfAborted();
        labels.push(...(await labelGroup(judge, group, by)));
      }
      return labels;
    },
  };
}

async function labelGroup(
  judge: Judge,
  claims: readonly string[],
  { text, documentIds }: CheckedText,
): Promise<readonly Label[]> {
  const numbered = claims.map((claim, at) => `${String(at + 1)}. ${claim}`).join('\n');
  const shape = entailmentShape(claims.length);
  const values = { text, claims: numbered };
  const form = formFor(claims.length);
  const expectedTokens = form.reply + (judge.form === 'json' ? AROUND : 0);
  const lines = await tryJudge(judge, { ...form, values, shape, expected: [], expectedTokens, documentIds });
  return claims.map((_, at) => {
    const given = new Set(lines?.flatMap(({ tag, number }) => (number === at + 1 ? LABELS[tag] : [])));
    const [label = 'neutral'] = given;
    return given.size === 1 ? label : 'neutral';
  });
}

/** Tokens of a text that an NLI model reads at once with a claim, of the 512 that such models take. */
const WINDOW = 320;

/**
 * An NLI model as a checker. It reads a long text in windows of whole sentences: a claim is entailed if one of them entails it, and contradicted if one
 * contradicts and none entails it. `thresholds` are those of the calibration; null where there was none.
 */
export function nliChecker(model: EntailmentModel, thresholds: Thresholds | null): ClaimChecker {
  const limits = thresholds && thresholds.entailment <= 1 ? thresholds : null;
  const labelOf = (scores: EntailmentScores): Label => (limits ? labelAbove(scores, limits) : likeliest(scores));
  return {
    id: stableId(model.id, limits?.entailment ?? '', limits?.contradiction ?? ''),
    title: model.title,
    isCalibrated: limits !== null,
    parallel: 1,
    label: async (claims, { text }, options = {}) => {
      const premises = windowsOf(text);
      const pairs = claims.flatMap((hypothesis) => premises.map((premise) => ({ premise, hypothesis })));
      const labels: Label[] = [];
      for (const batch of inGroupsOf(Math.max(1, model.batchSize), pairs)) {
        options.signal?.throwIfAborted();
        labels.push(...(await model.judge(batch, options)).map(labelOf));
      }
      return claims.map((_, at) => strongest(labels.slice(at * premises.length, (at + 1) * premises.length)));
    },
  };
}

const labelAbove = (scores: EntailmentScores, least: Thresholds): Label =>
  scores.entailment >= least.entailment
    ? 'entailment'
    : scores.contradiction >= least.contradiction
      ? 'contradiction'
      : 'neutral';

function likeliest({ entailment, neutral, contradiction }: EntailmentScores): Label {
  if (entailment > neutral && entailment > contradiction) return 'entailment';
  return contradiction > neutral ? 'contradiction' : 'neutral';
}

const STRENGTH = ['entailment', 'contradiction'] as const satisfies readonly Label[];

const strongest = (labels: readonly Label[]): Label => STRENGTH.find((one) => labels.includes(one)) ?? 'neutral';

/** The NLI model that is chosen, as a checker; null without one. It labels nothing for a price, since it makes no calls. */
export function chosenNliChecker({ rehearse }: Judge, chosen: ChosenNli | null): ClaimChecker | null {
  const checker = chosen && nliChecker(chosen.model, chosen.thresholds);
  return checker && rehearse ? { ...checker, label: async (claims) => claims.map(() => 'neutral') } : checker;
}

/** An NLI model with the thresholds of its calibration; these are null where there was none. */
export interface ChosenNli {
  readonly model: EntailmentModel;
  readonly thresholds: Thresholds | null;
}

/** Sentences of a text joined to windows; a longer sentence is one by itself. */
function windowsOf(text: string): readonly string[] {
  const language = detectLanguage(text);
  const { starts, ends } = splitSentences(text, language === 'und' ? 'en' : language);
  const windows: string[] = [];
  let room = 0;
  for (const [at, start] of starts.entries()) {
    const sentence = text.slice(start, ends[at]);
    const tokens = estimateTokens(sentence);
    if (tokens > room) [room] = [WINDOW, windows.push('')];
    windows.push(`${windows.pop() ?? ''} ${sentence}`.trim());
    room -= tokens;
  }
  return windows;
}
