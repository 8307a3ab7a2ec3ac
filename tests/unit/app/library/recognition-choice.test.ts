import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  askLater,
  filesForLater,
  likelyRecognitionLanguage,
  rememberRecognitionLanguage,
} from '../../../../src/app/library/recognition-choice';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';

function collection(id: string, ...languages: readonly string[]): CollectionView {
  return { collection: { id }, documents: languages.map((language) => ({ language })) } as unknown as CollectionView;
}

const likely = (view: CollectionView, ...tags: readonly string[]): string => likelyRecognitionLanguage(view, tags).code;

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

describe('the language of pictures', () => {
  test('is that of most documents, else that of the browser, else English', () => {
    expect(likely(collection('a', 'de', 'fr', 'de', 'und', 'und', 'und'), 'it')).toBe('deu');
    expect(likely(collection('a', 'und'), 'ru', 'zh-TW', 'it')).toBe('chi_tra');
    expect(likely(collection('a', 'ru'), 'ru')).toBe('eng');
  });

  test('stays as it was chosen for a collection, and gives way to the documents of another one', () => {
    rememberRecognitionLanguage('a', 'pol');
    expect(likely(collection('a', 'de'), 'it')).toBe('pol');
    expect(likely(collection('b', 'de'), 'it')).toBe('deu');
    expect(likely(collection('b'), 'it')).toBe('pol');
  });
});

describe('files that wait', () => {
  test('are not asked about again in their collection, and are in another one', () => {
    expect([...askLater('a', ['scan.pdf'])]).toEqual(['scan.pdf']);
    expect([...filesForLater('a')]).toEqual(['scan.pdf']);
    expect([...filesForLater('b')]).toEqual([]);
  });

  test('can be answered where the browser keeps nothing', () => {
    const setItem = (): never => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem });
    vi.stubGlobal('sessionStorage', { getItem: () => '{', setItem });
    rememberRecognitionLanguage('a', 'pol');
    expect([...askLater('a', ['scan.pdf'])]).toEqual(['scan.pdf']);
    expect([...filesForLater('a')]).toEqual([]);
  });
});
