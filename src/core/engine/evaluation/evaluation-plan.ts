import { addTo } from '../../arrays';
import type { EvaluationQuestion } from '../../evaluation/evaluation';
import { sumLoads } from '../../index/planning';
import type { TokenLoad } from '../../models/speed';
import { meanTokens } from '../../search/modes/estimate';
import { judgeOf } from './items/judge-items';
import type { AnswerTokens } from './items/judged-answers';
import type { ChatPurpose } from '../../models/chat-model';
import { estimateTokens } from '../../text/tokens';
import type { EvaluationResultRow } from '../../tables/tables';
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
  const { open, choice, writer, judge, checker } = evaluation;
  const rows = await keptResults(open);
  const parts: EvaluationPlanPart[] = [];
  const loadsBy = new Map<ChatPurpose, TokenLoad[]>();
  let missing: MissingAnswers = new Map();
  for (const { part, purpose, items, expected } of partsOf(choice)) {
    const all = await items(evaluation, rows);
    const due = all.filter(({ id, key }) => rows.get(id)?.key !== key);
    const loads = await loadsOf(evaluation, due);
    if (part === 'answers') missing = missingAnswers(evaluation, { rows, due, loads });
    const later = expected ? expectedLoads(evaluation, expected, missing) : [];
    const count = { items: all.length + later.length, kept: all.length - due.length };
    const price = priceOf(loads, due.length, later);
    parts.push({ part, ...count, ...price });
    if (price.calls > 0) addTo(loadsBy, purpose, price);
  }
  const load = sumLoads(parts);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return {
    ...{ model: writer?.title ?? null, judge: judge?.title ?? null, checker: checker?.model.title ?? null },
    ...{ parts, calls, ...load },
    seconds: await secondsOf(evaluation, loadsBy),
    notes: notesOn(evaluation),
  };
}

/** Seconds of loads one after the other, each by the speed of its model. Null where one is not known. */
async function secondsOf(
  { env, writer, judge }: Evaluation,
  loadsBy: ReadonlyMap<ChatPurpose, readonly TokenLoad[]>,
): Promise<number | null> {
  let seconds = 0;
  for (const [purpose, loads] of loadsBy) {
    const model = purpose === 'answers' ? writer : judge;
    const speed = model && (await knownSpeed(env.settings, model.choice));
    if (!speed) return null;
    seconds += secondsFor(speed, sumLoads(loads), model.capabilities.parallel);
  }
  return seconds;
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

interface DueAnswers {
  readonly rows: ReadonlyMap<string, EvaluationResultRow>;
  readonly due: readonly ResultItem[];
  readonly loads: ItemLoads;
}

/** The last call of an answer writes it, from the passages in its prompt. It is taken to be as long as those that are kept, where there are some. */
function missingAnswers({ writer, open }: Evaluation, { rows, due, loads }: DueAnswers): MissingAnswers {
  const missing = new Map<EvaluationQuestion, AnswerTokens[]>();
  if (!writer || due.length === 0) return missing;
  const last = loads.flatMap((calls) => calls.at(-1) ?? []);
  const { promptTokens, replyTokens } = sumLoads(last);
  const passage = Math.max(
    1,
    meanTokens(open.tables.text_units, ({ n_tokens }) => n_tokens),
  );
  const count = Math.round(promptTokens / Math.max(1, last.length) / passage);
  const written = [...rows.values()].filter(({ kind, text }) => kind === 'answer' && text !== '');
  const length = meanTokens(written, ({ text }) => estimateTokens(text));
  const mean = {
    answer: written.length > 0 ? length : replyTokens / Math.max(1, last.length),
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
