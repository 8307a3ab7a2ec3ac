import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';
import { smallWorld } from './small-world';

const index = indexOf(harbour());

describe('questions that the documents do not answer', () => {
  const unanswerable = [
    'What did Zorbanax invent?',
    'Who taught Brovik Zantherall at the lighthouse?',
    'What was the shoe size of Edda Marrow?',
    'What is the favourite colour of Clara Voss?',
    'Which telescope did Tobias Fenn buy?',
    'What upholstery does the wharf have?',
    'Who was the first president of France?',
    'How do I reset my password?',
    '月球基地在哪里？',
  ];
  for (const question of unanswerable) {
    for (const mode of ['auto', 'basic', 'global'] as const) {
      it(`${mode}: ${question}`, async () => {
        const answer = await answerTo(index, { question, mode });
        expect(answer.notFound).toBe(true);
        expect(answer.sentences.filter(({ role }) => role === 'plain')).toHaveLength(1);
        expect(answer.sentences[0]?.role).toBe('plain');
      });
    }
  }

  it('offers the closest passages as such', async () => {
    const answer = await answerTo(index, { question: 'What is the favourite colour of Clara Voss?' });
    expect(answer.sentences.slice(1).map(({ role }) => role)).toContain('item');
    expect(answer.citations.length).toBeGreaterThan(0);
  });

  it('does not answer from an attribute of something else', async () => {
    const answer = await answerTo(index, { question: 'Who painted Clara Voss?' });
    expect(answer.notFound).toBe(true);
  });
});

describe('a question in another form of the word that the documents have', () => {
  const trust = indexOf(
    smallWorld({
      documents: [
        {
          id: 'trust',
          title: 'Minutes of the Trust',
          paragraphs: [
            'Mr. Vane reported that the trust owed 1,275 pounds to the company Marlow & Sons.',
            'It rained.',
          ],
        },
      ],
    }),
  );

  it.each(['How much did the trust owe to Marlow & Sons?', 'What debt did the trust have with Marlow & Sons?'])(
    'is answered: %s',
    async (question) => {
      const answer = await answerTo(trust, { question });
      expect(answer.notFound).toBe(false);
      expect(answer.sentences[0]?.text).toContain('owed 1,275 pounds');
    },
  );
});

describe('a question about what the documents say is missing', () => {
  const parish = indexOf(
    smallWorld({
      documents: [
        {
          id: 'parish',
          title: 'Papers of the Parish',
          paragraphs: [
            'The diary of Dorcas Lane is missing from the parish chest. The chest was opened in 1911.',
            'Dorcas Lane left the parish in 1872 and was never seen there again. She kept bees.',
          ],
        },
      ],
    }),
  );

  it('is refused with the sentence that says so', async () => {
    const answer = await answerTo(parish, { question: 'What did the diary of Dorcas Lane say?' });
    expect(answer.notFound).toBe(true);
    expect(answer.sentences.map(({ role }) => role)).toEqual(['plain', 'item']);
    expect(answer.sentences[1]?.text).toBe('The diary of Dorcas Lane is missing from the parish chest.');
  });

  it('is answered when it asks what is missing', async () => {
    const answer = await answerTo(parish, { question: 'Which diary is missing from the chest?' });
    expect(answer.notFound).toBe(false);
  });

  it('is answered when another sentence says it', async () => {
    const answer = await answerTo(parish, { question: 'When did Dorcas Lane leave the parish?' });
    expect(answer.notFound).toBe(false);
    expect(answer.sentences[0]?.text).toContain('1872');
  });
});

describe('questions that the documents do answer', () => {
  const answerable = [
    'Who designed the lighthouse at Grey Point?',
    'When did Edda Marrow die?',
    'Which watch did the Harbour Company give Tobias Fenn?',
    'Why did fishermen refuse to pay the toll?',
    'Who built the iron bridge?',
    'How tall is the lighthouse?',
    'What does the lamp burn?',
    'Who founded the Harbour Company?',
    '守塔人每天写什么？',
  ];
  for (const question of answerable) {
    it(question, async () => expect((await answerTo(index, { question })).notFound).toBe(false));
  }
});
