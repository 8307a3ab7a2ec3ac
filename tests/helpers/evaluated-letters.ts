import { createEngine } from '../../src/core/engine/engine';
import type { EngineEnv } from '../../src/core/engine/env';
import type { EvaluationEvent } from '../../src/core/engine/evaluation/evaluation-calls';
import type { EvaluationChoice, EvaluationQuestion } from '../../src/core/evaluation/evaluation';
import { shortId } from '../../src/core/ids';
import type { ChatModel } from '../../src/core/models/chat-model';
import type { RunMode } from '../../src/core/search/request/mode-names';
import { collect, testEnv, textFile } from './engine-env';
import { letter } from './indexed-letters';
import { memoryStorage, type MemoryStorage } from './memory-storage';
import type { Script } from './scripted-model';

/** An engine with a collection of letters that is open. */
export interface EvaluatedLetters {
  readonly env: EngineEnv;
  readonly engine: ReturnType<typeof createEngine>;
  readonly storage: MemoryStorage;
  readonly id: string;
  /** Runs an evaluation to its end. */
  run(choice: Partial<EvaluationChoice>, signal?: AbortSignal): Promise<readonly EvaluationEvent[]>;
}

/** Opens a collection of letters. `chat` answers and judges; null for none. */
export async function evaluatedLetters(count: number, chat: ChatModel | null = null): Promise<EvaluatedLetters> {
  const storage = memoryStorage();
  const env = testEnv({ ...storage, models: { chat: async () => chat, embedder: async () => null } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add(Array.from({ length: count }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  return { env, engine, storage, id, run: (choice, signal) => evaluated(engine, choice, signal) };
}

export const evaluated = (
  engine: EvaluatedLetters['engine'],
  choice: Partial<EvaluationChoice>,
  signal?: AbortSignal,
): Promise<readonly EvaluationEvent[]> => collect(engine.evaluate(choiceOf(choice), signal ? { signal } : {}));

/** A choice of modes and measures; retrieval by Basic unless it says otherwise. */
export const choiceOf = (choice: Partial<EvaluationChoice> = {}): EvaluationChoice => ({
  ...{ contestants: modesOf('basic'), measures: ['retrieval'], ratesPassages: false, trials: 1 },
  ...choice,
});

export const modesOf = (...modes: readonly RunMode[]): EvaluationChoice['contestants'] =>
  modes.map((mode) => ({ mode }));

/** An approved question that a person typed. */
export const typed = (id: string, question: string, more: Partial<EvaluationQuestion> = {}): EvaluationQuestion => ({
  ...{ id, question, questionClass: null, origin: 'typed', reference: null, assertions: [], evidence: [] },
  ...{ isApproved: true, madeBy: null, ...more },
});

/** Replies to judges: claims of two sentences, every label and statement said, every passage relevant, and a tie. */
export const judging: Script = ({ messages, shape }) => {
  const user = messages.at(-1)?.content ?? '';
  const own = shortId(JSON.stringify(messages));
  if (shape?.kind === 'record' && 'claims' in shape.fields)
    return [JSON.stringify({ claims: CLAIMS.map((claim) => `${claim} ${own}.`) })];
  if (shape?.kind === 'choice') return [['yes', '3', 'part'].find((option) => shape.options.includes(option)) ?? 'tie'];
  if (user.includes('Claims:')) return ['says|1\nopen|2'];
  if (shape?.kind === 'record') {
    const isVerdict = 'diversity' in shape.fields;
    const names = Object.keys(shape.fields);
    return [
      JSON.stringify(
        Object.fromEntries(
          names.map((name) => [name, isVerdict ? 'tie' : `A part that only this answer has: ${own}.`]),
        ),
      ),
    ];
  }
  return [`${ANSWER} It was ${own}.`];
};

/** As long as the answer of two claims is expected to be. */
const ANSWER =
  'Ada met Clara at the old mill by the river on that day. It rained for most of the afternoon, as the letter says.';
const CLAIMS = [
  'Ada met Clara at the old mill by the river on the day',
  'It rained for most of the afternoon in the place',
];
