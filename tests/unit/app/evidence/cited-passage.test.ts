import type { Citation } from '../../../../src/core/search/evidence/evidence';
import { expect, it } from 'vitest';
import { citedPassage } from '../../../../src/app/evidence/cited-passage';

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

it('follows the other chips of a sentence in other words, though another passage shares more with it', () => {
  const chip: Citation = {
    number: 2,
    target: { kind: 'passage', textUnitId: 'u' },
    passages: citation.passages.slice(1),
  };
  const sentence = 'On Tuesday, before the Board met, somebody had let the water out.';
  expect(citedPassage(citation, sentence, all)?.document_id).toBe('minutes');
  expect(citedPassage(citation, sentence, all, [citation, chip])?.document_id).toBe('letter');
});

it('lets no small word that stands everywhere decide, and takes a word in another form for the same', () => {
  const passages = [
    passage('first', 'And there were, of those that had been there before, which were with them and their others.'),
    passage('second', 'The lamp was trimmed.'),
  ];
  const sentence = 'And those that were there with them had been trimming the lamps before.';
  expect(citedPassage({ ...citation, passages }, sentence, new Set(['first', 'second']))?.document_id).toBe('second');
});
