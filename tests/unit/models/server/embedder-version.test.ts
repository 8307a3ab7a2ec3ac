import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveModelServer, type ModelServer } from '../../../helpers/model-server';
import { hostFor } from '../../../helpers/model-server-client';

let server: ModelServer;
beforeEach(async () => {
  server = await serveModelServer();
});
afterEach(() => server.close());

describe('vectors of one name and length are told apart without a digest', () => {
  const before = [0.1, -0.62, 0.05, 0.6, 0.2, 0.4];
  const idOf = async (embedding: readonly number[]) => {
    server.instead.set('/v1/embeddings', { body: JSON.stringify({ data: [{ index: 0, embedding }] }) });
    const { host } = await hostFor(server.url);
    return (await host.describeEmbedder('tiny')).id;
  };

  it.each([
    ['another model', [0.5, 0.1, -0.7, 0.2, 0.3, 0.1]],
    ['a model of the same family', [0.1, -0.62, 0.05, 0.3, 0.2, 0.5]],
    ['a model that turns one number round', [0.1, 0.62, 0.05, 0.6, 0.2, 0.4]],
  ])('from those of %s', async (_name, after) => {
    expect(await idOf(after)).not.toBe(await idOf(before));
  });

  it.each([
    ['on another machine', [0.101, -0.619, 0.049, 0.621, 0.199, 0.401]],
    ['without their scaling', before.map((value) => value * 7)],
  ])('and are the same %s', async (_name, after) => {
    expect(await idOf(after)).toBe(await idOf(before));
  });
});
