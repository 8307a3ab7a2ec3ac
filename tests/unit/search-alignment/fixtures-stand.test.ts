import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Kind = 'verbatim' | 'paraphrased' | 'wrong id' | 'unsupported';

interface Proof {
  readonly source: number;
  readonly quote: string;
}

interface Case {
  readonly kind: Kind;
  readonly sentence: string;
  readonly hints: readonly number[];
  readonly right: Proof | null;
  /** Other places that prove the sentence as well. */
  readonly also?: readonly Proof[];
}

interface Collection {
  readonly name: string;
  readonly language: string;
  readonly sources: readonly { readonly number: number; readonly title: string; readonly text: string }[];
  readonly cases: readonly Case[];
}

const FOLDER = 'tests/fixtures/alignment';

const read = (half: string): readonly Collection[] =>
  readdirSync(`${FOLDER}/${half}`).map((file) => {
    const collection = JSON.parse(readFileSync(`${FOLDER}/${half}/${file}`, 'utf8')) as Collection;
    expect(file).toBe(`${collection.name}.json`);
    return collection;
  });

const proofs = ({ right, also = [] }: Case) => (right ? [right, ...also] : also);

/** Every stretch of the texts that is long enough not to be shared by chance: 40 characters, 12 in Chinese. */
function stretches({ language, sources, cases }: Collection): readonly string[] {
  const length = language === 'zh' ? 12 : 40;
  return [...sources.map(({ text }) => text), ...cases.map(({ sentence }) => sentence)].flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, start) => text.slice(start, start + length)),
  );
}

const words = (text: string, language: string) =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length;

const built = read('built');
const heldOut = read('held-out');

describe.each([
  ['built', built, 5],
  ['held-out', heldOut, 1],
] as const)('the labelled answer sentences of the part "%s"', (_, collections, hundreds) => {
  const cases = collections.flatMap((collection) => collection.cases);

  it('are a hundred or five, of each kind as many as agreed', () => {
    const counts: Record<Kind, number> = { verbatim: 0, paraphrased: 0, 'wrong id': 0, unsupported: 0 };
    for (const { kind } of cases) counts[kind] += 1;
    const hundred: Record<Kind, number> = { verbatim: 30, paraphrased: 25, 'wrong id': 20, unsupported: 25 };
    expect(counts).toEqual(Object.fromEntries(Object.entries(hundred).map(([kind, of]) => [kind, of * hundreds])));
  });

  it('hold collections in other languages, most in English', () => {
    const others = collections.map(({ language }) => language).filter((language) => language !== 'en');
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThan(collections.length / 2);
  });

  it('differ from one another', () => {
    expect(new Set(cases.map(({ sentence }) => sentence)).size).toBe(cases.length);
  });

  it.each(collections)('of $name quote their sources exactly', ({ sources, cases }) => {
    const lost = cases
      .flatMap(proofs)
      .filter(({ source, quote }) => !quote || !sources.find(({ number }) => number === source)?.text.includes(quote));
    expect(lost).toEqual([]);
  });

  it.each(collections)('of $name are proved by one place each, unless another is named', ({ sources, cases }) => {
    const places = ({ quote }: Proof) => sources.reduce((sum, { text }) => sum + text.split(quote).length - 1, 0);
    expect(cases.flatMap(proofs).filter((proof) => places(proof) !== 1)).toEqual([]);
  });

  it.each(collections)('of $name have a proof exactly if they are supported', ({ cases }) => {
    expect(cases.filter(({ kind, right }) => (kind === 'unsupported') !== (right === null))).toEqual([]);
  });

  it.each(collections)('of $name have hints that are wrong exactly where the kind says so', ({ cases }) => {
    const hinted = (it: Case) => proofs(it).some(({ source }) => it.hints.includes(source));
    expect(cases.filter((it) => it.kind === 'wrong id' && (it.hints.length === 0 || hinted(it)))).toEqual([]);
    const sound = cases.filter(({ kind }) => kind === 'verbatim' || kind === 'paraphrased');
    expect(sound.filter((it) => it.hints.length > 0 && !hinted(it))).toEqual([]);
  });

  it.each(collections)('of $name stand beside four to eight numbered passages of 50 to 200 words', (collection) => {
    const { sources, language } = collection;
    expect(sources.map(({ number }) => number)).toEqual(sources.map((_, index) => index + 1));
    expect(sources.length).toBeGreaterThanOrEqual(4);
    expect(sources.length).toBeLessThanOrEqual(8);
    const lengths = sources.map(({ text }) => words(text, language));
    expect(lengths.filter((length) => length < 50 || length > 200)).toEqual([]);
  });
});

it('shares no text between the part that thresholds are chosen on and the part that is held out', () => {
  const seen = new Set(built.flatMap(stretches));
  expect(heldOut.flatMap(stretches).filter((stretch) => seen.has(stretch))).toEqual([]);
  const names = new Set(built.map(({ name }) => name));
  expect(heldOut.filter(({ name }) => names.has(name))).toEqual([]);
});
