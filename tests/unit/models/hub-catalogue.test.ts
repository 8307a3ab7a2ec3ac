import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRANSFORMERS_CHAT_MODELS } from '../../../src/core/models/catalogue/transformers-chat-models';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import { preselect } from '../../../src/core/models/catalogue/fit';
import { CATALOGUE } from '../../../src/core/models/catalogue/catalogue';
import { FAKE_GPU, GIB } from '../../helpers/hardware';

const registry = readFileSync('node_modules/@huggingface/transformers/src/models/registry.js', 'utf8');
/** The architecture in each repository's config.json, and the table of transformers.js that opens it, looked up in November 2026. */
const TYPES: Readonly<Record<string, readonly [type: string, table: string]>> = {
  'Xenova/all-MiniLM-L6-v2': ['bert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'Xenova/bge-small-en-v1.5': ['bert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'Xenova/bge-base-en-v1.5': ['bert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'Xenova/multilingual-e5-small': ['bert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'onnx-community/granite-embedding-small-english-r2-ONNX': ['modernbert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'onnx-community/granite-embedding-97m-multilingual-r2-ONNX': ['modernbert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'onnx-community/granite-embedding-311m-multilingual-r2-ONNX': ['modernbert', 'MODEL_MAPPING_NAMES_ENCODER_ONLY'],
  'HuggingFaceTB/SmolLM2-135M-Instruct': ['llama', 'MODEL_FOR_CAUSAL_LM_MAPPING_NAMES'],
  'HuggingFaceTB/SmolLM2-360M-Instruct': ['llama', 'MODEL_FOR_CAUSAL_LM_MAPPING_NAMES'],
  'onnx-community/Qwen3-0.6B-ONNX': ['qwen3', 'MODEL_FOR_CAUSAL_LM_MAPPING_NAMES'],
  'onnx-community/Qwen3.5-0.8B-Text-ONNX': ['qwen3_5_text', 'MODEL_FOR_CAUSAL_LM_MAPPING_NAMES'],
};

describe('the catalogue of what transformers.js runs', () => {
  it.each([...EMBEDDING_MODELS, ...TRANSFORMERS_CHAT_MODELS].map((model) => [model.id, model] as const))(
    'has %s, whose architecture the installed package opens',
    (_, { repository, files }) => {
      const [type = 'unknown', table = 'unknown'] = TYPES[repository] ?? [];
      const known = registry.slice(registry.indexOf(`const ${table} `));
      expect(known.slice(0, known.indexOf(']);'))).toContain(`['${type}',`);
      expect(files.filter((file) => file.endsWith('.onnx'))).toHaveLength(1);
    },
  );

  it('says of each model what it reads, and when that was looked up', () => {
    for (const { id, languages, checked, licence, contextWindow, memoryBytes, downloadBytes } of CATALOGUE) {
      expect(languages, id).not.toBe('');
      expect(checked, id).toMatch(/^20\d\d-\d\d$/u);
      expect(licence, id).not.toBe('');
      expect(contextWindow, id).toBeGreaterThan(0);
      expect(memoryBytes, id).toBeGreaterThan(downloadBytes * 0.9);
    }
  });
});

describe('the embedding model that is offered first', () => {
  const gpu = { ...FAKE_GPU, memory: 16 * GIB };
  const phone = { ...gpu, memory: 4 * GIB, maxStorageBufferBindingSize: GIB / 8 };
  const none = { webgpu: false, reason: 'no adapter', memory: 8 * GIB } as const;
  const many = /^onnx-community\/granite-embedding-97m-multilingual-r2-ONNX/u;

  it.each([
    ['many languages, before there are documents', [], gpu, many],
    ['many languages, for documents in several', ['en', 'de'], gpu, many],
    ['many languages, on the processor where the GPU is too small', ['zh'], phone, many],
    ['many languages, without a GPU', ['zh'], none, many],
  ] as const)('reads %s', (_, languages, hardware, expected) => {
    const best = preselect(EMBEDDING_MODELS, hardware, null, languages);
    expect(best?.id).toMatch(expected);
    expect(best?.tier).not.toBe('large');
  });

  it('may read English alone where all documents are English, and their model is the only one that runs', () => {
    const english = EMBEDDING_MODELS.filter(({ languages }) => languages === 'English');
    expect(preselect(english, none, null, ['de'])?.languages).toBe('English');
    expect(preselect(EMBEDDING_MODELS, none, null, ['en'])).not.toBeNull();
  });
});
