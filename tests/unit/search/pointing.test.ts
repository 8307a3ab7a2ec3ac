import { describe, expect, it } from 'vitest';
import { pointsBack } from '../../../src/core/search/pointing';
import { answerTo, indexOf } from './ask';
import { smallWorld } from './small-world';

describe('what a question points back at', () => {
  for (const [question, pointing] of [
    ['Where did she die?', 'person'],
    ['Can he sublet the premises?', 'person'],
    ['When did the committee discuss it?', 'thing'],
    ['After the trial, where did she go?', 'person'],
    ['Who lived there?', 'any'],
    ['What do they say about the tower?', 'many'],
    ['他什么时候去世的？', 'person'],
    ['How much is the deposit and who holds it?', null],
    ['When was the bridge built, and who paid for it?', null],
    ['How old was the boy when he drowned?', null],
    ['押金是多少，由谁保管它？', null],
    ['还有其他的计划吗？', null],
  ] as const) {
    it(`is ${pointing ?? 'nothing said before'}: ${question}`, () => expect(pointsBack(question)).toBe(pointing));
  }
});

describe('a pronoun', () => {
  const index = indexOf(
    smallWorld({
      documents: [
        {
          id: 'lease',
          title: 'Lease',
          paragraphs: [
            'A deposit of £6,150 is held by Lowther and Finch. It is returned after the term.',
            'Elm Weir stands above the mill. Jonas Pell kept Elm Weir until 1931, and he is buried in the chapel.',
          ],
        },
      ],
      entities: [
        { title: 'Elm Weir', type: 'place' },
        { title: 'deposit', type: 'object' },
        { title: 'Jonas Pell', type: 'person' },
        { title: 'Robert Dunn', type: 'person' },
      ],
    }),
  );
  const reasonOf = async (question: string, earlier: readonly string[]): Promise<string> =>
    (await answerTo(index, { question, earlier })).trace.reason;

  it('stands for what its own question names before it stands for an earlier one', async () => {
    const answer = await answerTo(index, {
      question: 'How much is the deposit and who holds it?',
      earlier: ['Who kept Elm Weir?'],
    });
    expect(answer.notFound).toBe(false);
    expect(answer.trace.reason).not.toContain('follow-up');
  });

  it('of a person stands for no place', async () => {
    expect(await reasonOf('Where is he buried?', ['Where is Elm Weir?', 'Who was Jonas Pell?'])).toContain(
      'a follow-up about Jonas Pell',
    );
    expect(await reasonOf('Where is he buried?', ['Where is Elm Weir?'])).not.toContain('follow-up');
  });

  it('of a thing stands for no person', async () => {
    expect(await reasonOf('Where does it stand?', ['Did Jonas Pell keep Elm Weir?'])).toMatch(/about Elm Weir\.$/);
  });

  it('of a person stands for the newest person, whether a question or an answer names them', async () => {
    const asked = 'And what did he do then?';
    const about = async (turns: readonly (readonly [question: string, answer: string])[]): Promise<string> => {
      const history = turns.map(([question, answer]) => ({ question, answer }));
      const earlier = turns.map(([question]) => question);
      return (await answerTo(index, { question: asked, earlier, history })).trace.reason;
    };
    const keeper = ['Who kept Elm Weir?', 'Jonas Pell kept Elm Weir until 1931.'] as const;
    expect(await about([keeper, ['Who was Robert Dunn?', '']])).toMatch(/about Jonas Pell\.$/);
    expect(await about([['What is a weir?', 'A low dam.'], keeper])).toMatch(/about Jonas Pell\.$/);
    expect(await about([['What is a deposit?', 'Money.']])).not.toContain('follow-up');
  });

  it('of several stands for the documents where nothing plural was named', async () => {
    const board = indexOf(
      smallWorld({
        documents: [
          {
            id: 'd',
            title: 'Log',
            paragraphs: ['The Aurelia was lost. The Harbour Board met Jonas Pell and Robert Dunn.'],
          },
        ],
        entities: [
          { title: 'Aurelia', type: 'concept' },
          { title: 'Harbour Board', type: 'organization' },
          { title: 'Jonas Pell', type: 'person' },
          { title: 'Robert Dunn', type: 'person' },
        ],
      }),
    );
    for (const [question, earlier, about] of [
      ['What do they say about the tower?', 'When was the Aurelia lost?', null],
      ['What do they say about the tower?', 'Who was Jonas Pell?', null],
      ['What do they say about the tower?', 'What did the Harbour Board decide?', 'Harbour Board'],
      ['What do they say about the tower?', 'Did Jonas Pell know Robert Dunn?', 'Jonas Pell and Robert Dunn'],
      ['When did they die?', 'Who was Jonas Pell?', 'Jonas Pell'],
    ] as const) {
      const { trace } = await answerTo(board, { question, earlier: [earlier], mode: 'global' });
      if (about === null) expect(trace.reason).not.toContain('follow-up');
      else expect(trace.reason).toContain(`a follow-up about ${about}.`);
    }
  });

  it('of a woman stands for no man', async () => {
    const told = indexOf(
      smallWorld({
        documents: [
          { id: 'd', title: 'Diary', paragraphs: ['Ada Marsh met Jonas Pell. She left for Corran in 1904.'] },
        ],
        entities: [
          { title: 'Ada Marsh', type: 'person', description: 'She kept the diary.' },
          { title: 'Jonas Pell', type: 'person', description: 'He built the bridge.' },
        ],
      }),
    );
    const earlier = ['Who was Jonas Pell?', 'Who was Ada Marsh?'];
    const { trace } = await answerTo(told, { question: 'And what did she do then?', earlier });
    expect(trace.reason).toMatch(/about Ada Marsh\.$/);
  });
});
