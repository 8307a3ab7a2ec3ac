import { describe, expect, it } from 'vitest';
import { askedCollections } from '../../../bench/lib/asked-collections';
import { listMarkLength } from '../../../src/core/search/list-marks';
import { answerTo, indexOf, wordsOf } from './ask';
import { smallWorld } from './small-world';

const lengthIn = (text: string, from: string, language = 'en'): number =>
  listMarkLength({ text, language }, { start: text.indexOf(from), end: text.length });

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
    ['1. Mend the wall.\n2. Mend the gate.', '2. Mend', '2. '],
    ['1. Tie the wall,\nall of it.\n\n2. Mend the gate.', '1. Tie', '1. '],
    ['1. Of the mill\n\nIt was sold.\n\n2. Of the gate', '2. Of', ''],
    ['1. Tie the wall.\n3. Mend the gate.', '3. Mend', ''],
    ['2) Tie the wall.\n3. Mend the gate.', '3. Mend', ''],
    ['- 5 degrees in the morning\n- 3 degrees at noon', '- 3', ''],
    ['* 5 eggs\n* 3 apples', '* 3', '* '],
  ] as const) {
    it(`is ${mark === '' ? 'none' : `“${mark.trim()}”`}: ${from} in ${JSON.stringify(text)}`, () =>
      expect(lengthIn(text, from)).toBe(mark.length));
  }
});

describe('the number of a German list', () => {
  for (const [text, from, mark] of [
    ['1. Mauer verfugen.\n2. Tor ersetzen.', '2. Tor', '2. '],
    ['1. Der Mieter zahlt.\n2. Der Vermieter heizt.', '2. Der', '2. '],
    ['1. Mai 1950 Regatta.\n2. Mai 1950 Ball.\n3. Mai 1950 Abreise.', '2. Mai', ''],
    ['2. Okt. 1950 Regatta.\n3. Okt. 1950 Ball.', '3. Okt', ''],
    ['1. 10. 1950 Regatta.\n2. 10. 1950 Ball.', '2. 10', ''],
    ['3. Oktober 1990 Gründung.\n3. Oktober 2000 Feier.', '3. Oktober 2000', ''],
    ['1. Weltkrieg: Werft geschlossen.\n2. Weltkrieg: Werft zerstört.', '2. Weltkrieg', ''],
    ['1. Bürgermeister: Karl Ott\n2. Bürgermeisterin: Ida Moe', '2. Bürger', ''],
    ['1. Vorsitzender: Karl Ott\n2. Kassier: Ida Moe', '1. Vors', ''],
    ['1. Bootsfrau: Ida Moe\n2. Bootsfrau: Olga Petrova', '2. Boots', ''],
    ['1. Anker lichten.\nKarl war beim\n2. Anlauf dabei.', '2. Anlauf', ''],
  ] as const) {
    it(`is ${mark === '' ? 'no day, and no other ordinal' : `“${mark.trim()}”`}: ${from} in ${JSON.stringify(text)}`, () =>
      expect(lengthIn(text, from, 'de')).toBe(mark.length));
  }
});

it('leaves the day to an answer of a chronicle of days', async () => {
  const paragraphs = [
    '1. Mai 1950 Ball im Rathaus.\n2. Mai 1950 Regatta auf dem Fluss.\n3. Mai 1950 Abreise der Gäste.',
  ];
  const index = indexOf(smallWorld({ documents: [{ id: 'chronik', title: 'Chronik', language: 'de', paragraphs }] }));
  const answer = await answerTo(index, { question: 'Wann war die Regatta auf dem Fluss?' });
  expect(wordsOf(answer)).toContain('2. Mai 1950 Regatta auf dem Fluss.');
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
