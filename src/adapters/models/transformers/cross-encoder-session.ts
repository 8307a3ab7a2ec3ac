import type { Tensor } from '@huggingface/transformers';
import type { CrossEncoder } from '../../../core/models/catalogue/cross-encoders';
import type { Backend, Library } from './library';
import { describeOutput, encode } from './embedding-session';
import { tokenBatch, longestFirst, runBatches, type TokenRow } from './token-batch';
import type { RunnerTools } from './encoder-runner';
import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { EntailmentScores } from '../../../core/models/encoders';

/** A loaded model that reads two texts together. */
export interface CrossEncoderSession {
  /** Names of its classes, in the order of the logits; as the model's configuration has them. */
  readonly labels: readonly string[];
  /** A pair's tokens; what is too long is cut, see framePair. */
  frame(pair: number, first: string, second: string): PairRow;
  /** One logit per class and row. */
  run(rows: readonly PairRow[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

/**
 * Opens it with the class that the library has for any network: the head is part of the file, and some architectures, such as `new` of
 * GTE, have no class of their own in transformers.js 4.3.1.
 */
export async function openCrossEncoderSession(
  library: Library,
  model: Pick<CrossEncoder, 'repository' | 'revision' | 'precision' | 'contextWindow'>,
  backend: Backend | 'auto',
): Promise<CrossEncoderSession> {
  const revision = model.revision ?? 'main';
  const [tokenizer, network] = await Promise.all([
    library.AutoTokenizer.from_pretrained(model.repository, { revision }),
    library.AutoModel.from_pretrained(model.repository, { revision, device: backend, dtype: model.precision }),
  ]);
  const pair = tokenizer('a', { text_pair: 'b', return_tensor: false }) as unknown as EncodedPair;
  const frame = readPairFrame(pair, encode(tokenizer, 'a'), encode(tokenizer, 'b'));
  return {
    labels: labelsOf(network.config),
    frame: (index, first, second) => {
      const texts = [encode(tokenizer, first), encode(tokenizer, second)] as const;
      return framePair(index, texts, frame, model.contextWindow);
    },
    run: async (rows) => {
      const output = (await network(tokenBatch(library, rows, tokenizer.pad_token_id ?? 0))) as Record<string, Tensor>;
      return splitRows(output, rows.length);
    },
    dispose: async () => {
      await network.dispose();
    },
  };
}

function splitRows(output: Readonly<Record<string, Tensor>>, rows: number): Float32Array[] {
  const { logits } = output;
  if (logits?.dims.length !== 2 || logits.dims[0] !== rows || !(logits.data instanceof Float32Array)) {
    throw new Error(`The network gives ${describeOutput(output)}, not logits for ${String(rows)} pairs`);
  }
  const { data } = logits;
  const classes = data.length / rows;
  return Array.from({ length: rows }, (_, row) => data.slice(row * classes, (row + 1) * classes));
}

/** `id2label` of a configuration: an object of numbers as text. */
function labelsOf(config: object): readonly string[] {
  const named: unknown = 'id2label' in config ? config.id2label : undefined;
  if (typeof named !== 'object' || named === null) return [];
  return Object.entries(named)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]) => String(label));
}

/** Pairs that are tokenised between two looks at the signal. */
const SLICE = 32;

/** Two texts, in the order in which the model was trained to read them. */
type TextPair = readonly [first: string, second: string];

/** Applies `read` to each pair's logits, in the order of the pairs. */
export async function scorePairs<R>(
  { withSession, pace, breathe }: RunnerTools<CrossEncoderSession>,
  pairs: readonly TextPair[],
  read: (logits: Float32Array, labels: readonly string[]) => R,
): Promise<R[]> {
  const rows = await withSession(async (session) => {
    const framed = [];
    for (const [i, [first, second]] of pairs.entries()) {
      if (i % SLICE === 0) await breathe();
      framed.push(session.frame(i, first, second));
    }
    return longestFirst(framed);
  });
  const results = await runBatches(rows, {
    pace,
    breathe,
    run: (batch, timed) =>
      withSession(async (session) =>
        (await timed(() => session.run(batch))).map((logits) => read(logits, session.labels)),
      ),
  });
  const scored = rows.map(({ pair }, i) => ({ pair, result: results[i] as R }));
  return scored.sort((a, b) => a.pair - b.pair).map(({ result }) => result);
}

/** Two texts that a model reads together. */
interface PairRow extends TokenRow {
  /** Index of its pair. */
  readonly pair: number;
}

/** Special tokens, and which of the two texts they count to. */
type Special = readonly (readonly [token: number, type: number])[];

/** Special tokens of a tokenizer around and between two texts. */
interface PairFrame {
  readonly before: Special;
  readonly between: Special;
  readonly after: Special;
  /** Type ids of the tokens of the two texts; undefined where the tokenizer has none. */
  readonly types: readonly [first: number, second: number] | undefined;
}

/** Fields of a tokenizer's output for a pair that are used here. */
interface EncodedPair {
  readonly input_ids: readonly number[];
  readonly token_type_ids?: readonly number[];
}

/**
 * Finds the special tokens around and between two texts, by their own tokens in the tokens of the pair. Throws Error
 * where they are not there.
 */
export function readPairFrame(
  { input_ids: ids, token_type_ids: types }: EncodedPair,
  first: readonly number[],
  second: readonly number[],
): PairFrame {
  const start = indexOf(ids, first, 0);
  const next = start < 0 ? -1 : indexOf(ids, second, start + first.length);
  if (next < 0) throw new Error('The tokenizer changes two texts when it frames them');
  const special = (from: number, to: number): Special =>
    ids.slice(from, to).map((token, i) => [token, types?.[from + i] ?? 0] as const);
  return {
    before: special(0, start),
    between: special(start + first.length, next),
    after: special(next + second.length, ids.length),
    types: types && [types[start] ?? 0, types[next] ?? 0],
  };
}

/**
 * The tokens of two texts (without special ones) in their frame, at most `maxTokens`. What is too long is cut at the end of the longer
 * text; each keeps half of the room at least, so a sentence beside a long passage stays whole.
 */
export function framePair(
  pair: number,
  texts: readonly [first: readonly number[], second: readonly number[]],
  frame: PairFrame,
  maxTokens: number,
): PairRow {
  const { before, between, after, types } = frame;
  const room = Math.max(2, maxTokens - before.length - between.length - after.length);
  const first = texts[0].slice(0, Math.max(room - texts[1].length, Math.floor(room / 2)));
  const second = texts[1].slice(0, room - first.length);
  const row = [
    ...before,
    ...first.map((token) => [token, types?.[0] ?? 0] as const),
    ...between,
    ...second.map((token) => [token, types?.[1] ?? 0] as const),
    ...after,
  ];
  return { pair, tokens: row.map(([token]) => token), types: types && row.map(([, type]) => type) };
}

function indexOf(all: readonly number[], part: readonly number[], from: number): number {
  for (let at = from; at + part.length <= all.length; at++) {
    if (part.every((token, i) => all[at + i] === token)) return at;
  }
  return -1;
}

/**
 * Probabilities of the three classes from a network's logits and the names of its classes, in any order and case. With
 * two classes (`entailment`, `not_entailment`) the rest is neutral: such a network detects no contradiction. Throws
 * ModelError for other classes.
 */
export function entailmentScores(logits: ArrayLike<number>, labels: readonly string[]): EntailmentScores {
  const classes = labels.map((label) => CLASSES.find(([start]) => label.toLowerCase().startsWith(start))?.[1]);
  if (labels.length !== logits.length || !classes.includes('entailment') || classes.includes(undefined)) {
    const named = labels.join(', ') || message`none`;
    throw new ModelError(message`This model is no sentence checker: its classes are ${named}. Choose another one.`);
  }
  const shares = softmax(logits);
  const shareOf = (wanted: keyof EntailmentScores): number =>
    shares.reduce((sum, share, i) => sum + (classes[i] === wanted ? share : 0), 0);
  return {
    entailment: shareOf('entailment'),
    neutral: shareOf('neutral'),
    contradiction: shareOf('contradiction'),
  };
}

/** Beginnings of class names in the configurations of such networks. */
const CLASSES: readonly (readonly [start: string, meaning: keyof EntailmentScores])[] = [
  ['not', 'neutral'],
  ['neutral', 'neutral'],
  ['entail', 'entailment'],
  ['contradict', 'contradiction'],
];

function softmax(logits: ArrayLike<number>): readonly number[] {
  const values = Array.from(logits);
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The one logit of such a network as a number from 0 to 1. Throws ModelError for a network with several. */
export function relevance(logits: ArrayLike<number>): number {
  const [logit] = Array.from(logits);
  if (logits.length !== 1 || logit === undefined) {
    throw new ModelError(message`This model is no reranker: it has ${logits.length} classes. Choose another one.`);
  }
  return 1 / (1 + Math.exp(-logit));
}
