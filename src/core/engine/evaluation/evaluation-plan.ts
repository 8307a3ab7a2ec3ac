import { addTo } from '../../arrays';
import type { EvaluationQuestion } from '../../evaluation/evaluation';
import { sumLoads } from '../../index/planning';
import type { TokenLoad } from '../../models/speed';
import { meanTokens } from '../../search/modes/estimate';
import { judgeOf } from './items/judge-items';
import type { AnswerTokens } from './items/judged-answers';
import { knownSpeed, secondsFor } from '../../models/speed';
import { message, type Message } from '../../message';
import { MODES } from '../../search/modes/modes';
import { evenly } from '../derivations/plan-derivation';
import type { EvaluationPlan, EvaluationPlanPart } from './evaluation-calls';
import { keptResults, type Evaluation, type ResultItem } from './result-items';
import { partsOf, type PartOfEvaluation } from './items/parts';

/** Items of a part whose prompts are built. Where there are more, the rest is estimated by these. */
const SAMPLED = 200;

/** Prices what an evaluation would still make. Calls no model. */
export async function planEvaluation(evaluation: Evaluation): Promise<EvaluationPlan> {
  const { open, env, choice, writer, judge, checker } = evaluation;
  const rows = await keptResults(open);
  const parts: EvaluationPlanPart[] = [];
  let missing: MissingAnswers = new Map();
  for (const { part, items, expected } of partsOf(choice)) {
    const all = await items(evaluation, rows);
    const due = all.filter(({ id, key }) => rows.get(id)?.key !== key);
    const loads = await loadsOf(evaluation, due);
    if (part === 'answers') missing = missingAnswers(evaluation, due, loads);
    const later = expected ? expectedLoads(evaluation, expected, missing) : [];
    const count = { items: all.length + later.length, kept: all.length - due.length };
    parts.push({ part, ...count, ...priceOf(loads, due.length, later) });
  }
  const load = sumLoads(parts);
  const speed = writer && (await knownSpeed(env.settings, writer.choice));
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return {
    ...{ model: writer?.title ?? null, judge: judge?.title ?? null, checker: checker?.model.title ?? null },
    ...{ parts, calls, ...load },
    seconds: calls === 0 ? 0 : writer && speed ? secondsFor(speed, load, writer.capabilities.parallel) : null,
    notes: notesOn(evaluation),
  };
}

/** Calls by item. */
type ItemLoads = readonly (readonly TokenLoad[])[];

/** Calls of items, or of a sample of them. */
async function loadsOf({ env, signal }: Evaluation, due: readonly ResultItem[]): Promise<ItemLoads> {
  const loads: (readonly TokenLoad[])[] = [];
  const made = new Set<string>();
  for (const item of evenly(due, SAMPLED)) {
    signal.throwIfAborted();
    loads.push(await item.calls(made));
    await env.clock.yield();
  }
  return loads;
}

/** The price of so many items by the calls of some of them, and of what follows from them. */
function priceOf(
  loads: ItemLoads,
  items: number,
  later: ItemLoads,
): Pick<EvaluationPlanPart, 'calls' | 'promptTokens' | 'replyTokens'> {
  const times = items / Math.max(1, loads.length);
  const [now, then] = [loads.flat(), later.flat()];
  const [a, b] = [sumLoads(now), sumLoads(then)];
  return {
    calls: Math.round(now.length * times + then.length),
    promptTokens: Math.round(a.promptTokens * times + b.promptTokens),
    replyTokens: Math.round(a.replyTokens * times + b.replyTokens),
  };
}

/** Answers that are still to be written, by question. */
type MissingAnswers = ReadonlyMap<EvaluationQuestion, readonly AnswerTokens[]>;

/** The last call of an answer writes it, from the passages in its prompt. */
function missingAnswers({ writer, open }: Evaluation, due: readonly ResultItem[], loads: ItemLoads): MissingAnswers {
  const missing = new Map<EvaluationQuestion, AnswerTokens[]>();
  if (!writer || due.length === 0) return missing;
  const last = loads.flatMap((calls) => calls.at(-1) ?? []);
  const { promptTokens, replyTokens } = sumLoads(last);
  const passage = Math.max(
    1,
    meanTokens(open.tables.text_units, ({ n_tokens }) => n_tokens),
  );
  const count = Math.round(promptTokens / Math.max(1, last.length) / passage);
  const mean = {
    answer: replyTokens / Math.max(1, last.length),
    passages: Array.from({ length: count }, () => passage),
  };
  for (const { question } of due) addTo(missing, question, mean);
  return missing;
}

function expectedLoads(
  evaluation: Evaluation,
  expected: NonNullable<PartOfEvaluation['expected']>,
  missing: MissingAnswers,
): ItemLoads {
  const { judge: model, contestants } = evaluation;
  if (!model) return [];
  const judge = judgeOf(model, evaluation);
  return [...missing].flatMap(([question, answers]) =>
    expected(evaluation, judge, question, answers, contestants.length - answers.length),
  );
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
