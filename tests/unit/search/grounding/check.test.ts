import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrounding, type Premise } from '../../../../src/core/search/grounding';

const sentences = (heading: string, ...texts: readonly string[]): readonly Premise[] =>
  texts.map((text, at) => ({ text, heading, before: texts[at - 1] ?? '', after: texts[at + 1] ?? '' }));

const HARBOUR = sentences(
  'Report of the Torsund harbour office, 1921',
  'The harbour (closed since May) was deepened in 1921; the pier stayed open.',
  'The ferry may land at the pier, provided that the warden agrees.',
  'According to the warden, the old crane was sold to Karl Voss.',
  'The pilots did not accept the new fees.',
  'Should the ice break early, the lightship will be moved.',
  'Ingrid Dahl paid Karl Voss 1,250 crowns for the crane.',
);
const grounding = createGrounding(HARBOUR);
const verdictOf = (sentence: string) => grounding.check(sentence).verdict;
const lackedIn = (sentence: string): readonly string[] =>
  grounding.check(sentence).lacks.map(({ start, end }) => sentence.slice(start, end));

describe('a quotation', () => {
  it.each([
    ['as it stands', 'The pilots did not accept the new fees.'],
    ['in other case, quotes and marks', '“the **pilots** did not accept: the new fees”'],
    ['with a number written otherwise', 'Ingrid Dahl paid Karl Voss 1250 crowns for the crane.'],
    ['with references', 'The pilots did not accept the new fees [4].'],
    ['without what is in brackets', 'The harbour was deepened in 1921; the pier stayed open.'],
    ['without a clause that stands by itself', 'The pier stayed open.'],
    ['behind a label', '**Fees:** The pilots did not accept the new fees.'],
    ['in a list', '- The pilots did not accept the new fees.'],
  ])('is known %s', (_, sentence) => {
    expect(grounding.check(sentence)).toMatchObject({ verdict: 'quoted', reason: null, lacks: [], score: 1 });
  });

  it.each([
    ['a condition behind it', 'The ferry may land at the pier.'],
    ['somebody who says so', 'The old crane was sold to Karl Voss.'],
    ['a condition in front of it', 'The lightship will be moved.'],
    ['a negation', 'The pilots did accept the new fees.'],
    ['words at an ellipsis that part no clauses', 'The pilots … accept the new fees.'],
    ['the order of two names', 'Karl Voss paid Ingrid Dahl 1,250 crowns for the crane.'],
    ['a number', 'Ingrid Dahl paid Karl Voss 1,520 crowns for the crane.'],
  ])('is none without %s', (_, sentence) => {
    expect(verdictOf(sentence)).toBe('unverified');
  });

  it('may be put together of several sentences, and rests on each', () => {
    const { verdict, premises } = grounding.check(
      'The pilots did not accept the new fees; Ingrid Dahl paid Karl Voss 1,250 crowns for the crane.',
    );
    expect({ verdict, premises }).toEqual({ verdict: 'quoted', premises: [HARBOUR[3], HARBOUR[5]] });
  });

  it('is none of a question, nor of a part of what somebody says', () => {
    const { check } = createGrounding(
      sentences('', 'Did the boat that left at noon sink?', '“The mill has burned down, my boy,” said Karl.'),
    );
    expect(check('Did the boat that left at noon sink.').verdict).toBe('unverified');
    expect(check('The mill has burned down.').verdict).toBe('unverified');
  });

  it('is known without the note marks of the document, and a power is no other number', () => {
    const { check } = createGrounding(
      sentences('', 'The ordinance was repealed³ in May.', 'It rests on 10⁶ oak piles.'),
    );
    expect(check('The ordinance was repealed in May.').verdict).toBe('quoted');
    expect(check('The ordinance was repealed3 in May.').verdict).toBe('unverified');
    expect(check('It rests on 106 oak piles.').verdict).toBe('unverified');
  });

  it('is known in German and Chinese, where a denial stands elsewhere', () => {
    const { check } = createGrounding([
      ...sentences('Satzung', 'Der Verein verleiht das Boot nicht.', 'Die Halle öffnet um acht, sofern geheizt ist.'),
      ...sentences('书库', '书库于一九三五年由林怀山建成。', '周文清没有把书运走。'),
    ]);
    expect(check('Der Verein verleiht das Boot nicht.').verdict).toBe('quoted');
    expect(check('Der Verein verleiht das Boot.')).toMatchObject({ verdict: 'unverified', reason: 'negation' });
    expect(check('Die Halle öffnet um acht.').verdict).toBe('unverified');
    expect(check('书库于1935年由林怀山建成。').verdict).toBe('quoted');
    expect(check('书库于一九五三年由林怀山建成。')).toMatchObject({ verdict: 'unverified', reason: 'number' });
    expect(check('周文清把书运走。')).toMatchObject({ verdict: 'unverified', reason: 'negation' });
  });

  it('is each premise of its own, whatever it says', () => {
    const word = fc.stringMatching(/^[a-z]{2,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 4, maxLength: 12 }), (words) => {
        const text = `Marta ${words.join(' ')} 12.`;
        expect(createGrounding(sentences('', text)).check(text).verdict).toBe('quoted');
      }),
    );
  });
});

describe('an unverified sentence', () => {
  it('has the premise that comes nearest beside it, and what that lacks', () => {
    const sentence = 'Ingrid Dahl lent the crane to Peder Quist for 1,400 crowns.';
    expect(grounding.check(sentence)).toMatchObject({ verdict: 'unverified', reason: 'number', nearest: HARBOUR[5] });
    expect(lackedIn(sentence)).toEqual(['lent', 'Peder Quist', '1,400']);
  });

  it.each([
    ['a number', 'number', 'Ingrid Dahl paid Karl Voss 900 crowns for the crane.'],
    ['a name', 'name', 'Ingrid Dahl paid Peder Quist for the crane.'],
    ['a negation', 'negation', 'Ingrid Dahl never paid Karl Voss for the crane.'],
    ['a negation that it leaves out', 'negation', 'The pilots accepted the new fees.'],
    ['its words alone', 'words', 'Ingrid Dahl bought the crane of Karl Voss.'],
  ] as const)('says that it differs by %s', (_, reason, sentence) => {
    expect(grounding.check(sentence)).toMatchObject({ verdict: 'unverified', reason });
  });

  it('lacks no name or number that the heading or a neighbour gives', () => {
    expect(lackedIn('The pilots of Torsund did not accept the fees in 1921.')).toEqual([]);
  });

  it('has nothing beside it where nothing is near', () => {
    expect(grounding.check('Volcanoes erupt when magma rises.')).toMatchObject({
      ...{ verdict: 'unverified', reason: 'no evidence', nearest: null, lacks: [] },
    });
  });

  it('is compared first with what its writer pointed at, among equals', () => {
    const twins = [...sentences('A', 'The weir was mended.'), ...sentences('B', 'The weir was mended.')];
    const { check } = createGrounding(twins);
    expect(check('The weir got mended again.', twins.slice(1)).nearest).toBe(twins[1]);
  });

  it('has its ranges within it, in order, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (sentence) => {
        let last = 0;
        for (const { start, end } of grounding.check(`The crane ${sentence}`).lacks) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(sentence.length + 10);
      }),
    );
  });
});

describe('a sentence is not checked', () => {
  it.each([
    ['code', '```\nlet crane = 5;\n```'],
    ['code', '`crane.sell()`'],
    ['code', '$$ a + b = c $$'],
    ['no claim', '## The crane'],
    ['no claim', 'Who sold the crane?'],
    ['no claim', 'These people were there:'],
    ['no claim', 'Hello!'],
    ['no claim', 'It is not.'],
    ['no claim', '—'],
    ['no claim', ''],
  ] as const)('as %s: %s', (reason, sentence) => {
    expect(grounding.check(sentence)).toMatchObject({ verdict: 'not checked', reason, nearest: null, premises: [] });
  });
});

it('finds nothing without premises', () => {
  expect(createGrounding([]).check('The crane was sold.')).toMatchObject({
    verdict: 'unverified',
    reason: 'no evidence',
  });
});
