import { sumLoads } from '../../index/planning';
import { knownSpeed, secondsFor } from '../../models/speed';
import { message, type Message } from '../../message';
import { MODES } from '../../search/modes/modes';
import { evenly } from '../derivations/plan-derivation';
import type { EvaluationPlan, EvaluationPlanPart } from './evaluation-calls';
import { keptResults, type Evaluation, type ResultItem } from './result-items';
import { partsOf } from './run-evaluation';

/** Items of a part whose prompts are built. Where there are more, the rest is estimated by these. */
const SAMPLED = 200;

/** Prices what an evaluation would still make. Calls no model. */
export async function planEvaluation(evaluation: Evaluation): Promise<EvaluationPlan> {
  const { open, env, choice, writer, judge } = evaluation;
  const rows = await keptResults(open);
  const parts: EvaluationPlanPart[] = [];
  for (const { part, items } of partsOf(choice)) {
    const all = await items(evaluation, rows);
    const due = all.filter(({ id, key }) => rows.get(id)?.key !== key);
    parts.push({ part, items: all.length, kept: all.length - due.length, ...(await priceOf(evaluation, due)) });
  }
  const load = sumLoads(parts);
  const speed = writer && (await knownSpeed(env.settings, writer.choice));
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return {
    model: writer?.title ?? null,
    judge: judge?.title ?? null,
    checker: null,
    ...{ parts, calls, ...load },
    seconds: calls === 0 ? 0 : writer && speed ? secondsFor(speed, load, writer.capabilities.parallel) : null,
    notes: notesOn(evaluation),
  };
}

async function priceOf(
  { env, signal }: Evaluation,
  due: readonly ResultItem[],
): Promise<Pick<EvaluationPlanPart, 'calls' | 'promptTokens' | 'replyTokens'>> {
  const sample = evenly(due, SAMPLED);
  const loads = [];
  for (const item of sample) {
    signal.throwIfAborted();
    loads.push(...(await item.calls()));
    await env.clock.yield();
  }
  const times = due.length / Math.max(1, sample.length);
  const { promptTokens, replyTokens } = sumLoads(loads);
  const scaled = (count: number): number => Math.round(count * times);
  return { calls: scaled(loads.length), promptTokens: scaled(promptTokens), replyTokens: scaled(replyTokens) };
}

/** Reasons why a part of a choice cannot be done. */
function notesOn({ choice, contestants, writer }: Evaluation): readonly Message[] {
  const isJudged = choice.measures.some((measure) => measure !== 'retrieval');
  const silent = contestants.filter(({ mode }) => !writer && MODES[mode].withoutDocuments);
  return [
    ...(isJudged && !writer
      ? [
          message`No chat model is chosen, so nothing is answered and judged: only the passages that are found can be measured.`,
        ]
      : []),
    ...silent.map(
      ({ mode }) => message`${MODES[mode].title} shows no documents, so it has no answer without a chat model.`,
    ),
  ];
}
