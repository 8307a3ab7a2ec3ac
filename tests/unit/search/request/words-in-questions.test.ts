import { describe, expect, it } from 'vitest';
import { readQuestion } from '../../../../src/core/search/request/question';
import { answerTo, indexOf } from '../ask';
import { smallWorld } from '../small-world';

const index = indexOf(
  smallWorld({
    documents: [
      {
        id: 'deaths',
        title: 'Deaths',
        paragraphs: [
          'Tom Garside was seventeen when he died in the cave that night.',
          'The ordinance was repealed³ in May, and the narrator had a wide view of the bay.',
          'Two advertisements stood in the paper. The AD of the theatre was the larger one.',
        ],
      },
      {
        id: 'health',
        title: 'Health',
        paragraphs: [
          'The WHO sent two doctors to the harbour. They recommended that water be boiled.',
          'Who was it that went up, and who came down? It was never known.',
          'The IT desk was closed. In 1971 the band played Substitute at the town hall; people had come for The Who.',
        ],
      },
      {
        id: 'play',
        title: 'A play',
        paragraphs: ['Somebody said: to be, or not to be, that is the question.', 'It rained.'],
      },
      {
        id: 'werk',
        title: 'Werk',
        language: 'de',
        paragraphs: ['Die Häuser der Arbeiter standen am Fluss, und die Brücke war noch nicht gebaut.'],
      },
      {
        id: 'mayak',
        title: 'Маяк',
        language: 'ru',
        paragraphs: ['Смотритель маяка записал в книге, что корабли не вернулись.'],
      },
      {
        id: 'hai-dang',
        title: 'Hải đăng',
        language: 'vi',
        paragraphs: ['Người canh giữ hải đăng đã ghi lại tên của những con tàu.'],
      },
    ],
    entities: [{ title: 'WHO', type: 'organization', aliases: [] }],
  }),
);

const first = async (question: string): Promise<string | undefined> =>
  (await answerTo(index, { question, mode: 'basic' })).evidence.passages[0]?.text;
const missing = (question: string) => readQuestion(index, { question, mode: 'auto' }).missing;

describe('a question finds a word in another form', () => {
  it.each([
    ['How did Tom Garside die?', 'died in the cave'],
    ['When was the ordinance repealed?', 'repealed³'],
    ['Wo stand das Haus des Arbeiters?', 'Die Häuser der Arbeiter'],
    ['Что записано в книгах смотрителей?', 'Смотритель маяка'],
    ['hải đăng', 'hải đăng'],
  ])('%s', async (question, words) => {
    expect(await first(question)).toContain(words);
    expect(missing(question)).toEqual([]);
  });
});

describe('function words that name something', () => {
  it.each([
    ['What did the WHO recommend?', 'The WHO sent two doctors'],
    ['Did people come for The Who?', 'people had come for The Who'],
    ['Where is the IT desk?', 'The IT desk'],
    ['WHO', 'The WHO sent two doctors'],
    ['to be or not to be', 'to be, or not to be'],
    ['"To be or not to be"', 'to be, or not to be'],
  ])('are searched for: %s', async (question, words) => {
    expect(await first(question)).toContain(words);
  });

  it('name the entity that is called so', () => {
    const { entities } = readQuestion(index, { question: 'What did the WHO recommend?', mode: 'auto' });
    expect(entities.map((row) => index.tables.entities[row]?.title)).toEqual(['WHO']);
  });

  it('are about the whole collection where nobody wrote them so', () => {
    expect(readQuestion(index, { question: 'What is it all about then?', mode: 'auto' }).scope).toBe('whole');
  });
});

describe('another word', () => {
  it.each([
    ["What was the narrator's wife called?", 'wife'],
    ['Which ads were there?', 'ads'],
  ])('is never searched for in place of one that was typed: %s', (question, word) => {
    expect(missing(question).find((one) => one.word === word)?.searched).toBeUndefined();
  });

  it('is searched for where a name has a slip in it', () => {
    expect(missing('How did Tom Garsde die?')).toMatchObject([{ word: 'Garsde', searched: 'Garside' }]);
  });

  it('that stands nowhere is told, also with a number beside it', () => {
    expect(missing('What does it say about COVID-19 in 1971?').map(({ word }) => word)).toEqual(['COVID-19']);
  });
});

describe('a passage in a language that no document has', () => {
  const mixed = indexOf(
    smallWorld({
      documents: [
        {
          id: 'a',
          title: 'Notes',
          paragraphs: ['The harbour was closed in the winter and the boats stayed on the shore.'],
        },
        {
          id: 'b',
          title: 'Letters',
          paragraphs: [
            'Les administrations de la ville ont fermé les écoles, et les étudiants sont dans les rues avec leurs livres pour une semaine.',
          ],
        },
        { id: 'c', title: 'Liste', language: 'und', paragraphs: ['batteries, universities, Twinings'] },
        {
          id: 'd',
          title: 'Brief',
          language: 'de',
          paragraphs: ['Der Brief lag auf dem Tisch, als sie am Abend nach Hause kam.'],
        },
      ],
    }),
  );

  it.each(['administrations', 'étudiants', 'écoles', 'universities', 'Twinings'])(
    'is found by its word “%s”',
    async (word) => {
      const answer = await answerTo(mixed, { question: word, mode: 'basic' });
      expect(answer.evidence.missing).toEqual([]);
      expect(answer.evidence.passages[0]?.text).toContain(word);
    },
  );
});
