import { groupBy } from '../../arrays';
import type { EvaluationQuestion } from '../../evaluation/evaluation';
import { CLAIM_SIZES } from '../../evaluation/judging/text-claims';
import { meanOf } from '../../evaluation/measures/statistics';
import { shortId } from '../../ids';
import { sumLoads } from '../../index/planning';
import { message, presentMessages, type Message } from '../../message';
import type { ChatPurpose } from '../../models/chat-model';
import { knownSpeed, secondsFor, type TokenLoad } from '../../models/speed';
import { meanTokens } from '../../search/modes/estimate';
import { MODES, titleOf } from '../../search/modes/modes';
import type { EvaluationResultRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import type { EvaluationPlan, EvaluationPlanPart, PlanPrice } from './evaluation-calls';
import { isOnTheWhole } from './items/judged-answers';
import { partsOf, type PartOfEvaluation } from './items/parts';
import { claimSizeIn } from './stored-evaluation';
import { keptResults, resultRow, type Evaluation, type ItemPrice, type ResultItem } from './result-items';

/** Questions are priced until the standard error of the mean is this share of it; so many at least. */
const PRECISION = 0.015;
const LEAST = 8;
/** Questions whose texts are guessed for a price. All guesses have one length, so that few tell it. */
const GUESSED = 5;

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

/** A part of the judge, with the price of what it judges of texts that are kept. */
interface JudgedPart extends Pick<PartOfEvaluation, 'part' | 'purpose' | 'items'> {
  readonly all: readonly ResultItem[];
  readonly due: readonly ResultItem[];
  readonly known: Prices;
  /** Items that are due and follow from texts that are not written yet, by their ids, and some of their questions. */
  readonly unknown: ReadonlySet<string>;
  readonly guessed: readonly EvaluationQuestion[];
}

/** Prices what an evaluation would still make. Calls no model. */
export async function planEvaluation(evaluation: Evaluation): Promise<EvaluationPlan> {
  const { open, choice, writer, judge, checker } = evaluation;
  const rows = await keptResults(open);
  const [answering, ...judging] = partsOf(choice);
  const all = (await answering?.items(evaluation, rows)) ?? [];
  const missing = all.filter(isDue(rows));
  const prices = await pricesOf(evaluation, missing, new Set());
  const lengths = answerLengths(rows, prices);
  const judged = await judgedParts(evaluation, judging, { rows, missing });
  const guessed = new Set(judged.flatMap((one) => one.guessed.map(({ id }) => id)));
  for (const item of missing)
    if (guessed.has(item.question.id) && !prices.has(item)) prices.set(item, await item.price(new Set()));
  const partsIf = async (length: Length): Promise<readonly PricedPart[]> => {
    const answers = [...prices.values()].map(({ calls }) => withReply(calls, lengths[length]));
    const parts = [
      pricedPart({ part: 'answers', purpose: 'answers' }, { all, due: missing }, [[answers, missing.length]]),
    ];
    const made = new Set<string>();
    for (const { part, purpose, items, all, due, known, unknown, guessed: questions } of judged) {
      const written = missing.filter(({ question }) => questions.includes(question));
      const tokens = writer ? lengths[length] : 0;
      const few = await items(
        { ...evaluation, questions, claimSize: CLAIM_SIZES[length] },
        withAnswers(rows, written, { prices, tokens }),
      );
      const guesses: (readonly TokenLoad[])[] = [];
      for (const item of few) if (unknown.has(item.id)) guesses.push((await item.price(made)).calls);
      const loads = [...known.values()].map(({ calls }) => calls);
      parts.push(
        pricedPart({ part, purpose }, { all, due }, [
          [loads, due.length - unknown.size],
          [guesses, unknown.size],
        ]),
      );
    }
    return parts;
  };
  const priceOf = async (parts: readonly PricedPart[]): Promise<PlanPrice> => ({
    ...totalOf(parts),
    seconds: await secondsOf(evaluation, parts),
  });
  const parts = await partsIf('expected');
  const isRange = writer !== null && (missing.length > 0 || judged.some(({ unknown }) => unknown.size > 0));
  return {
    ...{ model: writer?.title ?? null, judge: judge?.title ?? null, checker: checker?.model.title ?? null },
    ...{ parts, ...(await priceOf(parts)) },
    bounds: isRange
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

/** Parts of the judge. Before any claims are kept, nobody knows how many a text has. */
async function judgedParts(
  evaluation: Evaluation,
  judging: readonly PartOfEvaluation[],
  { rows, missing }: { readonly rows: Rows; readonly missing: readonly ResultItem[] },
): Promise<readonly JudgedPart[]> {
  const unwritten = new Set(missing.map(({ question }) => question.id));
  const written = withAnswers(rows, missing, { prices: new Map(), tokens: 1 });
  const claimsAreKnown = claimSizeIn(rows) !== undefined;
  const made = new Set<string>();
  const parts: JudgedPart[] = [];
  for (const { part, purpose, items } of judging) {
    const all = await items(evaluation, written);
    const due = all.filter(isDue(rows));
    const isKnown = ({ question }: ResultItem): boolean =>
      !unwritten.has(question.id) && (part !== 'claims' || claimsAreKnown);
    const unknown = due.filter((item) => !isKnown(item));
    parts.push({
      ...{ part, purpose, items, all, due, known: await pricesOf(evaluation, due.filter(isKnown), made) },
      ...{ unknown: new Set(unknown.map(({ id }) => id)), guessed: inRandomOrder(unknown).slice(0, GUESSED) },
    });
  }
  return parts;
}

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

/**
 * Prices of items, question by question, until those that are left would change the mean little. Calls in `made` cost nothing; theirs are
 * added to it.
 */
async function pricesOf(
  { env, signal }: Evaluation,
  due: readonly ResultItem[],
  made: Set<string>,
): Promise<Map<ResultItem, ItemPrice>> {
  const prices = new Map<ResultItem, ItemPrice>();
  const byQuestion = groupBy(due, ({ question }) => question);
  const tokens: number[] = [];
  for (const question of inRandomOrder(due)) {
    if (isPrecise(tokens, byQuestion.size)) break;
    const ofQuestion: TokenLoad[] = [];
    for (const item of byQuestion.get(question) ?? []) {
      signal.throwIfAborted();
      const price = await item.price(made);
      prices.set(item, price);
      ofQuestion.push(...price.calls);
      await env.clock.yield();
    }
    tokens.push(sumLoads(ofQuestion).promptTokens);
  }
  return prices;
}

/** True where the mean of a sample without replacement is close enough to that of all. */
function isPrecise(sample: readonly number[], all: number): boolean {
  const n = sample.length;
  if (n < LEAST) return false;
  const mean = meanOf(sample);
  const variance = sample.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  return Math.sqrt((variance / n) * (1 - n / all)) <= PRECISION * mean;
}

/** Questions of items in an order that has nothing to do with them, the same for some of them as for all. */
const inRandomOrder = (items: readonly ResultItem[]): readonly EvaluationQuestion[] =>
  [...new Set(items.map(({ question }) => question))]
    .map((question) => ({ question, place: shortId(question.id) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ question }) => question);

/** A part by the calls of items, each list for so many items: they are all of them, or a sample. */
function pricedPart(
  head: Pick<PricedPart, 'part' | 'purpose'>,
  { all, due }: Pick<JudgedPart, 'all' | 'due'>,
  sampled: readonly (readonly [readonly (readonly TokenLoad[])[], number])[],
): PricedPart {
  const sum = { calls: 0, promptTokens: 0, replyTokens: 0 };
  for (const [loads, items] of sampled) {
    const times = items / Math.max(1, loads.length);
    const load = sumLoads(loads.flat());
    sum.calls += loads.flat().length * times;
    sum.promptTokens += load.promptTokens * times;
    sum.replyTokens += load.replyTokens * times;
  }
  return {
    ...{ ...head, items: all.length, kept: all.length - due.length },
    calls: Math.round(sum.calls),
    promptTokens: Math.round(sum.promptTokens),
    replyTokens: Math.round(sum.replyTokens),
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

/** The results as if these answers were written, each of so many tokens. One without a price is taken to have no passages. */
function withAnswers(
  rows: Rows,
  missing: readonly ResultItem[],
  { prices, tokens }: { readonly prices: Prices; readonly tokens: number },
): Rows {
  const words = ' word'.repeat(Math.max(0, Math.round(tokens) - 1));
  const answers = missing.map((item, at) => {
    const [{ mode, model = null } = { mode: '' }] = item.contestants;
    const { context = [] } = prices.get(item) ?? {};
    const head = { id: item.id, key: item.key, question_id: item.question.id, kind: 'answer' };
    // The number tells the answers apart, as other words would.
    return resultRow({ ...head, mode, model, context, text: tokens > 0 ? `${String(at)}${words}` : '' });
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
