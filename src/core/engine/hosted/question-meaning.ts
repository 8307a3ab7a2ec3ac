import { withTimeout } from '../../async';
import { ModelError, reasonOf } from '../../errors';
import type { HostedIndex } from '../../hosted/hosted-index';
import { findNearest, type Nearest } from '../../hosted/nearest';
import { joinMessages, message, type Message } from '../../message';
import type { CallOptions } from '../../platform';
import type { EngineEnv } from '../env';

/** Rows nearest in meaning to a question, or a note on why only words are compared. */
interface QuestionMeaning {
  readonly nearest?: Nearest;
  readonly note?: Message;
}

/** Milliseconds that a question waits for the embedder at most, as an answer does. */
const EMBEDDER_WAIT = 3000;

/** Compares a question with an index by the embedder of this browser. Throws where the index cannot be read, and the signal's reason. */
export async function questionMeaning(
  index: HostedIndex,
  question: string,
  { models, timer }: Pick<EngineEnv, 'models' | 'timer'>,
  options: CallOptions,
): Promise<QuestionMeaning> {
  const { vectors: made } = index.title;
  if (!made) return {};
  const embedded = async (): Promise<Float32Array | Message> => {
    const embedder = await models.embedder();
    if (embedder?.info.id === made.model) return embedder.embed([question], 'question', options);
    return embedder?.info.title === made.title
      ? message`This index was searched by words alone: its embeddings were made with another version of ${made.title}.`
      : message`This index was searched by words alone. To search it by meaning too, choose ${made.title} in Settings, under Models.`;
  };
  const error = new ModelError(message`the embedding model took too long.`);
  const vector = await withTimeout(embedded(), EMBEDDER_WAIT, { timer, signal: options.signal, error }).catch(
    (reason: unknown): Message => {
      options.signal?.throwIfAborted();
      return joinMessages(message`This index was searched by words alone.`, reasonOf(reason));
    },
  );
  if (!(vector instanceof Float32Array)) return { note: vector };
  if (vector.length !== made.dims) return { note: message`This index was searched by words alone.` };
  return { nearest: await findNearest(index, vector, options) };
}
