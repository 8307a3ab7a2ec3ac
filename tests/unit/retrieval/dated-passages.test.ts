import { describe, expect, it } from 'vitest';
import { preferDated } from '../../../src/core/retrieval/documents/dated-passages';
import { documentDate } from '../../../src/core/retrieval/documents/document-dates';
import { indexOf } from '../search/ask';
import { smallWorld } from '../search/small-world';

const world = smallWorld({
  documents: [
    {
      id: 'march',
      title: 'Minutes, 4 March 2026',
      paragraphs: ['Ada Marsh took the chair.', 'Rosa Pell read the letter.'],
    },
    { id: 'april', title: 'Minutes of 1 April 2026', paragraphs: ['Ada Marsh took the chair.', 'Nobody came.'] },
    { id: 'letter', title: 'A letter', paragraphs: ['The chair was sold on April 1, 2026.', 'It was old in 2026.'] },
  ],
});
const index = indexOf(world);
const hits = world.textUnits.map((_, id) => ({ id, score: 1 - id / 10 }));
const order = (question: string) => preferDated(index, question, hits).map(({ id }) => world.textUnits[id]?.id);
const asFound = world.textUnits.map(({ id }) => id);

describe('preferDated', () => {
  it('moves passages forward that are of the day, by their document or by their text, however it is written', () => {
    expect(order('Who took the chair on 2026-04-01?').slice(0, 3)).toEqual(['april-0', 'april-1', 'letter-0']);
    expect(order('Who took the chair in April 2026?').slice(0, 3)).toEqual(['april-0', 'april-1', 'letter-0']);
  });

  it('leaves the order where the question names no day and no month, or none that a passage has', () => {
    expect(order('Who took the chair?')).toEqual(asFound);
    expect(order('Who took the chair in 2026?')).toEqual(asFound);
    expect(order('Who took the chair on 5 May 2026?')).toEqual(asFound);
  });
});

describe('documentDate', () => {
  const [document] = world.documents;
  const dated = (changes: object) =>
    document && documentDate({ ...document, title: 'Minutes', source_path: 'minutes.txt', ...changes });

  it('is that of a field, the title, the file name or the head of the text', () => {
    const attributes = JSON.stringify({ date: 'Wed, 1 Apr 2026 10:00:00 +0200' });
    expect(dated({ attributes, title: 'Minutes, 4 March 2026' })).toBe('2026-04-01');
    expect(dated({ title: 'Minutes, 4 March 2026' })).toBe('2026-03-04');
    expect(dated({ source_path: 'board/minutes-2026-05-06.txt' })).toBe('2026-05-06');
    expect(dated({ text: 'Held on 7 June 2026.' })).toBe('2026-06-07');
    expect(dated({ text: 'Held in the hall.' })).toBeNull();
  });
});
