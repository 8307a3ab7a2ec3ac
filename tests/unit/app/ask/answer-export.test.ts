import type { Answer } from '../../../../src/core/search/answer/answer';
import { describe, expect, test } from 'vitest';
import { answerMarkdown, conversationMarkdown } from '../../../../src/app/ask/answer-export';
import { NO_EVIDENCE, type Evidence, type Passage } from '../../../../src/core/search/evidence/evidence';

const passage: Passage = {
  document_id: 'd',
  start: 0,
  end: 9,
  documentTitle: 'Log [1903]',
  page: 4,
  quote: 'The *dam*\nbroke.',
};

const TEXT = '## The dam\n\nThe <b>dam</b> broke.\n\n- Nobody saw it.';
const at = (words: string) => ({ start: TEXT.indexOf(words), end: TEXT.indexOf(words) + words.length });

const answer: Answer = {
  mode: 'local',
  method: 'Small model',
  evidence: NO_EVIDENCE,
  text: TEXT,
  sentences: [
    { text: '## The dam', citations: [], at: at('## The dam'), verdict: 'not checked', reason: 'no claim' },
    { text: 'The <b>dam</b> broke.', citations: [1, 2], at: at('The <b>dam</b> broke.'), verdict: 'quoted' },
    { text: 'Nobody saw it.', citations: [3], at: at('Nobody saw it.'), verdict: 'supported', reason: 'entailment' },
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
    expect(text).toContain('[^2]: Report “Floods”; “The');
    expect(text).toContain('broke.[^1][^2]');
  });

  test('keeps no word of a deleted document', () => {
    expect(text).toContain('[^3]: The document was deleted.');
  });

  test('says how it was made and carries no markup of the documents', () => {
    expect(text).toContain('*Written by Small model · Local search*');
    expect(text).toContain('\\<b>dam');
    expect(text).toMatch(/\n- Nobody saw it\./);
  });
});

test('an exported answer that was asked while documents were being read says so', () => {
  expect(answerMarkdown('What broke?', answer)).not.toContain('asked while');
  const early = answerMarkdown('What broke?', { ...answer, unread: 20, among: 60 });
  expect(early).toContain('· Asked while 20 of 60 documents were still being read*');
});

test('an exported answer names no writer where a model read and wrote nothing', () => {
  const { text: _, ...unwritten } = answer;
  const exported = answerMarkdown('What broke?', { ...unwritten, sentences: [], citations: [], notFound: true });
  expect(exported).not.toContain('Small model');
});

test('a written answer keeps its Markdown and says what is not to be taken as it stands', () => {
  const text = 'The **dam** broke. It was green.';
  const written: Answer = {
    ...answer,
    text,
    sentences: [
      { text: 'The **dam** broke.', citations: [1], at: { start: 0, end: 18 }, verdict: 'quoted' },
      { text: 'It was green.', citations: [], at: { start: 19, end: 32 }, verdict: 'unverified', reason: 'words' },
    ],
  };
  const exported = answerMarkdown('What broke?', written);
  expect(exported).toContain('The **dam** broke.[^1] It was green. [unverified: ');
  expect(exported).toContain('[^1]: “The');
});

test('evidence without a written answer is exported as quotations with footnotes, and words of nothing that is gone', () => {
  const range = { start: 0, end: 15 };
  const found = {
    ...{ textUnitId: 'u', documentId: 'd', documentTitle: 'Log [1903]', page: 4, headingPath: ['Floods'], ...range },
    ...{ text: 'The dam\n*broke*.', marks: [range], focus: range, head: '', language: 'en', score: 1, duplicates: [] },
  };
  const gone = { ...found, textUnitId: 'v', documentTitle: '', text: '', marks: [], focus: { start: 0, end: 0 } };
  const evidence: Evidence = { ...NO_EVIDENCE, passages: [found, gone], missing: [{ word: 'Damm', suggestions: [] }] };
  const { text: _text, ...rest } = answer;
  const exported = answerMarkdown('What broke?', {
    ...rest,
    method: 'evidence',
    evidence,
    sentences: [],
    citations: [],
  });
  expect(exported).toContain('> The dam\\\n> \\*broke\\*[^1]');
  expect(exported).toContain('[^1]: Log \\[1903\\], Floods, p. 4');
  expect(exported).toContain('No passage contains “Damm”.');
  expect(exported).not.toContain('[^2]');
});

test('what Burrow says before an answer stands before it', () => {
  const exported = answerMarkdown('What broke?', { ...answer, text: 'A dam.', lead: 'Please check it:' });
  expect(exported).toContain('## What broke?\n\n*Please check it:*\n\nA dam.');
});

test('a conversation is exported with footnotes that never meet', () => {
  const turn = { question: 'What broke?', answer, scope: '' };
  const text = conversationMarkdown('Dams', [turn, { ...turn, question: 'And then?' }]);
  const defined = [...text.matchAll(/^\[\^([\d-]+)\]:/gmu)].map(([, name]) => name);
  expect(defined).toEqual(['1-1', '1-2', '1-3', '2-1', '2-2', '2-3']);
  expect(text).toMatch(/^# Dams\n\n## What broke\?[\s\S]+\n## And then\?/u);
});
