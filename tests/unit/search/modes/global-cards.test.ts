import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from '../ask';
import { harbour } from '../harbour';
import { smallWorld } from '../small-world';

const SHARED = 'Ada Quill and Bert Lowe met Cora Finch at the mill.';
/** Communities of pairs of documents; one sentence stands in the reports of two, and one community tells of a disagreement. */
const pairs = indexOf(
  smallWorld({
    documents: [
      { id: 'a', title: 'A', paragraphs: [SHARED, 'Ada Quill bought the mill.'] },
      { id: 'b', title: 'B', paragraphs: ['Bert Lowe sold the boat.', 'Cora Finch kept the books.'] },
      { id: 'c', title: 'C', paragraphs: ['A disagreement on the price parted Dora Hale and Emil Stone.'] },
    ],
    entities: ['Ada Quill', 'Bert Lowe', 'Cora Finch', 'Dora Hale', 'Emil Stone'].map((title) => ({
      title,
      type: 'person',
    })),
    communities: [
      ['Ada Quill', 'Ada Quill bought the mill.'],
      ['Bert Lowe', 'Bert Lowe sold the boat.'],
      ['Cora Finch', 'Cora Finch kept the books.'],
      ['Dora Hale', 'A disagreement on the price parted Dora Hale and Emil Stone.'],
    ].map(([member = '', own = ''], community) => ({
      community,
      level: 0,
      parent: -1,
      members: [member],
      report: { title: member, rank: 5, findings: community < 3 ? [SHARED, own] : [own] },
    })),
  }),
);

describe('the cards of Global', () => {
  it('say no sentence that a card before them said', async () => {
    const { evidence } = await answerTo(pairs, { question: 'What are the main themes?', mode: 'global' });
    const quotes = evidence.communities.flatMap(({ sources }) => sources.map(({ quote }) => quote));
    expect(quotes.filter((quote) => quote === SHARED)).toHaveLength(1);
    expect(evidence.communities.filter(({ summary }) => summary.includes(SHARED))).toHaveLength(1);
    expect(evidence.communities).toHaveLength(4);
  });

  it('begin with what speaks of the task, where the question names one', async () => {
    const first = async (question: string) =>
      (await answerTo(pairs, { question, mode: 'global' })).evidence.communities[0]?.title;
    expect(await first('What disagreements are there?')).toBe('Dora Hale');
    expect(await first('What are the main themes?')).not.toBe('Dora Hale');
  });

  it('come with the task that a view of Explore does', async () => {
    const index = indexOf(harbour());
    const taskOf = async (question: string) => (await answerTo(index, { question })).evidence.task;
    expect(await taskOf('Make a timeline of the key events.')).toBe('timeline');
    expect(await taskOf('Summarise the documents.')).toBe('summary');
    expect(await taskOf('What do the documents disagree about?')).toBe('contradictions');
    expect(await taskOf('Who is Tobias Fenn?')).toBeUndefined();
  });
});
