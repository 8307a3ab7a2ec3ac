import { reasonOf } from '../../errors';
import type { Message } from '../../message';
import type { AnswerSentence } from '../answer/answer';
import { abortable } from '../../async';
import { answerStream, type AnswerText } from '../answer/answer-stream';
import { answerUnits, type AnswerUnit } from '../answer/answer-units';
import { premisesOf, type BuiltContext, type ContextPremise } from '../context/context';
import type { TextRange } from '../evidence/evidence';
import { createGrounding, type Judgement } from '../grounding';
import { hasWords } from '../request/question-words';
import { citeSentences, rowsOfPremises } from './cite-evidence';
import { shownWords, withoutMarker } from './not-found';
import { NOTHING_WRITTEN, type Checker, type SearchRun, type WrittenAnswer } from './search-run';

/** Emits an answer as it is written: its words at once, its citations and verdicts sentence by sentence. */
interface AnswerWriter {
  add(delta: string): void;
  /** Discards all text so far. */
  restart(reason: Message): void;
  /** The whole, when nothing more will come; `broken` where it did not come to its end. */
  finish(broken?: boolean): WrittenAnswer;
  /** The whole once each of its sentences is judged, where there is an entailment model; what is known at an abort. */
  judged(): Promise<WrittenAnswer>;
}

type Writing = Pick<SearchRun, 'index' | 'scope' | 'choices' | 'emit' | 'checker' | 'signal'>;

interface ReadSentence {
  readonly unit: AnswerUnit;
  readonly judgement: Judgement<ContextPremise>;
}

/**
 * Writes an answer from the words of these documents as it comes, and checks each finished sentence against the rows of
 * these contexts.
 */
export function answerWriter(
  run: Writing,
  contexts: readonly BuiltContext[],
  documentIds: readonly string[],
): AnswerWriter {
  const rowOf = rowsOfPremises(contexts);
  const premises = contexts.flatMap(premisesOf);
  const grounding = createGrounding(premises);
  const begun = () => ({
    stream: answerStream(),
    words: shownWords((text) => run.emit({ kind: 'text', text })),
    finishedAt: finishedSentences(),
  });
  let now = begun();
  let isBroken = false;
  /** True while verdicts of a model may still be emitted. */
  let isOpen = true;
  /** Judgements by the sentence's words and what the model pointed at. */
  const known = new Map<string, Judgement<ContextPremise>>();
  const checker = (): Promise<Checker | null> => run.checker(documentIds);
  const judging = entailmentQueue({ checker, signal: run.signal }, async ({ model, thresholds, verdicts }, waiting) => {
    const keys = waiting.filter((key) => known.has(key));
    const before = keys.flatMap((key) => known.get(key) ?? []);
    const after = await grounding.entail(before, model, thresholds, verdicts, { signal: run.signal });
    for (const [at, key] of keys.entries()) known.set(key, after[at] ?? before[at] ?? UNREAD);
    tellAgain();
  });

  const read = (answer: AnswerText, units: readonly AnswerUnit[]): readonly ReadSentence[] =>
    units.map((unit, at) => {
      const isLast = at === units.length - 1;
      const from = units[at - 1]?.end ?? 0;
      const isWithin = (place: number): boolean => place > from && place <= unit.end;
      if (isBroken && isLast && !ENDED.test(unit.plain)) return { unit, judgement: { ...UNREAD, reason: 'stopped' } };
      if (unit.kind === 'code' || unit.kind === 'maths') return { unit, judgement: { ...UNREAD, reason: 'code' } };
      if (unit.kind === 'heading') return { unit, judgement: UNREAD };
      // A mark for knowledge of its own excuses nothing where it was told to have none.
      if (run.choices.generalKnowledge && answer.general.some(isWithin)) {
        return { unit, judgement: { ...UNREAD, reason: 'general' } };
      }
      const hints = answer.hints.filter((hint) => isWithin(hint.at));
      const key = keyOf(unit, hints);
      const pointed = premises.filter((one) =>
        hints.some(({ dataset, number }) => dataset === one.dataset && number === one.number),
      );
      const judgement = known.get(key) ?? grounding.check(unit.plain, pointed);
      if (!known.has(key)) {
        known.set(key, judgement);
        if (needsEntailment(judgement)) judging.add(key);
      }
      return { unit, judgement };
    });

  const cited = (sentences: readonly ReadSentence[], text: string): Pick<WrittenAnswer, 'sentences' | 'citations'> => {
    const numbered = citeSentences(
      run,
      rowOf,
      sentences.map(({ unit, judgement }) => ({
        sentence: unit.plain,
        premises: judgement.premises,
        // What a sentence rests on is cited; what only comes near stands beside it.
        nearest: judgement.premises.length > 0 ? null : judgement.nearest,
      })),
    );
    return {
      citations: numbered.citations,
      sentences: sentences.map(({ unit, judgement }, at): AnswerSentence => {
        const own = text.slice(unit.start, unit.end);
        const lacks = inText(judgement.lacks, unit.plain, own);
        return {
          text: own,
          at: { start: unit.start, end: unit.end },
          ...(numbered.sentences[at] ?? { citations: [] }),
          verdict: judgement.verdict,
          ...(judgement.reason && { reason: judgement.reason }),
          ...(lacks.length > 0 && { lacks }),
          ...(isOpen && judging.isWaiting && needsEntailment(judgement) && { pending: true as const }),
        };
      }),
    };
  };
  let emittedTo = 0;
  /** Emits citations and verdicts of the finished sentences. */
  const tellUpTo = (end: number): void => {
    emittedTo = end;
    const answer = withoutMarker(now.stream.soFar());
    const units = answerUnits(answer.text).filter((unit) => unit.end <= end);
    run.emit({ kind: 'cited', ...cited(read(answer, units), answer.text) });
  };
  const tellAgain = (): void => {
    if (isOpen && emittedTo > 0) tellUpTo(emittedTo);
  };
  const written = (): WrittenAnswer => {
    const answer = withoutMarker(now.stream.soFar());
    if (!hasWords(answer.text)) return { ...NOTHING_WRITTEN, notFound: now.words.notFound };
    const isShown = ({ dataset, number }: AnswerText['hints'][number]): boolean =>
      premises.some((one) => one.dataset === dataset && one.number === number);
    return {
      text: answer.text,
      ...cited(read(answer, answerUnits(answer.text)), answer.text),
      notFound: now.words.notFound,
      wrongHints: answer.hints.filter((hint) => !isShown(hint)).length,
    };
  };
  return {
    add(delta) {
      now.words.add(now.stream.feed(delta), false);
      if (now.words.length === 0) return;
      const end = now.finishedAt(withoutMarker(now.stream.soFar()).text);
      // Each telling goes through all sentences: a long answer is told in growing steps.
      if (end !== null && end - emittedTo >= emittedTo / TOLD_SHARE) tellUpTo(end);
    },
    restart(reason) {
      const isShown = now.words.length > 0;
      now = begun();
      emittedTo = 0;
      if (isShown) run.emit({ kind: 'restart', reason });
    },
    finish(broken = false) {
      isBroken = broken;
      now.words.add(now.stream.end(), true);
      emittedTo = withoutMarker(now.stream.soFar()).text.length;
      isOpen = false;
      return written();
    },
    async judged() {
      isOpen = true;
      tellAgain();
      await judging.done();
      isOpen = false;
      const { failure } = judging;
      return { ...written(), ...(failure !== null && { uncheckedFor: failure }) };
    },
  };
}

/** Checks if a model may yet decide it. */
const needsEntailment = ({ verdict }: Judgement<ContextPremise>): boolean => verdict === 'unverified';

const UNREAD: Judgement<ContextPremise> = {
  sentence: '',
  hints: [],
  verdict: 'not checked',
  reason: 'no claim',
  premises: [],
  nearest: null,
  lacks: [],
  score: 0,
};

const ENDED = /[.!?…。！？।؟۔|][*_~`"'“”’»)\]」』]*$/u;

const keyOf = ({ kind, plain }: AnswerUnit, hints: AnswerText['hints']): string =>
  [kind, plain, ...hints.map(({ dataset, number }) => `${String(dataset)} ${String(number)}`)].join('\n');

/** Ranges of a sentence's plain form in its Markdown. */
function inText(ranges: readonly TextRange[], plain: string, own: string): readonly TextRange[] {
  let from = 0;
  return ranges.flatMap(({ start, end }) => {
    const words = plain.slice(start, end);
    // Its Markdown is never shorter than what it says.
    const at = own.indexOf(words, Math.max(from, start));
    if (at < 0) return [];
    from = at + words.length;
    return [{ start: at, end: from }];
  });
}

/** Sentences that wait for the entailment model, by key; judged together while others are written. */
function entailmentQueue(
  { checker, signal }: { readonly checker: () => Promise<Checker | null>; readonly signal: AbortSignal },
  judge: (checker: Checker, keys: readonly string[]) => Promise<void>,
) {
  const waiting = new Set<string>();
  let running: Promise<void> | null = null;
  let found: Promise<Checker | null> | null = null;
  let isOff = false;
  let failure: Message | null = null;
  const work = async (): Promise<void> => {
    found ??= checker();
    const own = await found;
    while (own && waiting.size > 0 && !signal.aborted) {
      const some = [...waiting].slice(0, own.model.batchSize);
      for (const key of some) waiting.delete(key);
      await judge(own, some);
    }
    if (!own) isOff = true;
    waiting.clear();
  };
  // A checker that fails leaves the sentences unverified; that is said of each, and why.
  const begin = (): void => {
    running ??= work()
      .catch((error: unknown) => {
        if (!signal.aborted) failure = reasonOf(error);
        isOff = true;
        waiting.clear();
      })
      .finally(() => (running = null));
  };
  return {
    add(key: string): void {
      if (isOff) return;
      waiting.add(key);
      begin();
    },
    get failure(): Message | null {
      return failure;
    },
    get isWaiting(): boolean {
      return running !== null;
    },
    /** Resolves when nothing waits any more, or at an abort. */
    async done(): Promise<void> {
      while (running && !signal.aborted) await abortable(running, signal).catch(() => undefined);
    },
  };
}

/** Share by which an answer must grow before it is emitted again. */
const TOLD_SHARE = 20;

/** Signs without which no sentence ends. */
const MAY_END = /[\n.!?…。！？।]/u;
/** Number of UTF-16 code units behind such a sign that decide whether it ends a sentence. */
const TELLING = 24;

/**
 * Returns a function that finds the end of the finished sentences in a growing text, those with another one behind
 * them; null where there are no more than before.
 */
function finishedSentences(): (text: string) => number | null {
  let finished = 0;
  /** Up to here sentences were looked for. */
  let looked = 0;
  return (text) => {
    if (!MAY_END.test(text.slice(Math.max(finished, looked - TELLING)))) return null;
    looked = text.length;
    const rest = text.slice(finished);
    const end = finished + Math.max(rest.lastIndexOf('\n'), answerUnits(rest).at(-1)?.start ?? 0);
    if (end <= finished) return null;
    finished = end;
    return end;
  };
}
