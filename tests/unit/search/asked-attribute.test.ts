import { describe, expect, it } from 'vitest';
import { askedAttribute } from '../../../src/core/search/asked-attribute';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';
import { smallWorld } from './small-world';

describe('what a question asks of something', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['How many parking places come with the flat?', 'parking places'],
    ['What was the shoe size of Edda Marrow?', 'shoe size'],
    ["What is Clara Voss's phone number?", 'phone number'],
    ['What is the membership fee?', 'membership fee'],
    ['Which insurance does the tenant need?', 'insurance'],
    ['How old is Tobias Fenn?', 'age'],
    ['塔的电话号码是多少？', '电话号码'],
    ['Does Peder Vik have children?', 'children'],
    ['Does the tenant have to mow the grass?', null],
    ['Wie viele Lehrlinge hat die Bahn?', 'Lehrlinge'],
    ['Wie hoch ist die Bergstation?', 'Höhe'],
    ['Wie hoch ist das Gehalt von Roswitha Hallbauer?', 'Gehalt'],
    ['Hat Karl Overbeck Kinder?', 'Kinder'],
    ['Welche Rolle spielt Karl Overbeck?', null],
    ['Who designed the lighthouse?', null],
    ['Which city was Edda Marrow born in?', null],
    ["Who is Edda Marrow's grandfather?", null],
    ['What is the reason for the quarrel?', null],
    ['What was the Magdalena carrying in 1950?', null],
    ['Is it far?', null],
  ];
  for (const [question, phrase] of cases) {
    it(`is ${phrase ?? 'nothing with a word of its own'}: ${question}`, () =>
      expect(askedAttribute(question)?.phrase ?? null).toBe(phrase));
  }
});

describe('an answer on what is not recorded', () => {
  const index = indexOf(harbour());
  const first = async (question: string) => (await answerTo(index, { question })).sentences[0]?.text;

  it('says what the documents mention and what they do not', async () => {
    expect(await first('What was the shoe size of Edda Marrow?')).toContain(
      'mention Edda Marrow, but no passage says anything about “shoe size”',
    );
  });

  it('does not claim so of a word that stands there', async () => {
    expect((await answerTo(index, { question: 'What is the height of the lighthouse?' })).notFound).toBe(false);
  });

  it('does not claim so of somebody whom no document names', async () => {
    expect(await first('What was the shoe size of Brovik Zantherall?')).not.toContain('shoe size');
  });
});

describe('whether somebody had children', () => {
  const index = indexOf(
    smallWorld({
      documents: [
        {
          id: 'lives',
          title: 'Lives on the Quay',
          paragraphs: [
            'Ida Berg was the mother of twins. She sold fish.',
            'Olga Petrova kept the shop. Samuel Achebe was the father of Olga Petrova.',
            'Ruth Ainslie let rooms. Her mother sold bread.',
          ],
        },
        {
          id: 'leben',
          title: 'Leben am Kai',
          language: 'de',
          paragraphs: ['Almuth Harms war die Mutter von Zwillingen.', 'Karl Otto war der Vater zweier Mädchen.'],
        },
      ],
      entities: ['Ida Berg', 'Olga Petrova', 'Samuel Achebe', 'Ruth Ainslie', 'Almuth Harms', 'Karl Otto'].map(
        (title) => ({ title, type: 'person' }),
      ),
    }),
  );

  it.each([
    ['Did Ida Berg have children?', 'the mother of twins'],
    ['Hatte Almuth Harms Kinder?', 'die Mutter von Zwillingen'],
    ['Hatte Karl Otto Kinder?', 'der Vater zweier Mädchen'],
  ])('is told by whose parent they were: %s', async (question, words) => {
    const answer = await answerTo(index, { question });
    expect(answer.notFound).toBe(false);
    expect(answer.sentences[0]?.text).toContain(words);
  });

  it.each(['Did Olga Petrova have children?', 'Did Ruth Ainslie have children?'])(
    'is not told by who their parents were: %s',
    async (question) => expect((await answerTo(index, { question })).notFound).toBe(true),
  );
});
