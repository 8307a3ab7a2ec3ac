import { describe, expect, it } from 'vitest';
import { askedDeed } from '../../../src/core/search/asked-deed';
import { answerTo, indexOf, wordsOf } from './ask';
import { smallWorld } from './small-world';

it('has a German verb with its prefix, too, where that stands apart', () => {
  expect(askedDeed('Wer tauschte die Drehgeber aus?')?.verb).toEqual(['tauscht', 'austauscht']);
});

describe('whom somebody did something to', () => {
  const paragraphs = ['Captain Moe came ashore at noon. He blamed the mate for the wreck.', 'The harbour lay quiet.'];
  const index = indexOf(
    smallWorld({
      documents: [{ id: 'log', title: 'Log', paragraphs }],
      entities: [{ title: 'Captain Moe', type: 'person' }],
    }),
  );
  it.each(['Who did Moe blame?', 'Who has Moe blamed?'])('is not refused as a deed of nobody: %s', async (question) => {
    const answer = await answerTo(index, { question });
    expect(answer.notFound).toBe(false);
    expect(wordsOf(answer)).toContain('He blamed the mate');
  });
});

describe('the deed of which it is asked who did it', () => {
  for (const [question, verb] of [
    ['Who designed the lighthouse?', 'design'],
    ['Who shall inspect the landing stage?', 'inspect'],
    ['Wer baute die Bergstation?', 'baut'],
    ['Wer hat die Fotos gemacht?', 'gemacht'],
    ['Who is the mayor of Bergen?', undefined],
    ['Who was paid for the timber?', undefined],
    ['Who drowned?', undefined],
    ['Who has blamed Moe?', 'blame'],
    ['Who did Moe blame?', undefined],
    ['Who did the club blame?', undefined],
    ['Who does moe trust most?', undefined],
    ['Who has Moe blamed?', undefined],
    ['Who has moe blamed?', undefined],
    ['Who will Moe blame?', undefined],
    ['Wer ist Karl Overbeck?', undefined],
    ['When did she die?', undefined],
  ] as const) {
    it(`is ${verb ?? 'none'}: ${question}`, () => expect(askedDeed(question)?.verb[0]).toBe(verb));
  }
});

describe('a deed that is told without its verb', () => {
  const documents = [
    {
      id: 'lists',
      title: 'Autumn at the Parish Hall',
      paragraphs: [
        'Violin class: Mr. Ott, Tuesdays at four. Choir practice is on Mondays.',
        'First place in the rowing race: Karl Otto. The boats were painted by Ida Moe.',
        'The kitchen shop has been in the hands of Olga Petrova since May.',
        '| Duty | Who |\n| --- | --- |\n| Payments | Samuel Achebe |\n| Keys | Ione Marchetti |',
        'Samuel Achebe sold the lower meadow in 1996. Peder Vik shall inspect the landing stage.',
      ],
    },
    {
      id: 'herbst',
      title: 'Herbst im Pfarrsaal',
      language: 'de',
      paragraphs: [
        'Anna Weiss ist Lehrerin für Geige. Der Chor probt montags.',
        'Erster Platz im Rudern: Karl Otto. Kasse: Frau Lindner.',
        'Der Kapitän Onno Brahms kannte die Barkasse. Die größte Barkasse war der Viermaster Gesine.',
      ],
    },
  ];
  const index = indexOf(smallWorld({ documents }));

  it.each([
    ['Who teaches the violin class?', 'Mr. Ott'],
    ['Who won the rowing race?', 'Karl Otto'],
    ['Who runs the kitchen shop?', 'Olga Petrova'],
    ['Who handles the payments?', 'Samuel Achebe'],
    ['Wer unterrichtet Geige?', 'Anna Weiss'],
    ['Wer gewann im Rudern?', 'Karl Otto'],
    ['Wer verwaltet die Kasse?', 'Frau Lindner'],
  ])('is answered: %s', async (question, who) => {
    const answer = await answerTo(index, { question });
    expect(answer.notFound).toBe(false);
    expect(answer.sentences[0]?.text).toContain(who);
  });

  it.each([
    'Who bought the lower meadow?',
    'Who painted the landing stage?',
    'Who designed the boats?',
    'Who tuned the choir?',
    'Wer malte die Barkasse?',
  ])('is refused where somebody does something else with it, or nobody is named: %s', async (question) => {
    expect((await answerTo(index, { question })).notFound).toBe(true);
  });
});
