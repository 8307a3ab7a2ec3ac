import { describe, expect, test } from 'vitest';
import { answerMarkdown } from '../../../src/app/answer-markdown';
import type { Answer, Passage } from '../../../src/core/search/events';

const passage: Passage = {
  document_id: 'd',
  start: 0,
  end: 9,
  documentTitle: 'Log [1903]',
  page: 4,
  quote: 'The *dam*\nbroke.',
};

const answer: Answer = {
  mode: 'local',
  method: 'extractive',
  sentences: [
    { text: 'The dam', citations: [], role: 'heading' },
    { text: 'The <b>dam</b> broke.', citations: [1, 2], role: 'sentence' },
    { text: 'Nobody saw it.', citations: [3], role: 'item' },
  ],
  citations: [
    { number: 1, target: { kind: 'passage', textUnitId: 'u' }, passages: [passage] },
    { number: 2, target: { kind: 'report', community: 3, title: 'Floods' }, passages: [passage] },
    {
      number: 3,
      target: { kind: 'passage', textUnitId: 'v' },
      passages: [{ ...passage, quote: '', documentTitle: '' }],
    },
  ],
  notFound: false,
  stopped: false,
  trace: { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 0 },
};

describe('an exported answer', () => {
  const text = answerMarkdown('What broke?', answer);

  test('has a footnote with quote, document and page for every citation', () => {
    expect(text).toContain('[^1]: “The \\*dam\\* broke.” (Log \\[1903\\], page 4)');
    expect(text).toContain('[^2]: report “Floods”; “The');
    expect(text).toContain('broke.[^1][^2]');
  });

  test('keeps no word of a deleted document', () => {
    expect(text).toContain('[^3]: The document was deleted.');
  });

  test('says how it was made and carries no markup of the documents', () => {
    expect(text).toContain('Extracted, no model');
    expect(text).not.toContain('<b>');
    expect(text).toMatch(/\n- Nobody saw it\./);
  });
});
