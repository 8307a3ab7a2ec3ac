import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from './ask';
import { smallWorld } from './small-world';

describe('Global without a model', () => {
  const index = indexOf(
    smallWorld({
      documents: [
        { id: 'diary', title: 'Diary', paragraphs: ['Ada Marsh kept the harbour book. The tide was low.'] },
        { id: 'ledger', title: 'Ledger', paragraphs: ['Paid to Ada Marsh four pounds. The quay was mended.'] },
      ],
      entities: [{ title: 'Ada Marsh', type: 'person' }],
      communities: [
        {
          community: 0,
          level: 0,
          parent: -1,
          members: ['Ada Marsh'],
          report: {
            title: 'Ada Marsh',
            rank: 5,
            findings: ['Ada Marsh kept the harbour book. Paid to Ada Marsh four pounds.'],
          },
        },
      ],
    }),
  );

  it('says in one item what one document says', async () => {
    const { sentences, citations } = await answerTo(index, { question: 'What are the main themes?', mode: 'global' });
    const items = sentences.filter(({ role }) => role === 'item');
    expect(items.map(({ text }) => text)).toEqual([
      'Ada Marsh kept the harbour book.',
      'Paid to Ada Marsh four pounds.',
    ]);
    const documentsOf = (numbers: readonly number[]) =>
      citations
        .filter(({ number, target }) => numbers.includes(number) && target.kind === 'passage')
        .flatMap(({ passages }) => passages.map((passage) => passage.document_id));
    expect(items.map(({ citations: cited }) => documentsOf(cited))).toEqual([['diary'], ['ledger']]);
  });
});
