import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  crossEncoderId,
  ENTAILMENT_MODELS,
  RERANKERS,
  type CrossEncoder,
} from '../../../src/core/models/catalogue/cross-encoders';
import { preselect } from '../../../src/core/models/catalogue/fit';
import { cards, CATALOGUE } from '../../../src/core/models/catalogue/catalogue';

const registry = readFileSync('node_modules/@huggingface/transformers/src/models/registry.js', 'utf8');
const ALL: readonly CrossEncoder[] = [...ENTAILMENT_MODELS, ...RERANKERS];
/** The architecture in each repository's config.json, looked up in November 2026. */
const TYPES: Readonly<Record<string, string>> = {
  'Xenova/nli-deberta-v3-xsmall': 'deberta-v2',
  'MoritzLaurer/deberta-v3-xsmall-zeroshot-v1.1-all-33': 'deberta-v2',
  'MoritzLaurer/multilingual-MiniLMv2-L6-mnli-xnli': 'xlm-roberta',
  'Xenova/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7': 'deberta-v2',
  'Xenova/ms-marco-MiniLM-L-6-v2': 'bert',
  'mixedbread-ai/mxbai-rerank-xsmall-v1': 'deberta-v2',
  'Xenova/bge-reranker-base': 'xlm-roberta',
  'onnx-community/gte-multilingual-reranker-base': 'new',
  'onnx-community/bge-reranker-v2-m3-ONNX': 'xlm-roberta',
};
/** Opened with the library's base class, which the made-up reranker of that type proves. */
const BASE = ['new'];

describe('the catalogue of sentence checkers and rerankers', () => {
  it('has only architectures that the installed transformers.js opens', () => {
    const known = registry.slice(registry.indexOf('const MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING_NAMES'));
    const names = known.slice(0, known.indexOf(']);'));
    for (const { repository } of ALL) {
      const type = TYPES[repository] ?? 'unknown';
      expect(BASE.includes(type) || names.includes(`['${type}',`), repository).toBe(true);
    }
  });

  it('has an id and a title of its own for each model of the whole catalogue', () => {
    for (const key of ['id', 'title'] as const) {
      const all = cards(CATALOGUE).map((model) => model[key]);
      expect(new Set(all).size, key).toBe(all.length);
    }
    expect(new Set(ALL.map(crossEncoderId)).size).toBe(ALL.length);
  });

  it('says of each model what a person wants to know before downloading it', () => {
    for (const model of ALL) {
      expect(model.downloadBytes, model.id).toBeGreaterThan(20e6);
      expect(model.memoryBytes, model.id).toBeGreaterThan(model.downloadBytes);
      expect(model.licence, model.id).toMatch(/^(?:Apache-2\.0|MIT)$/u);
      expect(model.languages, model.id).toBeTruthy();
      expect(model.use.split(' ').length, model.id).toBeLessThanOrEqual(25);
      expect(model.files.filter((file) => file.endsWith('.onnx'))).toHaveLength(1);
    }
  });

  it('suggests no large model where there is no GPU', () => {
    const hardware = { webgpu: false, reason: 'no adapter', memory: 16 * 2 ** 30 } as const;
    for (const models of [ENTAILMENT_MODELS, RERANKERS]) {
      expect(['small', 'medium']).toContain(preselect(models, hardware, null)?.tier);
    }
  });
});
