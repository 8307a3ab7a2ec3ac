import { afterEach, expect, test } from 'vitest';
import { tinyEmbedder } from '../../../scripts/lib/tiny/tiny-embedder';
import { createEmbedHost } from '../../../src/adapters/models/transformers/encoder-host';
import { forgetRepositories, storeRepository, TINY_EMBEDDER } from '../../helpers/tiny-hub';

const PAGE = new TextEncoder().encode('<!doctype html><p>Please log in</p>');

afterEach(forgetRepositories);

test.each([['onnx/model.onnx'], ['config.json'], ['tokenizer.json']])(
  'a spoilt %s is said to be one, with the remedy',
  async (path) => {
    await storeRepository(TINY_EMBEDDER.repository, new Map([...tinyEmbedder(), [path, PAGE]]));
    const host = createEmbedHost({ models: [TINY_EMBEDDER], backend: 'wasm' });
    await expect(host.embed(TINY_EMBEDDER.id, ['a'], 'passage')).rejects.toThrow(
      new RegExp(`“${path}” is damaged.*download it again`, 'u'),
    );
    await host.unload();
  },
);
