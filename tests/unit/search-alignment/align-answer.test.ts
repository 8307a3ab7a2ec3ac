import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aligner, alignAnswer } from '../../../src/core/search/alignment/align-answer';
import { groundIndex, type GroundIndex } from '../../../src/core/search/alignment/ground-index';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';
import type { Ground } from '../../../src/core/search/context/context';

interface Expected {
  readonly sentence: string;
  readonly support: string;
  /** Text of the ground that comes first. */
  readonly first?: string;
  readonly doubt?: string;
  readonly wrongHints?: number;
}

interface Case {
  readonly name: string;
  readonly grounds: readonly Omit<Ground, 'spans'>[];
  readonly answer: string;
  readonly expected: readonly Expected[];
}

const FOLDER = new URL('../../fixtures/aligned/', import.meta.url);
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);
const grounded = (grounds: Case['grounds']) => groundIndex(grounds.map((ground) => ({ ...ground, spans: [] })));

describe('the sentences of an answer', () => {
  it.each(cases)('$name', ({ grounds, answer, expected }) => {
    const read = readAnswer(answer);
    const found = alignAnswer(read, grounded(grounds)).map((one) => ({
      sentence: read.text.slice(one.start, one.end),
      support: one.support,
      first: one.grounds[0]?.text,
      doubt: one.doubt ?? undefined,
      wrongHints: one.wrongHints,
    }));
    expect(found).toMatchObject(expected);
    expect(found).toHaveLength(expected.length);
  });

  it('are to be compared with the passage that is most alike where an embedder says so, and never supported by likeness alone', () => {
    const index = grounded([
      { dataset: 'Sources', number: 1, text: 'The vessel went down near a rocky headland.' },
      { dataset: 'Sources', number: 2, text: 'A ship was lost and found on old charts.' },
    ]);
    const sentence = readAnswer('The ship was lost near the shore in a storm.');
    const [alone] = alignAnswer(sentence, index);
    const [alike] = alignAnswer(sentence, index, { like: (_, ground) => (ground === 0 ? 0.95 : 0.1) });
    expect(alone).toMatchObject({ support: 'partly', grounds: [{ number: 2 }] });
    expect(alike).toMatchObject({ support: 'partly', grounds: [{ number: 1 }] });
  });

  it('may begin with the heading of the row that they quote', () => {
    const text = 'It was not held again until 1391.';
    const index = groundIndex([{ dataset: 'Sources', number: 1, text, spans: [] }], () => 'The market, since 1284');
    const supportOf = (sentence: string) => alignAnswer(readAnswer(sentence), index)[0]?.support;
    expect(supportOf(`The market, since 1284: ${text}`)).toBe('supported');
    expect(supportOf(`The mayor, since 1284: ${text}`)).not.toBe('supported');
  });

  it('rest on nothing where nothing went in', () => {
    const [one] = alignAnswer(readAnswer('The mill burned in 1907.'), grounded([]));
    expect(one).toMatchObject({ support: 'unsupported', grounds: [], nearest: null, score: 0 });
  });

  it('rest on nothing where a passage speaks against them, but say which one comes nearest', () => {
    const index = grounded([
      { dataset: 'Sources', number: 1, text: 'The bakery closed for good.' },
      { dataset: 'Sources', number: 2, text: 'The old mill at the weir burned down in 1907.' },
    ]);
    const nearestTo = (sentence: string) => alignAnswer(readAnswer(sentence), index)[0];
    expect(nearestTo('The old mill at the weir burned down in 1911.')).toMatchObject({
      support: 'unsupported',
      grounds: [],
      nearest: { number: 2 },
    });
    expect(nearestTo('Anna Brandt sells violins.')).toMatchObject({ support: 'unsupported', nearest: null });
    expect(nearestTo('The old mill at the weir burned down in 1907.')?.nearest).toBeNull();
  });

  it('are compared once while the answer grows, and rest on the same as in the whole answer', () => {
    const texts = Array.from({ length: 40 }, (_, at) => `Boat ${String(at)} carried ${word(at)} to ${word(at * 31)}.`);
    const sources = texts.map((text, at) => ({ dataset: 'Sources' as const, number: at + 1, text }));
    const said = texts.map((text, at) => (at % 20 === 19 ? `Overall, boats carried ${word(at)}. [2]` : `${text} [1]`));
    const counted = counting(grounded(sources));
    const align = aligner(counted.index);
    const lookUps = said.map((_, at) => {
      const before = counted.lookUps();
      const soFar = readAnswer(said.slice(0, at + 1).join(' '));
      expect(align(soFar)).toEqual(alignAnswer(soFar, grounded(sources)));
      return counted.lookUps() - before;
    });
    expect(lookUps[0]).toBeGreaterThan(0);
    expect(Math.max(...lookUps)).toBeLessThan(4 * (lookUps[0] ?? 0));
  });

  it('are found among two thousand grounds', () => {
    const texts = Array.from(
      { length: 2000 },
      (_, at) => `Boat ${String(at)} carried ${word(at)} and ${word(at * 7)} to ${word(at * 31)}.`,
    );
    const read = readAnswer(texts.filter((_, at) => at % 50 === 0).join('\n\n'));
    const index = grounded(texts.map((text, at) => ({ dataset: 'Sources', number: 1 + Math.floor(at / 8), text })));
    const start = performance.now();
    const aligned = alignAnswer(read, index);
    console.info(`40 sentences over 2,000 grounds: ${(performance.now() - start).toFixed(0)} ms`);
    expect(aligned.map(({ grounds }) => grounds[0]?.text)).toEqual(texts.filter((_, at) => at % 50 === 0));
  });
});

/** The same index, with how often a term was looked up in it. */
function counting(index: GroundIndex) {
  let lookUps = 0;
  const postings: GroundIndex['postings'] = new Proxy(index.postings, {
    get(map, name) {
      lookUps++;
      const value: unknown = Reflect.get(map, name, map);
      return typeof value === 'function' ? (value as () => unknown).bind(map) : value;
    },
  });
  return { index: { ...index, postings }, lookUps: () => lookUps };
}

/** A made-up word of letters for a number. */
const word = (number: number): string =>
  [...String(number * 7919 + 104_729)]
    .map((digit) => 'balomiterunaskovidepy'.slice(Number(digit) * 2, Number(digit) * 2 + 2))
    .join('');
