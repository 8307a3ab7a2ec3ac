import { describe, expect, it } from 'vitest';
import { downloadModel } from '../../../src/adapters/models/download/download-model';
import { removeModel, storedModels } from '../../../src/adapters/models/download/stored-models';
import { TRANSFORMERS_CHAT_MODELS } from '../../../src/core/models/catalogue/chat-transformers';
import { dataFiles, hubUrl } from '../../../src/core/models/catalogue/hub-files';
import { memoryDownloads, scriptedNetwork } from '../../helpers/memory-downloads';
import { patterned } from '../../helpers/tiny-model-files';

const told = (format: unknown) => ({ 'transformers.js_config': { use_external_data_format: format } });

describe('weights beside a network', () => {
  const files = ['config.json', 'onnx/model_q4.onnx'];

  it.each([
    ['none', told(false), []],
    ['one, for true', told(true), ['onnx/model_q4.onnx_data']],
    ['as many as a number says', told(2), ['onnx/model_q4.onnx_data', 'onnx/model_q4.onnx_data_1']],
    ['those of a precision', told({ 'model_q4.onnx': 1, 'model.onnx': 3 }), ['onnx/model_q4.onnx_data']],
    ['those of every precision', told({ model: true }), ['onnx/model_q4.onnx_data']],
    ['none that another network has', told({ decoder: 1 }), []],
    ['none where nothing is told', {}, []],
    ['none where it makes no sense', told('many'), []],
    ['none for less than none', told(-3), []],
    ['none where there is no configuration', undefined, []],
  ])('are %s', (_, config, expected) => {
    expect(dataFiles(files, config)).toEqual(expected);
  });

  it('are at most a hundred, whatever is told', () => {
    expect(dataFiles(files, told(1e9))).toHaveLength(100);
  });

  it('come with the model, count as its own, and go with it', async () => {
    const [model] = TRANSFORMERS_CHAT_MODELS;
    if (!model) throw new Error('The catalogue is empty');
    const config = new TextEncoder().encode(JSON.stringify(told(2)));
    const network = model.files.find((path) => path.endsWith('.onnx')) ?? '';
    const paths = [...model.files, `${network}_data`, `${network}_data_1`];
    const bytesOf = (path: string): Uint8Array =>
      path === 'config.json' ? config : path.endsWith('.json') ? new TextEncoder().encode('{}') : patterned(30);
    const script = paths.map((path) => [hubUrl(model.repository, path), [{ bytes: bytesOf(path) }]] as const);
    const env = memoryDownloads(scriptedNetwork(Object.fromEntries(script)));
    await downloadModel(env, model, { report: () => undefined, signal: new AbortController().signal });
    expect(env.finished.size).toBe(paths.length);
    const bytes = paths.reduce((sum, path) => sum + bytesOf(path).length, 0);
    expect(await storedModels(env, [model])).toEqual([{ model: model.id, bytes, complete: true }]);
    await env.cache.remove({ cache: 'burrow models', url: hubUrl(model.repository, `${network}_data_1`) });
    expect(await storedModels(env, [model])).toMatchObject([{ complete: false }]);
    await removeModel(env, model, [model]);
    expect(env.finished.size).toBe(0);
  });
});
