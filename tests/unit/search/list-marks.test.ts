import { describe, expect, it } from 'vitest';
import { askedCollections } from '../../../bench/lib/asked-collections';
import { listMarkLength } from '../../../src/core/search/list-marks';
import { answerTo } from './ask';

const lengthIn = (text: string, from: string): number =>
  listMarkLength({ text }, { start: text.indexOf(from), end: text.length });

describe('the number or bullet of a list', () => {
  for (const [text, from, mark] of [
    ['It recommends:\n\n1. Tie the wall.\n2. Mend the gate.', '2. Mend', '2. '],
    ['(1) Tie the wall.\n(2) Mend the gate.', '(1)', '(1) '],
    ['1. Tie the wall.\n1. Mend the gate.', '1. Mend', '1. '],
    ['Then:\n- Tie the wall.', '- Tie', '- '],
    ['It ended in\n1936. Then came the flood.', '1936.', ''],
    ['Der Tag war der\n3. November und kalt.', '3. November', ''],
    ['It costs 2. Then 3. Then more.', '2. Then', ''],
    ['Tie the wall.', 'Tie', ''],
  ] as const) {
    it(`is ${mark === '' ? 'none' : `“${mark.trim()}”`}: ${from} in ${JSON.stringify(text)}`, () =>
      expect(lengthIn(text, from)).toBe(mark.length));
  }
});

describe('an answer with a sentence of a list', async () => {
  const index = (await askedCollections()).find(({ name }) => name === 'mill-report')?.index;
  if (!index) throw new Error('The mill is not among the fixtures.');

  for (const mode of ['local', 'basic', 'global', 'drift'] as const) {
    it(`shows it without its number and cites the exact words: ${mode}`, async () => {
      const question = 'What should the sluice gate be replaced by?';
      const { sentences, citations } = await answerTo(index, { question, mode });
      expect(sentences.map(({ text }) => text)).toContain('The sluice gate should be replaced by one of larch.');
      for (const { text } of sentences) expect(text).not.toMatch(/^\d+\. /u);
      for (const { document_id, start, end, quote } of citations.flatMap(({ passages }) => passages)) {
        expect(index.documents.get(document_id)?.text.slice(start, end)).toBe(quote);
      }
    });
  }
});
