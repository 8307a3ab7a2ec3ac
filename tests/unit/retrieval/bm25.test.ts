import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPartOf, createBm25 } from '../../../src/core/retrieval/lexical/bm25';

const word = fc.constantFrom('ash', 'birch', 'cedar', 'date', 'elm', 'fir', 'gum');
const text = fc.array(word, { maxLength: 12 });

/** The formula written out, over plain arrays. */
function scoresByHand(texts: readonly (readonly string[])[], query: readonly string[]): Map<number, number> {
  const lengths = texts.map((one) => one.length + 1);
  const average = lengths.reduce((a, b) => a + b, 0) / texts.length;
  const scores = new Map<number, number>();
  for (const term of new Set(query)) {
    const df = texts.filter((one) => one.includes(term)).length;
    const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5));
    const repeats = Math.min(3, query.filter((one) => one === term).length);
    texts.forEach((one, id) => {
      const tf = one.filter((other) => other === term).length;
      if (tf === 0) return;
      const norm = 1.2 * (1 - 0.75 + (0.75 * (lengths[id] ?? 0)) / average);
      scores.set(id, (scores.get(id) ?? 0) + (repeats * idf * tf * 2.2) / (tf + norm));
    });
  }
  return scores;
}

describe('BM25', () => {
  it('scores every text as the formula says', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), text, (texts, query) => {
        const bm25 = createBm25();
        texts.forEach((one, id) => bm25.add(id, one));
        const expected = scoresByHand(texts, query);
        const hits = bm25.search(query, { k: texts.length });
        expect(hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...expected.keys()].sort((a, b) => a - b));
        for (const { id, score } of hits) expect(score).toBeCloseTo(expected.get(id) ?? NaN, 6);
      }),
    );
  });

  it('forgets removed texts as if they had never been added', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 30 }), text, (texts, query) => {
        const changed = createBm25();
        const fresh = createBm25();
        texts.forEach(([one], id) => changed.add(id, one));
        texts.forEach(([one, kept], id) => (kept ? fresh.add(id, one) : changed.remove(id)));
        expect(changed.size()).toBe(fresh.size());
        const [a, b] = [changed, fresh].map((bm25) => bm25.search(query, { k: 50 }));
        expect(a?.map(({ id }) => id)).toEqual(b?.map(({ id }) => id));
        a?.forEach((hit, at) => expect(hit.score).toBeCloseTo(b?.[at]?.score ?? NaN, 9));
        for (const term of query) expect(changed.documentFrequency(term)).toBe(fresh.documentFrequency(term));
      }),
    );
  });

  it('gives the k best of what is allowed, best first', () => {
    const bm25 = createBm25();
    bm25.add(0, ['oak']);
    bm25.add(1, ['oak', 'oak']);
    bm25.add(2, ['oak', 'pine', 'pine', 'pine']);
    bm25.add(3, ['pine']);
    expect(bm25.search(['oak'], { k: 2 }).map(({ id }) => id)).toEqual([1, 0]);
    expect(bm25.search(['oak'], { k: 9, allow: (id) => id !== 1 }).map(({ id }) => id)).toEqual([0, 2]);
    expect(bm25.search(['oak'], { k: 0 })).toEqual([]);
    expect(bm25.search(['unknown'], { k: 5 })).toEqual([]);
  });

  it('gives a rare term more weight than a common one', () => {
    const bm25 = createBm25();
    for (let id = 0; id < 20; id++) bm25.add(id, id === 7 ? ['common', 'rare'] : ['common']);
    expect(bm25.idf('rare')).toBeGreaterThan(bm25.idf('common'));
    expect(bm25.idf('nowhere')).toBeGreaterThan(bm25.idf('rare'));
  });

  it('counts a word once, by the best of its terms in several languages, and as no rarer than the commonest', () => {
    const bm25 = createBm25();
    for (let id = 0; id < 20; id++) bm25.add(id, id === 7 ? ['film', 'fil'] : id === 8 ? ['fil', 'fil'] : ['film']);
    const scoreOf = (word: string | readonly string[], text: number): number =>
      bm25.search([word], { k: 20 }).find(({ id }) => id === text)?.score ?? 0;
    expect(scoreOf(['film', 'fil'], 7)).toBeCloseTo(scoreOf('film', 7), 9);
    expect(scoreOf(['fil', 'film'], 0)).toBeCloseTo(scoreOf('film', 0), 9);
    expect(scoreOf(['film', 'fil'], 8)).toBeLessThan(scoreOf('fil', 8));
    expect(bm25.search([['film', 'fil']], { k: 30 })).toHaveLength(20);
    expect([7, 8, 0].map(bm25.holders([['film', 'fil'], 'fil']))).toEqual([0b11, 0b11, 0b01]);
  });

  it('weighs a word in a part of the texts as in all of them, also where only other parts hold its commonest term', () => {
    const [whole, part] = [createBm25(), createBm25()];
    for (let id = 0; id < 20; id++) whole.add(id, id === 7 ? ['running'] : ['run']);
    part.add(7, ['running']);
    const all = { texts: 20, average: 2 };
    const asPart = asPartOf(part, all, (term) => whole.documentFrequency(term));
    const scoreIn = (index: Pick<typeof asPart, 'search'>): number =>
      index.search([['run', 'running']], { k: 20 }).find(({ id }) => id === 7)?.score ?? 0;
    expect(scoreIn(asPart)).toBeCloseTo(scoreIn(whole), 9);
  });

  it('refuses to add a text under a number that is in use', () => {
    const bm25 = createBm25();
    bm25.add(4, []);
    expect(bm25.has(4)).toBe(true);
    expect(() => bm25.add(4, ['oak'])).toThrow(RangeError);
  });

  it('keeps lists of many thousand postings whole', () => {
    const bm25 = createBm25();
    for (let id = 0; id < 70_000; id++) bm25.add(id, id % 2 === 0 ? ['even', 'all'] : ['odd', 'all']);
    expect(bm25.documentFrequency('all')).toBe(70_000);
    expect(bm25.documentFrequency('odd')).toBe(35_000);
    bm25.remove(69_999);
    expect(bm25.documentFrequency('odd')).toBe(34_999);
    expect(bm25.search(['odd'], { k: 3 }).map(({ id }) => id)).toEqual([1, 3, 5]);
  });

  it('tells which of some terms each text holds, also after another was removed', () => {
    const index = createBm25();
    [['ash', 'elm'], ['elm'], ['fir', 'ash']].forEach((terms, id) => index.add(id, terms));
    index.remove(1);
    const holders = index.holders(['ash', 'elm', 'gum']);
    expect([0, 1, 2, 7].map(holders)).toEqual([0b011, 0, 0b001, 0]);
  });

  it('tells whether an allowed text holds a term, as a search for it would', () => {
    const bm25 = createBm25();
    bm25.add(1, ['lamp', 'harbour']);
    bm25.add(2, ['lamp']);
    expect(bm25.stands('lamp')).toBe(true);
    expect(bm25.stands('harbour', (row) => row === 2)).toBe(false);
    expect(bm25.stands('oar')).toBe(false);
    bm25.remove(1);
    expect(bm25.stands('harbour')).toBe(false);
    expect(bm25.stands('lamp', () => true, Int32Array.from([-1, 0, -1]))).toBe(false);
  });
});
