import { describe, expect, it } from 'vitest';
import { answerTo, indexOf, wordsOf } from './ask';
import { smallWorld } from './small-world';

const index = indexOf(
  smallWorld({
    documents: [
      {
        id: 'minutes',
        title: 'Minutes of the Ferndale Chess Club',
        paragraphs: [
          'Present: Olga Petrova (chair) and Samuel Achebe (treasurer). The tea urn of the club is broken.',
          'The tennis courts at Marlow are closed. Captain Hollis avoided the Drowned Inn on a windless morning.',
          'Captain Hollis spoke of the harbour office with Ione Marchetti. Mother Ursel was born in 1789.',
          'The mast of the Calypso is 31 metres tall. The Calypso was painted at Ferndale.',
        ],
      },
      {
        id: 'tea',
        title: '会议记录',
        language: 'zh',
        paragraphs: ['王丽华指出，今年龙井茶的产量比去年下降了百分之十二，主要原因是三月的寒潮。'],
      },
    ],
    entities: [
      { title: 'Captain Hollis', type: 'person' },
      { title: 'Ione Marchetti', type: 'person' },
      { title: 'Mother Ursel', type: 'person' },
    ],
  }),
);

describe('a question whose point the documents do not hold', () => {
  for (const [question, earlier, named] of [
    ['Who is the president of the Ferndale Tennis Club?', [], ''],
    ['How tall is Captain Hollis?', [], 'height'],
    ['When was Captain Hollis born?', [], 'birth'],
    ['When was he born?', ['Who is Captain Hollis?'], 'birth'],
    ['When did Ione Marchetti die?', [], 'death'],
    ['今年苹果的产量是多少?', [], '苹果'],
    ['今年苹果产量是多少？', [], '苹果'],
  ] as const) {
    it(`is refused${named ? ` by the name of it` : ''}: ${question}`, async () => {
      const answer = await answerTo(index, { question, earlier });
      expect(answer.notFound).toBe(true);
      expect(answer.sentences[0]?.text).toContain(named);
    });
  }
});

describe('a question beside it whose point they do hold', () => {
  for (const [question, words] of [
    ['Who is the treasurer of the Ferndale Chess Club?', 'Samuel Achebe (treasurer)'],
    ['How tall is the mast of the Calypso?', '31 metres'],
    ['When was Mother Ursel born?', 'born in 1789'],
    ['今年龙井茶的产量怎么样?', '百分之十二'],
  ] as const) {
    it(`is answered: ${question}`, async () => {
      const answer = await answerTo(index, { question });
      expect(answer.notFound).toBe(false);
      expect(wordsOf(answer)).toContain(words);
    });
  }
});

describe('a few words behind a question that no document holds', () => {
  for (const [question, words] of [
    ['Who was Mother Ursel, try c?', 'born in 1789'],
    ['Who was Mother Ursel, case 13?', 'born in 1789'],
    ['Who was Mother Ursel – zorblax?', 'born in 1789'],
    ['Was the Calypso painted (attempt 2)?', 'painted at Ferndale'],
    ['Who was Mother Ursel? nd', 'born in 1789'],
    ['Who was Mother Ursel? thanks', 'born in 1789'],
    ['Was the Calypso painted nd?', 'painted at Ferndale'],
  ] as const) {
    it(`do not have it refused: ${question}`, async () => {
      const answer = await answerTo(index, { question });
      expect(answer.notFound).toBe(false);
      expect(wordsOf(answer)).toContain(words);
    });
  }

  for (const question of [
    `Who was Mother Ursel? ${'n'.repeat(4000)}?`,
    `Who was Mother Ursel? ${'n'.repeat(4000)}1`,
    `Who was Mother Ursel, ${' '.repeat(4000)}n${' '.repeat(4000)}1?`,
  ]) {
    it(`are left out, or kept, however long: ${question.slice(0, 28).trim()}…${question.slice(-1)}`, async () => {
      expect(wordsOf(await answerTo(index, { question }))).toContain('born in 1789');
    });
  }

  for (const question of [
    'How tall is Captain Hollis, try c?',
    'When was Captain Hollis born (attempt 2)?',
    'Did Captain Hollis keep bees?',
    'Did Captain Hollis keep bees? nd',
    'Did Captain Hollis keep an owl?',
    'Who is Captain Hollis, Zebedee?',
  ]) {
    it(`do not have it answered, nor does a name or a point of its own: ${question}`, async () => {
      expect((await answerTo(index, { question })).notFound).toBe(true);
    });
  }
});
