import { describe, expect, it } from 'vitest';
import { askedCollections } from '../../../bench/lib/asked-collections';
import { answerTo } from './ask';

const rows = (await askedCollections()).find(({ name }) => name === 'row-by-row');
if (!rows) throw new Error('The rows are not among the fixtures.');
const { index } = rows;

describe('a question that a row of a table answers', () => {
  it('is answered by the row that holds both the year and the place, and by no other', async () => {
    const answer = await answerTo(index, { question: 'What was the temperature at Chapel Spring in 2009?' });
    expect(answer.sentences.map(({ text }) => text)).toEqual([
      'Year: 2009 Site: Chapel Spring Temperature: 11.1 Notes: newts counted: 21',
    ]);
  });

  it('cites the words of a column that was not chosen as text', async () => {
    const answer = await answerTo(index, { question: 'What is the role of Tomasz Wrona?' });
    const passage = answer.citations[0]?.passages[0];
    const document = index.documents.get(passage?.document_id ?? '');
    expect(document?.title).toBe('Tomasz Wrona');
    expect(document?.text.slice(passage?.start, passage?.end)).toContain('role: Keeper of instruments');
  });

  it('is refused, the year named, when the rows hold other years only', async () => {
    const answer = await answerTo(index, { question: 'How many newts were counted at Otter Spring in 1963?' });
    expect(answer.notFound).toBe(true);
    expect(answer.sentences[0]?.text).toContain('1963');
  });
});
