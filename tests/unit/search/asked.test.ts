import { describe, expect, it } from 'vitest';
import { askedCollections, isRight } from '../../../bench/lib/asked-collections';
import { answerTo } from './ask';

const collections = await askedCollections();

describe('a question about a small collection as a whole', () => {
  for (const { name, index, questions } of collections) {
    for (const asked of questions.filter(({ breadth }) => breadth === 'broad')) {
      it(`goes to Global and is not refused there: ${name}, ${asked.question}`, async () => {
        const answer = await answerTo(index, { question: asked.question });
        expect(answer.mode).toBe('global');
        expect(isRight(asked, answer)).toBe(true);
      });
    }
  }

  it.each(['Fasse alles zusammen', 'Worum geht es hier?', 'Gib mir bitte einen Überblick.'])(
    'goes to Global in German, too: %s',
    async (question) => {
      for (const { index } of collections) {
        const { mode, notFound, citations } = await answerTo(index, { question });
        expect([mode, notFound, citations.length > 0]).toEqual(['global', false, true]);
      }
    },
  );

  it('is answered from different parts of the collection, nothing twice', async () => {
    const index = collections.find(({ name }) => name === 'rowing-club')?.index;
    if (!index) throw new Error('The rowing club is not among the fixtures.');
    const answer = await answerTo(index, { question: 'What are the main themes of these documents?' });
    const items = answer.sentences.filter(({ role }) => role === 'item').map(({ text }) => text);
    expect(new Set(items).size).toBe(items.length);
    const passages = answer.citations.flatMap((one) => one.passages);
    expect(new Set(passages.map(({ document_id }) => document_id)).size).toBeGreaterThanOrEqual(4);
  });
});

describe('a question about one thing in a small collection', () => {
  for (const { name, index, questions } of collections) {
    for (const asked of questions.filter(({ breadth }) => breadth === undefined)) {
      const wanted = asked.answer === null ? 'is refused' : 'is not refused';
      it(`${wanted}: ${name}, ${asked.question}`, async () => {
        const answer = await answerTo(index, { question: asked.question });
        expect(answer.notFound).toBe(asked.answer === null);
        if (asked.says !== undefined) expect(answer.sentences[0]?.text).toContain(asked.says);
      });
    }
  }
});

describe('a question of one fact', () => {
  for (const { name, index, questions } of collections) {
    for (const { question, answer: words } of questions.filter(({ first }) => first)) {
      it(`is answered by its sentence first, with two others at most: ${name}, ${question}`, async () => {
        const { sentences } = await answerTo(index, { question });
        expect(sentences[0]?.text).toContain(words);
        expect(sentences.length).toBeLessThanOrEqual(3);
      });
    }
  }
});

describe('how two came to know each other', () => {
  it('is followed by DRIFT from the passage that says that they met', async () => {
    const index = collections.find(({ name }) => name === 'surveyor')?.index;
    if (!index) throw new Error('The surveyor is not among the fixtures.');
    const question = 'How did Brzeska and Adamik come to know each other?';
    const { notFound, sentences, trace } = await answerTo(index, { question, mode: 'drift' });
    expect(notFound).toBe(false);
    expect(sentences[0]?.text).toContain('she met the botanist Leon Adamik');
    expect((trace.actions ?? []).some(({ id, state }) => id > 0 && state === 'answered')).toBe(true);
  });
});
