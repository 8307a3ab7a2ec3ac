import { afterEach, expect, test } from 'vitest';
import { tinyEmbedder } from '../../../scripts/lib/tiny/tiny-embedder';
import { connect, transfer, type Attachable } from '../../../src/channel';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import type { EmbedHost } from '../../../src/core/models/hosts';
import { forgetRepositories, storeRepository } from '../../helpers/tiny-hub';

afterEach(forgetRepositories);

test('the embed worker runs a model of the catalogue for several callers', async () => {
  const model = EMBEDDING_MODELS.find(({ precision }) => precision === 'q8');
  if (!model) throw new Error('The catalogue has no model for the processor');
  await storeRepository(model.repository, tinyEmbedder(model.dims, 'onnx/model_quantized.onnx'));
  const worker = new Worker(new URL('../../../workers/embed.worker.ts', import.meta.url), { type: 'module' });
  const first = new MessageChannel();
  const second = new MessageChannel();
  worker.postMessage({ port: first.port2 }, [first.port2]);
  const page = connect<EmbedHost & Attachable>(first.port1);
  const leaving = new AbortController();
  const gone = page.attach(transfer(second.port2, [second.port2]), leaving.signal);
  const engine = connect<EmbedHost>(second.port1);

  const seen: number[] = [];
  const vectors = await engine.embed(model.id, ['one', 'two'], 'passage', { onProgress: (done) => seen.push(done) });
  expect(vectors).toHaveLength(2 * model.dims);
  expect(seen.at(-1)).toBe(2);
  expect(await page.describeEmbedder(model.id)).toMatchObject({ dims: model.dims, maxTokens: model.contextWindow });
  leaving.abort();
  await gone;
  page.close();
  engine.close();
  worker.terminate();
});
