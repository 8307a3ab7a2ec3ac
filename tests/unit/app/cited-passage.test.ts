import { expect, it } from 'vitest';
import { citedPassage } from '../../../src/app/cited-passage';
import type { Citation } from '../../../src/core/search/events';

const passage = (document_id: string, quote: string) => ({
  document_id,
  start: 0,
  end: quote.length,
  documentTitle: document_id,
  page: null,
  quote,
});
const citation: Citation = {
  number: 1,
  target: { kind: 'report', community: 1, title: 'The dam' },
  passages: [
    passage('minutes', 'The Board met on Tuesday and resolved nothing.'),
    passage('letter', 'Agnes Hale wrote that the sluice had been opened by night.'),
  ],
};
const all = new Set(['minutes', 'letter']);

it('shows a sentence in other words the passage that shares most with it', () => {
  expect(citedPassage(citation, 'By night the sluice was opened, Agnes Hale says.', all)?.document_id).toBe('letter');
});

it('shows the best passage where none shares a word with the sentence', () => {
  expect(citedPassage(citation, '某人夜里打开了闸门。', all)?.document_id).toBe('minutes');
});

it('shows only passages of documents that are still here', () => {
  expect(citedPassage(citation, 'The sluice was opened.', new Set(['minutes']))?.document_id).toBe('minutes');
  expect(citedPassage(citation, 'The sluice was opened.', new Set())).toBeUndefined();
});
