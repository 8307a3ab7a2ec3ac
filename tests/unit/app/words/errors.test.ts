import { afterEach, expect, it } from 'vitest';
import { ParseError, StorageError } from '../../../../src/core/errors';
import { explain } from '../../../../src/app/words/errors';
import { language } from '../../../../src/app/words/language.svelte';
import { words as zh } from '../../../../src/app/words/zh';

const { words: en } = language;
afterEach(() => {
  language.words = en;
});

it('gives advice about space only when storage is full', () => {
  const gone = explain('Opening the collection', new StorageError('This collection is no longer here.'));
  expect(Object.values(gone).join(' ')).not.toMatch(/space|tabs/);
  expect(gone.kept).toBe('Everything you saved before is still there.');
});

it('says once what was kept', () => {
  const copy = explain(
    'Importing the collection',
    new ParseError('This is not a saved copy. Nothing was added.', { traits: ['says what was kept'] }),
  );
  expect(copy).toEqual({
    what: 'Importing the collection failed: This is not a saved copy. Nothing was added.',
    kept: '',
    next: '',
  });
});

it.each([
  ['It is gone', 'It is gone.'],
  ['It said “Gone.”', 'It said “Gone.”'],
  ['It is gone (status 404)', 'It is gone (status 404).'],
  ['It is gone. (Why?)', 'It is gone. (Why?)'],
])('ends the sentence of “%s” once', (reason, ended) => {
  expect(explain('Reading', new ParseError(reason)).what).toBe(`Reading failed: ${ended}`);
});

it('ends a Chinese sentence as Chinese does', () => {
  language.words = zh;
  expect(explain('读取', new ParseError('文件已损坏')).what).toBe('读取失败：文件已损坏。');
  expect(explain('读取', new ParseError('对方回答“没有。”')).what).toBe('读取失败：对方回答“没有。”');
});
