import { groupBy } from '../../arrays';
import type { EvaluationQuestion } from '../../evaluation/evaluation';
import { sumLoads } from '../../index/planning';
import type { TokenLoad } from '../../models/speed';
import { meanTokens } from '../../search/modes/estimate';
import { judgeOf } from './items/judge-items';
import {
  isOnTheWhole,
  passageTokens,
  type ComparedAnswers,
  type ItemLoads,
  type PassageTokens,
} from './items/judged-answers';
import { keptAnswer } from './items/answer-items';
import { columnsOf } from './stored-evaluation';
import type { ChatPurpose } from '../../models/chat-model';
import { estimateTokens } from '../../text/tokens';
import type { EvaluationResultRow } from '../../tables/tables';
import { knownSpeed, secondsFor } from '../../models/speed';
import { message, type Message } from '../../message';
import { MODES, titleOf } from '../../search/modes/modes';
import { evenly } from '../derivations/plan-derivation';
import type { EvaluationPlan, EvaluationPlanPart, PlanPrice } from './evaluation-calls';
import { keptResults, type Evaluation, type ItemPrice, type ResultItem } from './result-items';
import { partsOf, type PartOfEvaluation } from './items/parts';

/** Items of a part whose prompts are built. Where there are more, the rest is estimated by these. */
const SAMPLED = 200;

/** Lengths of answers that are not written yet. Nobody knows them, and most of the price follows from them. */
const LENGTHS = ['least', 'expected', 'most'] as const;
type Length = (typeof LENGTHS)[number];
/** Times the tokens that models mostly write, half of those that are allowed; and times the mean of the answers that are kept. */
const OF_WRITTEN: Readonly<Record<Length, number>> = { least: 0.05, expected: 0.3, most: 2 };
const OF_KEPT: Readonly<Record<Length, number>> = { least: 0.75, expected: 1, most: 1.5 };

interface PricedPart extends EvaluationPlanPart {
  readonly purpose: ChatPurpose;
}

/** Prices what an evaluation would still make. Calls no model. */
export async function planEvaluation(evaluation: Evaluation): Promise<EvaluationPlan> {
  const { open, choice, writer, judge, checker } = evaluation;
  const rows = await keptResults(open);
  const plans: Readonly<Record<Length, PricedPart[]>> = { least: [], expected: [], most: [] };
  let missing: MissingAnswers = { questions: [], lengths: OF_WRITTEN };
  for (const { part, purpose, items, expected } of partsOf(choice)) {
    const all = await items(evaluation, rows);
    const isDue = ({ id, key }: ResultItem): boolean => rows.get(id)?.key !== key;
    const due = all.filter(isDue);
    const made = new Set(all.filter((one) => !isDue(one)).flatMap(({ callNames = [] }) => callNames));
    const prices = await pricesOf(evaluation, due, made);
    const loads = [...prices.values()].map(({ calls }) => calls);
    if (part === 'answers') missing = missingAnswers(evaluation, { rows, due, prices });
    for (const length of LENGTHS) {
      const now = part === 'answers' ? loads.map((calls) => withReply(calls, missing.lengths[length])) : loads;
      const later = expected ? newLoads(expectedLoads(evaluation, expected, missing, length), made) : [];
      const count = { items: all.length + later.length, kept: all.length - due.length };
      plans[length].push({ purpose, part, ...count, ...priceOf(now, due.length, later) });
    }
  }
  const priceIf = async (length: Length): Promise<PlanPrice> => ({
    ...totalOf(plans[length]),
    seconds: await secondsOf(evaluation, plans[length]),
  });
  return {
    ...{ model: writer?.title ?? null, judge: judge?.title ?? null, checker: checker?.model.title ?? null },
    ...{ parts: plans.expected, ...(await priceIf('expected')) },
    bounds: missing.questions.length > 0 ? { least: await priceIf('least'), most: await priceIf('most') } : null,
    notes: notesOn(evaluation),
  };
}

const totalOf = (parts: readonly PricedPart[]) => ({
  calls: parts.reduce((sum, part) => sum + part.calls, 0),
  ...sumLoads(parts),
});

/** Seconds of the parts one after the other, each by the speed of its model. Null where one is not known. */
async function secondsOf({ env, writer, judge }: Evaluation, parts: readonly PricedPart[]): Promise<number | null> {
  let seconds = 0;
  for (const { purpose, ...part } of parts.filter(({ calls }) => calls > 0)) {
    const model = purpose === 'answers' ? writer : judge;
    const speed = model && (await knownSpeed(env.settings, model.choice));
    if (!speed) return null;
    seconds += secondsFor(speed, part, model.capabilities.parallel);
  }
  return seconds;
}

type Prices = ReadonlyMap<ResultItem, ItemPrice>;

/** Prices of items, or of a sample of them, without the calls in `made`, to which theirs are added. */
async function pricesOf({ env, signal }: Evaluation, due: readonly ResultItem[], made: Set<string>): Promise<Prices> {
  const prices = new Map<ResultItem, ItemPrice>();
  for (const item of evenly(due, SAMPLED)) {
    signal.throwIfAborted();
    prices.set(item, await item.price(made));
    await env.clock.yield();
  }
  return prices;
}

/** The price of so many items by the calls of some of them, and of what follows from them. */
function priceOf(
  loads: readonly (readonly TokenLoad[])[],
  items: number,
  later: readonly (readonly TokenLoad[])[],
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

/** Answers that are still to be written. */
interface MissingAnswers {
  readonly questions: readonly MissingOf[];
  readonly lengths: Readonly<Record<Length, number>>;
}

interface MissingOf extends ComparedAnswers {
  readonly question: EvaluationQuestion;
  /** Passages of each answer. */
  readonly answers: readonly (readonly PassageTokens[])[];
}

interface DueAnswers {
  readonly rows: ReadonlyMap<string, EvaluationResultRow>;
  readonly due: readonly ResultItem[];
  readonly prices: Prices;
}

/** The last call of an answer writes it. One beyond the sample is taken to have the passages of the first in it. */
function missingAnswers(evaluation: Evaluation, { rows, due, prices }: DueAnswers): MissingAnswers {
  const { writer, contestants } = evaluation;
  const [first] = prices.values();
  const kept = [...rows.values()].filter(({ kind, text }) => kind === 'answer' && text !== '');
  const [factors, length] =
    kept.length > 0
      ? ([OF_KEPT, meanTokens(kept, ({ text }) => estimateTokens(text))] as const)
      : ([OF_WRITTEN, meanTokens([...prices.values()], ({ calls }) => calls.at(-1)?.replyTokens ?? 0)] as const);
  const columns = columnsOf(evaluation, rows).filter(({ model }) => model !== writer?.title);
  return {
    questions: [...groupBy(writer ? due : [], ({ question }) => question)].map(([question, items]) => {
      const others = columns.filter((one) => keptAnswer(evaluation, rows, question, one)).length;
      return {
        question,
        answers: items.map((item) => passageTokens(evaluation, (prices.get(item) ?? first)?.context ?? [])),
        own: contestants.length - items.length,
        others: Math.round((others * items.length) / contestants.length),
      };
    }),
    lengths: { least: factors.least * length, expected: factors.expected * length, most: factors.most * length },
  };
}

/** The calls of an answer, of which the last one writes so many tokens. */
const withReply = (calls: readonly TokenLoad[], replyTokens: number): readonly TokenLoad[] =>
  calls.map((call, at) => (at === calls.length - 1 ? { ...call, replyTokens: Math.round(replyTokens) } : call));

function expectedLoads(
  evaluation: Evaluation,
  expected: NonNullable<PartOfEvaluation['expected']>,
  { questions, lengths }: MissingAnswers,
  length: Length,
): ItemLoads {
  const { judge: model } = evaluation;
  if (!model) return [];
  const judge = judgeOf(model, evaluation);
  return questions.flatMap(({ question, answers, ...kept }) => {
    const missing = answers.map((passages, at) => ({ name: String(at), answer: lengths[length], passages }));
    return expected(evaluation, judge, question, missing, kept);
  });
}

/** Loads without those of calls that are made already, or for an item before. */
function newLoads(loads: ItemLoads, made: ReadonlySet<string>): ItemLoads {
  const seen = new Set(made);
  return loads.map((item) => item.filter(({ name }) => !seen.has(name) && seen.add(name)));
}

/** Reasons why a part of a choice cannot be done. */
function notesOn(evaluation: Evaluation): readonly Message[] {
  const { choice, contestants, questions, writer } = evaluation;
  const isJudged = choice.measures.some((measure) => measure !== 'retrieval');
  const compares = choice.measures.some((measure) => measure === 'pairwise' || measure === 'differential');
  const comparesNothing = writer && compares && !questions.some(isOnTheWhole);
  const silent = contestants.filter(({ mode }) => !writer && MODES[mode].withoutDocuments);
  return [
    ...(isJudged && !writer
      ? [
          message`No chat model is chosen, so nothing is answered and judged: only the passages that are found can be measured.`,
        ]
      : []),
    ...silent.map(
      ({ mode }) => message`${titleOf(mode)} shows no documents, so it has no answer without a chat model.`,
    ),
    ...(writer ? [] : contestants.flatMap(({ mode }) => MODES[mode].withoutModel ?? [])),
    ...(comparesNothing
      ? [
          message`Comparisons take questions on the whole collection, or of no class. All of these ask for facts, which no criterion tells apart.`,
        ]
      : []),
    ...lacksOf(evaluation),
  ];
}

/** Reasons why a measure leaves questions out, with what a person can do. */
function lacksOf({ choice: { measures, ratesPassages }, questions, judge }: Evaluation): readonly Message[] {
  const count = (lacks: (question: EvaluationQuestion) => boolean): number => questions.filter(lacks).length;
  const all = questions.length;
  const unmarked =
    (ratesPassages && judge) || !measures.includes('retrieval') ? 0 : count(({ evidence }) => evidence.length === 0);
  const unanswered = measures.includes('claims') ? count(({ reference }) => reference === null) : 0;
  const usesAssertions = measures.includes('assertions') || measures.includes('support');
  const unasserted = usesAssertions ? count(({ assertions }) => assertions.length === 0) : 0;
  return [
    ...(unmarked > 0
      ? [
          message`${unmarked} of ${all} questions have no evidence, so that retrieval is not measured by them. Edit a question to mark the passages that hold its answer, or have passages rated.`,
        ]
      : []),
    ...(unanswered > 0
      ? [
          message`${unanswered} of ${all} questions have no right answer, so that only faithfulness and unsupported claims are measured by them. Edit a question to write one.`,
        ]
      : []),
    ...(unasserted > 0
      ? [
          message`${unasserted} of ${all} questions have no assertions, so that none is tested by them. Edit a question to write some.`,
        ]
      : []),
  ];
}
