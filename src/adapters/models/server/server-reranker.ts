import { message } from '../../../core/message';
import type { ServerHost, ServerModel } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import { postJson, unusable, type ServerConnection } from './server-connection';
import { dig, listIn } from './read-json';
import { isTooLong } from './server-errors';

export interface ServerRerankers {
  readonly describe: ServerHost['describeReranker'];
  readonly rank: ServerHost['rank'];
}

/** Question and passages are not cut below this many characters. */
const LEAST_CHARACTERS = 200;
/** Pair that every reranker scores far apart: the scores show whether it gives shares or logits. */
const TRIAL = {
  question: 'Where are boats kept?',
  passages: ['Boats are kept in the boathouse by the river.', 'Bread is baked in the morning.'],
};

/** Rerankers behind the interface that Jina began and llama.cpp, vLLM, Infinity and others follow. */
export function createServerRerankers(
  connection: ServerConnection,
  find: (model: string, options?: CallOptions) => Promise<ServerModel>,
): ServerRerankers {
  /** Models that answer with logits instead of shares, as llama.cpp does for most. */
  const logits = new Set<string>();
  const rank: ServerRerankers['rank'] = async (model, question, passages, { signal } = {}) => {
    if (passages.length === 0) return new Float32Array(0);
    for (let most = Math.max(question.length, ...passages.map(({ length }) => length)); ; most = shorter(most)) {
      signal?.throwIfAborted();
      const cut = passages.map((passage) => passage.slice(0, most));
      try {
        const scores = await request(connection, model, question.slice(0, most), cut, signal);
        if (scores.some((score) => score < 0 || score > 1)) logits.add(model);
        return Float32Array.from(scores, (score) => (logits.has(model) ? 1 / (1 + Math.exp(-score)) : score));
      } catch (error) {
        if (!isTooLong(error) || most <= LEAST_CHARACTERS) throw error;
      }
    }
  };
  return {
    rank,
    describe: async (model) => {
      await find(model);
      await rank(model, TRIAL.question, TRIAL.passages);
      return { id: `server ${model}`, title: model };
    },
  };
}

const shorter = (characters: number): number => Math.max(LEAST_CHARACTERS, Math.floor(characters / 2));

/** One score per passage, in their order. */
async function request(
  connection: ServerConnection,
  model: string,
  query: string,
  documents: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  const json = { model, query, documents };
  const reply = await postJson(connection, ['/v1/rerank', '/rerank'], { json, signal, noInterface: NO_RANKING });
  const results = listIn(reply, 'results') ?? listIn(reply, 'data') ?? [];
  const scores = new Map(
    results.map((one) => [dig(one, 'index'), dig(one, 'relevance_score') ?? dig(one, 'score')] as const),
  );
  return documents.map((_, at) => {
    const score = scores.get(at);
    if (typeof score === 'number' && Number.isFinite(score)) return score;
    throw unusable(
      message`The server’s answer for “${model}” holds no scores that can be used. Is it a reranker?`,
      reply,
    );
  });
}

const NO_RANKING = message`The server has no interface for ranking (/v1/rerank). llama.cpp has it with --reranking, vLLM with a reranker; Ollama and LM Studio have none.`;
