import { mapConcurrent } from '../../../async';
import { ModelError, reasonOf } from '../../../errors';
import { message, type Message } from '../../../message';
import type { SearchIndex } from '../../../retrieval';
import { clipToTokens } from '../../../text/clip';
import { sourceEntries } from '../../context/source-entries';
import { askForReading, noUsableReplies } from '../../model-call/call-model';
import { contextOverflow, tokensForData } from '../../model-call/token-budget';
import type { PassageReaders, Retrieval, SearchRun } from '../../writer/search-run';
import { probabilityOf } from './probability';
import { LAZY_TEST, TEST_SHAPE } from './prompts';

/** Tests passages for whether they bear on a question. */
export interface Tester {
  /** Model that tests. */
  readonly title: string;
  /** Tests that may run at the same time. */
  readonly parallel: number;
  /** Probabilities that these text units are relevant, in their order, 0 to 1. Throws ModelError once none can be had. */
  test(slots: readonly number[]): Promise<readonly number[]>;
  /** Tests that did not come, in a sentence each. */
  readonly notes: () => readonly Message[];
}

/** Probability from which a passage is relevant. */
export const RELEVANT = 0.5;
/** Tokens of a passage at most, and of the reply. */
export const TESTING = { passage: 600, reply: 12 } as const;
/** Tokens whose probabilities are asked for: room for other spellings of both words. */
const LIKELIEST = 5;
/** Failed tests after which no more are made where none came. */
const TRIED = 3;

/** The chat model, asked for one word a passage. */
export function modelTester(run: SearchRun, question: string): Tester {
  const { parallel } = run.model.capabilities;
  const failures: ModelError[] = [];
  let came = 0;
  /** Failure after which none is asked for. */
  let last: ModelError | undefined;
  const testOne = async (slot: number): Promise<number> => {
    run.signal.throwIfAborted();
    if (last) throw last;
    try {
      const probability = await askWhether(run, question, slot);
      came += 1;
      return probability;
    } catch (error) {
      if (!(error instanceof ModelError) || run.signal.aborted) throw error;
      failures.push(error);
      if (came > 0 || failures.length < TRIED) return 0;
      last = error;
      throw error;
    }
  };
  return {
    title: run.model.title,
    parallel,
    test: (slots) => mapConcurrent(slots, parallel, testOne),
    notes: () => {
      const [first] = failures;
      return first
        ? [message`Tests that did not come: ${failures.length}. These passages were left out: ${reasonOf(first)}`]
        : [];
    },
  };
}

/** Returns the probability of yes: 1 or 0 by the word alone where the model does not tell it. Throws ModelError, also where no reply could be read. */
async function askWhether(run: SearchRun, question: string, slot: number): Promise<number> {
  const [entry] = sourceEntries(run.index, [{ id: slot, score: 0 }]);
  if (!entry) return 0;
  const room = Math.min(TESTING.passage, tokensForData(run, LAZY_TEST, { question, passage: '' }, TESTING.reply));
  if (room === 0) throw contextOverflow(run);
  const read = await askForReading(run, {
    purpose: 'test',
    about: entry.title,
    prompt: LAZY_TEST,
    shape: TEST_SHAPE,
    likeliest: LIKELIEST,
    values: { question, passage: clipToTokens(`${entry.title}\n${textAt(run.index, slot)}`, room) },
    maxTokens: TESTING.reply,
    temperature: 0,
    documentIds: entry.documentIds(),
  });
  if (!read) throw noUsableReplies();
  return probabilityOf('yes', TEST_SHAPE.options, read.reply.tokens) ?? (read.value === 'yes' ? 1 : 0);
}

/** A reranker, or else a sentence checker; null without either. Throws ModelError where it takes too long. */
export async function encoderTester(
  { reranker, checker }: PassageReaders,
  { index, question }: Retrieval,
  signal: AbortSignal,
): Promise<Tester | null> {
  const textsOf = (slots: readonly number[]) => slots.map((slot) => textAt(index, slot));
  const ranking = await reranker();
  if (ranking) {
    const test = async (slots: readonly number[]) => [
      ...(await ranking.rank(question.text, textsOf(slots), { signal })),
    ];
    return { title: ranking.title, parallel: 1, test, notes: () => [] };
  }
  const judging = await checker();
  if (!judging) return null;
  const test = async (slots: readonly number[]) => {
    const pairs = textsOf(slots).map((premise) => ({ premise, hypothesis: question.text }));
    const scores = await judging.judge(pairs, { signal });
    return scores.map(({ entailment }) => entailment);
  };
  return { title: judging.title, parallel: 1, test, notes: () => [] };
}

const textAt = ({ unitAt }: SearchIndex, slot: number): string => unitAt.get(slot)?.text ?? '';
