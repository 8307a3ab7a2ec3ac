import { expect, it } from 'vitest';
import { ParseError, StorageError } from '../../../../src/core/errors';
import { explain } from '../../../../src/app/words/errors';

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
