import type { EvaluationQuestion } from '../../evaluation/evaluation';
import { sumLoads } from '../../index/planning';
import { message, presentMessages, type Message } from '../../message';
import type { ChatPurpose } from '../../models/chat-model';
import { knownSpeed, secondsFor, type TokenLoad } from '../../models/speed';
import { meanTokens } from '../../search/modes/estimate';
import { MODES, titleOf } from '../../search/modes/modes';
import type { EvaluationResultRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { evenly } from '../derivations/plan-derivation';
import type { EvaluationPlan, EvaluationPlanPart, PlanPrice } from './evaluation-calls';
import { isOnTheWhole } from './items/judged-answers';
import { partsOf } from './items/parts';
import { keptResults, resultRow, type Evaluation, type ItemPrice, type ResultItem } from './result-items';

/** Items of a part whose prompts are built. Where there are more, the rest is estimated by these. */
const SAMPLED = 200;

/** Lengths of answers that are not written yet. Nobody knows them, and most of the price follows from them. */
const LENGTHS = ['least', 'expected', 'most'] as const;
type Length = (typeof LENGTHS)[number];
/** Times the tokens that models mostly write, half of those that are allowed; and times the mean of the answers that are kept. */
const OF_WRITTEN: Readonly<Record<Length, number>> = { least: 0.05, expected: 0.3, most: 2 };
const OF_KEPT: Readonly<Record<Length, number>> = { least: 0.75, expected: 1, most: 1.5 };

type Rows = ReadonlyMap<string, EvaluationResultRow>;
type Prices = ReadonlyMap<ResultItem, ItemPrice>;

interface PricedPart extends EvaluationPlanPart {
  readonly purpose: ChatPurpose;
}

/** Prices what an evaluation would still make. Calls no model. */
export async function planEvaluation(evaluation: Evaluation): Promise<EvaluationPlan> {
  const { open, choice, writer, judge, checker } = evaluation;
  const rows = await keptResults(open);
  const [answering, ...judging] = partsOf(choice);
  const answers = (await answering?.items(evaluation, rows)) ?? [];
  const missing = answers.filter(isDue(rows));
  const prices = await pricesOf(evaluation, missing, new Set());
  const lengths = answerLengths(rows, prices);
  const partsIf = async (length: Length): Promise<readonly PricedPart[]> => {
    const loads = [...prices.values()].map(({ calls }) => withReply(calls, lengths[length]));
    const parts = [pricedPart({ part: 'answers', purpose: 'answers' }, { all: answers, due: missing, loads })];
    const written = writer ? withAnswers(rows, missing, { prices, tokens: lengths[length] }) : rows;
    const made = new Set<string>();
    for (const { part, purpose, items } of judging) {
      const all = await items(evaluation, written);
      const due = all.filter(isDue(rows));
      const priced = await pricesOf(evaluation, due, made);
      parts.push(pricedPart({ part, purpose }, { all, due, loads: [...priced.values()].map(({ calls }) => calls) }));
    }
    return parts;
  };
  const priceOf = async (parts: readonly PricedPart[]): Promise<PlanPrice> => ({
    ...totalOf(parts),
    seconds: await secondsOf(evaluation, parts),
  });
  const parts = await partsIf('expected');
  const isOpen = writer !== null && missing.length > 0;
  return {
    ...{ model: writer?.title ?? null, judge: judge?.title ?? null, checker: checker?.model.title ?? null },
    ...{ parts, ...(await priceOf(parts)) },
    bounds: isOpen
      ? { least: await priceOf(await partsIf('least')), most: await priceOf(await partsIf('most')) }
      : null,
    notes: notesOn(evaluation),
  };
}

const isDue =
  (rows: Rows) =>
  ({ id, key }: ResultItem): boolean =>
    rows.get(id)?.key !== key;

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

interface PartItems {
  readonly all: readonly ResultItem[];
  readonly due: readonly ResultItem[];
  /** Calls of the items that are due, or of a sample of them. */
  readonly loads: readonly (readonly TokenLoad[])[];
}

function pricedPart(head: Pick<PricedPart, 'part' | 'purpose'>, { all, due, loads }: PartItems): PricedPart {
  const times = due.length / Math.max(1, loads.length);
  const calls = loads.flat();
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    ...{ ...head, items: all.length, kept: all.length - due.length },
    calls: Math.round(calls.length * times),
    promptTokens: Math.round(promptTokens * times),
    replyTokens: Math.round(replyTokens * times),
  };
}

/** Tokens of an answer that is not written yet, by those that are kept, or else by the last call of each, which writes it. */
function answerLengths(rows: Rows, prices: Prices): Readonly<Record<Length, number>> {
  const kept = [...rows.values()].filter(({ kind, text }) => kind === 'answer' && text !== '');
  const [{ least, expected, most }, length] =
    kept.length > 0
      ? ([OF_KEPT, meanTokens(kept, ({ text }) => estimateTokens(text))] as const)
      : ([OF_WRITTEN, meanTokens([...prices.values()], ({ calls }) => calls.at(-1)?.replyTokens ?? 0)] as const);
  return { least: least * length, expected: expected * length, most: most * length };
}

/** The results as if these answers were written, each of so many tokens. One beyond the sample is taken to have the passages of the first in it. */
function withAnswers(
  rows: Rows,
  missing: readonly ResultItem[],
  { prices, tokens }: { readonly prices: Prices; readonly tokens: number },
): Rows {
  const [first] = prices.values();
  const words = ' word'.repeat(Math.max(0, Math.round(tokens) - 1));
  const answers = missing.map((item, at) => {
    const [{ mode, model = null } = { mode: '' }] = item.contestants;
    const context = (prices.get(item) ?? first)?.context ?? [];
    const head = { id: item.id, key: item.key, question_id: item.question.id, kind: 'answer' };
    // The number tells the answers apart, as other words would.
    return resultRow({ ...head, mode, model, context, text: `${String(at)}${words}` });
  });
  return new Map([...rows, ...answers.map((row) => [row.id, row] as const)]);
}

/** The calls of an answer, of which the last one writes so many tokens. */
const withReply = (calls: readonly TokenLoad[], replyTokens: number): readonly TokenLoad[] =>
  calls.map((call, at) => (at === calls.length - 1 ? { ...call, replyTokens: Math.round(replyTokens) } : call));

/** Reasons why a part of a choice cannot be done. */
function notesOn(evaluation: Evaluation): readonly Message[] {
  const { choice, contestants, questions, writer } = evaluation;
  const isJudged = choice.measures.some((measure) => measure !== 'retrieval');
  const compares = choice.measures.some((measure) => measure === 'pairwise' || measure === 'differential');
  const silent = contestants.filter(({ mode }) => !writer && MODES[mode].withoutDocuments);
  return [
    ...presentMessages(
      isJudged &&
        !writer &&
        message`No chat model is chosen, so nothing is answered and judged: only the passages that are found can be measured.`,
      ...silent.map(
        ({ mode }) => message`${titleOf(mode)} shows no documents, so it has no answer without a chat model.`,
      ),
    ),
    ...(writer ? [] : contestants.flatMap(({ mode }) => MODES[mode].withoutModel ?? [])),
    ...presentMessages(
      writer !== null &&
        compares &&
        !questions.some(isOnTheWhole) &&
        message`Comparisons take questions on the whole collection, or of no class. All of these ask for facts, which no criterion tells apart.`,
    ),
    ...lacksOf(evaluation),
  ];
}

/** Reasons why a measure leaves questions out, with what a person can do. */
function lacksOf({ choice: { measures, ratesPassages }, questions, judge }: Evaluation): readonly Message[] {
  const count = (uses: boolean, lacks: (question: EvaluationQuestion) => boolean): number =>
    uses ? questions.filter(lacks).length : 0;
  const all = questions.length;
  const isRated = ratesPassages && judge !== null;
  const unmarked = count(measures.includes('retrieval') && !isRated, ({ evidence }) => evidence.length === 0);
  const unanswered = count(measures.includes('claims'), ({ reference }) => reference === null);
  const usesAssertions = measures.includes('assertions') || measures.includes('support');
  const unasserted = count(usesAssertions, ({ assertions }) => assertions.length === 0);
  return presentMessages(
    unmarked > 0 &&
      message`${unmarked} of ${all} questions have no evidence, so that retrieval is not measured by them. Edit a question to mark the passages that hold its answer, or have passages rated.`,
    unanswered > 0 &&
      message`${unanswered} of ${all} questions have no right answer, so that only faithfulness and unsupported claims are measured by them. Edit a question to write one.`,
    unasserted > 0 &&
      message`${unasserted} of ${all} questions have no assertions, so that none is tested by them. Edit a question to write some.`,
  );
}
