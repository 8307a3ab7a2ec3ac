import { message, type Message } from '../../../core/message';
import type { EncoderHost, EmbedHost } from '../../../core/models/hosts';
import { EMBEDDING_MODELS, embedderInfo, type EmbeddingModel } from '../../../core/models/catalogue/embedding-models';
import type { LoadProgress } from '../../../core/models/chat-model';
import { embedTexts, openEmbeddingSession } from './embedding-session';
import { createEncoderRunner, type RunnerOptions } from './encoder-runner';
import { requireFiles } from './stored-files';
import {
  crossEncoderId,
  ENTAILMENT_MODELS,
  type CrossEncoder,
  RERANKERS,
} from '../../../core/models/catalogue/cross-encoders';
import { openCrossEncoderSession, entailmentScores, relevance, scorePairs } from './cross-encoder-session';

/** All that the embed worker runs: one model of each kind at a time. */
export function createEncoderHost(): EncoderHost {
  const [embedders, checkers, rerankers] = [createEmbedHost(), createCheckers(), createRerankers()];
  const kinds = { embedding: embedders, entailment: checkers, reranking: rerankers };
  return {
    ...embedders,
    ...checkers,
    ...rerankers,
    unloadKind: (kind) => kinds[kind].unload(),
    unload: async () => {
      await Promise.all(Object.values(kinds).map((kind) => kind.unload()));
    },
  };
}

const EMBEDDING_WORDS = {
  kind: message`embedding model`,
  lost: message`What was embedded before is kept; try again, or choose another model.`,
};

/** Runs embedding models in this worker with transformers.js, one at a time, from files that are already on this device. */
export function createEmbedHost({ models = EMBEDDING_MODELS, backend }: RunnerOptions<EmbeddingModel> = {}): EmbedHost {
  const runner = createEncoderRunner({ models, backend }, { ...EMBEDDING_WORDS, open: openEmbeddingSession });
  return {
    describeEmbedder: async (id) => embedderInfo(runner.find(id)),
    async *load(id, { signal } = {}) {
      const model = runner.find(id);
      yield step('start', message`Looking for ${model.title} on this device.`);
      await requireFiles(model);
      yield step('weights', message`Making ${model.title} ready.`);
      await runner.work(model, signal, ({ withSession }) => withSession(() => Promise.resolve()));
      yield step('warm up', message`Trying ${model.title} out.`);
      const threads = await runner.work(model, signal, ({ withSession }) =>
        withSession(async (session) => {
          await session.run(session.cut(0, 'Ready?', 'question'));
          return session.threads;
        }),
      );
      const ready =
        threads > 1 ? message`${model.title} is ready, on ${threads} threads.` : message`${model.title} is ready.`;
      yield { ...step('warm up', ready), fraction: 1 };
    },
    embed: async (id, texts, kind, options = {}) => {
      const model = runner.find(id);
      return runner.work(model, options.signal, (tools) =>
        embedTexts(texts, kind, model.dims, { ...tools, ...options }),
      );
    },
    unload: () => runner.unload(),
  };
}

function step(name: LoadProgress['step'], words: Message): LoadProgress {
  return { step: name, fraction: 0, words };
}

const ENTAILMENT_WORDS = {
  kind: message`sentence checker`,
  lost: message`What was checked before is kept; try again, or choose another sentence checker.`,
};
const BATCH = 32;

/** Cross-encoders trained on natural language inference, with transformers.js. A premise that is too long is cut at its end. */
export function createCheckers({ models = ENTAILMENT_MODELS, backend }: RunnerOptions<CrossEncoder> = {}): Pick<
  EncoderHost,
  'describeChecker' | 'judge' | 'unload'
> {
  const runner = createEncoderRunner({ models, backend }, { ...ENTAILMENT_WORDS, open: openCrossEncoderSession });
  return {
    describeChecker: async (id) => ({ ...describeCrossEncoder(runner.find(id)), batchSize: BATCH }),
    judge: async (id, pairs, { signal } = {}) => {
      const model = runner.find(id);
      if (pairs.length === 0) return [];
      const texts = pairs.map(({ premise, hypothesis }) => [premise, hypothesis] as const);
      return runner.work(model, signal, (tools) => scorePairs(tools, texts, entailmentScores));
    },
    unload: () => runner.unload(),
  };
}

const RERANKER_WORDS = {
  kind: message`reranker`,
  lost: message`The order of the passages stays as it was; try again, or choose another reranker.`,
};

/** Cross-encoders trained on questions and passages, with transformers.js. A passage that is too long is cut at its end. */
export function createRerankers({ models = RERANKERS, backend }: RunnerOptions<CrossEncoder> = {}): Pick<
  EncoderHost,
  'describeReranker' | 'rank' | 'unload'
> {
  const runner = createEncoderRunner({ models, backend }, { ...RERANKER_WORDS, open: openCrossEncoderSession });
  return {
    describeReranker: async (id) => describeCrossEncoder(runner.find(id)),
    rank: async (id, question, passages, { signal } = {}) => {
      const model = runner.find(id);
      if (passages.length === 0) return new Float32Array(0);
      const texts = passages.map((passage) => [question, passage] as const);
      return Float32Array.from(await runner.work(model, signal, (tools) => scorePairs(tools, texts, relevance)));
    },
    unload: () => runner.unload(),
  };
}

const describeCrossEncoder = (model: CrossEncoder) => ({ id: crossEncoderId(model), title: model.title });
