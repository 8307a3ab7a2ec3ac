import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  RECOGNISER_BYTES,
  RECOGNITION_LANGUAGES,
  recognitionLanguage,
  recognitionLanguageOf,
} from '../../../src/core/tables/recognition-languages';

const { resolve } = createRequire(import.meta.url);
const bytesOf = (file: string): number => statSync(resolve(file)).size;

describe('the languages of pictures', () => {
  test('are those whose data is installed, with the size of each', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
    const installed = Object.keys(dependencies).filter((name) => name.startsWith('@tesseract.js-data/'));
    const listed = RECOGNITION_LANGUAGES.map(({ code, bytes }) => [`@tesseract.js-data/${code}`, bytes]);
    const sizes = installed.map((name) => {
      const code = name.slice(name.indexOf('/') + 1);
      return [name, bytesOf(`${name}/4.0.0_best_int/${code}.traineddata.gz`)];
    });
    expect(listed.toSorted()).toEqual(sizes.toSorted());
  });

  test('come with Tesseract, whose size is known', () => {
    const parts = ['js', 'wasm'].map((end) => bytesOf(`tesseract.js-core/tesseract-core-simd-lstm.${end}`));
    expect(RECOGNISER_BYTES).toBe(parts.reduce((sum, bytes) => sum + bytes, 0));
  });

  test.each([
    ['de-AT', 'deu'],
    ['zh', 'chi_sim'],
    ['zh-TW', 'chi_tra'],
    ['en', 'eng'],
    ['ru', undefined],
    ['not a tag', undefined],
  ])('are found by the tag %s', (tag, code) => {
    expect(recognitionLanguageOf(tag)?.code).toBe(code);
  });

  test('are English where a code is missing or unknown', () => {
    expect([recognitionLanguage(undefined).code, recognitionLanguage('xyz').code]).toEqual(['eng', 'eng']);
  });

  test('are all named where documents tell them to people', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const [line = ''] = /^- Pictures are read in .*\n.*$/mu.exec(readFileSync('docs/documents.md', 'utf8')) ?? [];
    for (const { tag } of RECOGNITION_LANGUAGES) expect(line).toContain(names.of(tag));
  });
});
