import { reasonOf } from '../../errors';
import type { Message } from '../../message';
import type { AnswerSentence } from '../answer/answer';
import { abortable } from '../../async';
import { AnswerStream, type AnswerText } from '../answer/answer-stream';
import { answerUnits, type AnswerUnit } from '../answer/answer-units';
import { premisesOf, type BuiltContext, type ContextPremise } from '../context/context';
import type { TextRange } from '../evidence/evidence';
import { createGrounding, type Judgement } from '../grounding';
import { hasWords } from '../request/question-words';
import { citeSentences, rowsOfPremises } from './cite-evidence';
import { shownWords, withoutMarker } from './not-found';
import { NOTHING_WRITTEN, type Checker, type SearchRun, type WrittenAnswer } from './search-run';

type Writing = Pick<SearchRun, 'index' | 'scope' | 'choices' | 'emit' | 'checker' | 'signal'>;

interface ReadSentence {
  readonly unit: AnswerUnit;
  readonly judgement: Judgement<ContextPremise>;
}

/**
 * Emits an answer as it is written, its words at once. Each finished sentence is checked against the rows that its writer was shown.
 */
export class AnswerWriter {
  readonly #run: Writing;
  readonly #rowOf: ReturnType<typeof rowsOfPremises>;
  readonly #premises: readonly ContextPremise[];
  /** True where its writer was shown nothing, so that all is the model's own knowledge. */
  readonly #isUnfounded: boolean;
  readonly #grounding: ReturnType<typeof createGrounding<ContextPremise>>;
  readonly #judging: ReturnType<typeof entailmentQueue>;
  /** Judgements by the sentence's words and what the model pointed at. */
  readonly #known = new Map<string, Judgement<ContextPremise>>();
  /** The text since the last restart. */
  #attempt: Attempt;
  #isBroken = false;
  /** True while verdicts of a model may still be emitted. */
  #acceptsVerdicts = true;
  /** End of the text of which citations and verdicts were emitted. */
  #emittedTo = 0;

  /** `documentIds`: the documents whose words its writer was shown. */
  constructor(run: Writing, contexts: readonly BuiltContext[], documentIds: readonly string[]) {
    this.#run = run;
    this.#rowOf = rowsOfPremises(contexts);
    this.#premises = contexts.flatMap(premisesOf);
    this.#isUnfounded = contexts.length === 0;
    this.#grounding = createGrounding(this.#premises);
    this.#attempt = startAttempt(this.#run);
    const checker = (): Promise<Checker | null> => run.checker(documentIds);
    this.#judging = entailmentQueue({ checker, signal: run.signal }, (own, keys) => this.#judge(own, keys));
  }

  /** Takes more of the answer. */
  add(delta: string): void {
    const { words, stream, finishedAt } = this.#attempt;
    words.add(stream.feed(delta), false);
    if (words.length === 0) return;
    const end = finishedAt(withoutMarker(stream.soFar()).text);
    // Each telling goes through all sentences: a long answer is told in growing steps.
    if (end !== null && end - this.#emittedTo >= this.#emittedTo / TOLD_SHARE) this.#emitUpTo(end);
  }

  /** Discards all text so far. */
  restart(reason: Message): void {
    const isShown = this.#attempt.words.length > 0;
    this.#attempt = startAttempt(this.#run);
    this.#emittedTo = 0;
    if (isShown) this.#run.emit({ kind: 'restart', reason });
  }

  /** Gives the whole, when nothing more will come; `broken` where it did not come to its end. */
  finish(broken = false): WrittenAnswer {
    const { words, stream } = this.#attempt;
    this.#isBroken = broken;
    words.add(stream.end(), true);
    this.#emittedTo = withoutMarker(stream.soFar()).text.length;
    this.#acceptsVerdicts = false;
    return this.#written();
  }

  /** Gives the whole once each of its sentences is judged, where there is an entailment model; what is known at an abort. */
  async judged(): Promise<WrittenAnswer> {
    this.#acceptsVerdicts = true;
    this.#reemit();
    await this.#judging.done();
    this.#acceptsVerdicts = false;
    const { failure } = this.#judging;
    return { ...this.#written(), ...(failure !== null && { uncheckedFor: failure }) };
  }

  async #judge({ model, thresholds, verdicts }: Checker, waiting: readonly string[]): Promise<void> {
    const { signal } = this.#run;
    const keys = waiting.filter((key) => this.#known.has(key));
    const before = keys.flatMap((key) => this.#known.get(key) ?? []);
    const after = await this.#grounding.entail(before, model, thresholds, verdicts, { signal });
    for (const [at, key] of keys.entries()) this.#known.set(key, after[at] ?? before[at] ?? UNREAD);
    this.#reemit();
  }

  #read(answer: AnswerText, units: readonly AnswerUnit[]): readonly ReadSentence[] {
    return units.map((unit, at) => {
      const isLast = at === units.length - 1;
      const from = units[at - 1]?.end ?? 0;
      const isWithin = (place: number): boolean => place > from && place <= unit.end;
      if (this.#isBroken && isLast && !ENDED.test(unit.plain))
        return { unit, judgement: { ...UNREAD, reason: 'stopped' } };
      if (unit.kind === 'code' || unit.kind === 'maths') return { unit, judgement: { ...UNREAD, reason: 'code' } };
      if (unit.kind === 'heading') return { unit, judgement: UNREAD };
      // A mark for knowledge of its own excuses nothing where it was told to have none.
      if (this.#isUnfounded || (this.#run.choices.generalKnowledge && answer.general.some(isWithin))) {
        return { unit, judgement: { ...UNREAD, reason: 'general' } };
      }
      return {
        unit,
        judgement: this.#judgementOf(
          unit,
          answer.hints.filter((hint) => isWithin(hint.at)),
        ),
      };
    });
  }

  #judgementOf(unit: AnswerUnit, hints: AnswerText['hints']): Judgement<ContextPremise> {
    const key = keyOf(unit, hints);
    const before = this.#known.get(key);
    if (before) return before;
    const pointed = this.#premises.filter((one) =>
      hints.some(({ dataset, number }) => dataset === one.dataset && number === one.number),
    );
    const judgement = this.#grounding.check(unit.plain, pointed);
    this.#known.set(key, judgement);
    if (needsEntailment(judgement)) this.#judging.add(key);
    return judgement;
  }

  #cited(sentences: readonly ReadSentence[], text: string): Pick<WrittenAnswer, 'sentences' | 'citations'> {
    const numbered = citeSentences(
      this.#run,
      this.#rowOf,
      sentences.map(({ unit, judgement }) => ({
        sentence: unit.plain,
        premises: judgement.premises,
        // What a sentence rests on is cited; what only comes near stands beside it.
        nearest: judgement.premises.length > 0 ? null : judgement.nearest,
      })),
    );
    const isPending = this.#acceptsVerdicts && this.#judging.isWaiting;
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
          ...(isPending && needsEntailment(judgement) && { pending: true as const }),
        };
      }),
    };
  }

  /** Emits citations and verdicts of the finished sentences. */
  #emitUpTo(end: number): void {
    this.#emittedTo = end;
    const answer = withoutMarker(this.#attempt.stream.soFar());
    const units = answerUnits(answer.text).filter((unit) => unit.end <= end);
    this.#run.emit({ kind: 'cited', ...this.#cited(this.#read(answer, units), answer.text) });
  }

  #reemit(): void {
    if (this.#acceptsVerdicts && this.#emittedTo > 0) this.#emitUpTo(this.#emittedTo);
  }

  #written(): WrittenAnswer {
    const { stream, words } = this.#attempt;
    const answer = withoutMarker(stream.soFar());
    if (!hasWords(answer.text)) return { ...NOTHING_WRITTEN, notFound: words.notFound };
    const isShown = ({ dataset, number }: AnswerText['hints'][number]): boolean =>
      this.#premises.some((one) => one.dataset === dataset && one.number === number);
    return {
      text: answer.text,
      ...this.#cited(this.#read(answer, answerUnits(answer.text)), answer.text),
      notFound: words.notFound,
      wrongHints: answer.hints.filter((hint) => !isShown(hint)).length,
    };
  }
}

type Attempt = ReturnType<typeof startAttempt>;

function startAttempt({ emit }: Writing) {
  return {
    stream: new AnswerStream(),
    words: shownWords((text) => emit({ kind: 'text', text })),
    finishedAt: finishedSentences(),
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
