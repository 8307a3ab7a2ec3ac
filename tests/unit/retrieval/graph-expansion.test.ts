import { describe, expect, it } from 'vitest';
import { expandByConcepts } from '../../../src/core/retrieval/graph-expansion';
import { createPassageIndex } from '../../../src/core/retrieval/indexes/passage-index';
import { terms } from '../../../src/core/text/terms';

const PASSAGES = [
  { titles: ['The Iron Bridge'], text: 'The Iron Bridge over the Aune was designed by Jonas Pell in 1880.' },
  { titles: ['Jonas Pell'], text: 'Jonas Pell grew up in a fishing village called Sandwick.' },
  { titles: ['Bridges'], text: 'Bridges of iron are painted every ten years.' },
  { titles: ['Weather'], text: 'Fog is common in autumn. Ice covers the water in some winters.' },
  { titles: ['Canal'], text: 'The canal has eleven locks and one tunnel.' },
  { titles: ['Trains'], text: 'The first train came in 1904 and the last one in 1960.' },
  { titles: ['Ferry'], text: 'A ferry crosses the water twice a day and carries bicycles.' },
  { titles: ['Market'], text: 'The market opens at six and sells cheese.' },
];

const FILLING = [
  'Fog is common.',
  'Ferries are slow.',
  'Locks are deep.',
  'Trains came later.',
  'The market opens at six.',
  'Snow fell.',
  'Bread is sold.',
  'Boats are painted.',
  'The mill stands still.',
  'Children swim.',
];

const wordsOf = (text: string) => terms(text).map((term) => [term]);

function ask(question: string, allow?: (id: number) => boolean) {
  const index = createPassageIndex();
  PASSAGES.forEach((passage, id) => index.add(id, { ...passage, languages: { own: 'en', document: 'en' } }));
  const direct = index.bm25.search(terms(question), { k: 10, ...(allow ? { allow } : {}) });
  return expandByConcepts({
    question,
    languages: ['en'],
    words: wordsOf(question),
    direct,
    concepts: index.concepts,
    bm25: index.bm25,
    ...(allow ? { allow } : {}),
  });
}

describe('one hop over shared rare names', () => {
  it('reaches the passage about a name that only the best hit mentions, and says over which name', () => {
    const { hits, via } = ask('Who raised the designer of the Iron Bridge?');
    expect(hits[0]?.id).toBe(0);
    expect(hits.slice(0, 3).map(({ id }) => id)).toContain(1);
    expect(via.get(1)).toMatchObject({ from: 0, key: 'jonas pell' });
  });

  it('keeps the best direct hit in front', () => {
    const { hits } = ask('designer of the iron bridge');
    expect(hits[0]?.id).toBe(0);
  });

  it('prefers of two passages about a name the one that holds what the first passage leaves open', () => {
    const texts = [
      'The Iron Bridge was designed by Jonas Pell.',
      'Jonas Pell collected stamps.',
      'Jonas Pell was raised in Sandwick.',
      ...FILLING,
    ];
    const index = createPassageIndex();
    texts.forEach((text, id) => index.add(id, { text, titles: [], languages: { own: 'en', document: 'en' } }));
    const asked = wordsOf('Who raised the designer of the Iron Bridge?');
    const { hits } = expandByConcepts({
      question: 'Who raised the designer of the Iron Bridge?',
      languages: ['en'],
      words: asked,
      direct: index.bm25.search(['iron', 'bridge'], { k: 10 }),
      concepts: index.concepts,
      bm25: index.bm25,
    });
    expect(hits.slice(0, 3).map(({ id }) => id)).toEqual([0, 2, 1]);
  });

  it('prefers, of passages that only mention a name, the one that answers to one that shares a word with the question', () => {
    const texts = [
      'The Iron Bridge was designed by Jonas Pell.',
      'In Sandwick a smith called Orme raised Jonas Pell and his sister.',
      'Sheep are raised on the moor.',
      'A book of verse by Jonas Pell is lost.',
      ...FILLING,
    ];
    const index = createPassageIndex();
    texts.forEach((text, id) =>
      index.add(id, { text, titles: id === 0 ? ['The Iron Bridge'] : [], languages: { own: 'en', document: 'en' } }),
    );
    const question = 'Who raised the designer of the Iron Bridge?';
    const direct = index.bm25.search(terms(question), { k: 10 });
    const { concepts, bm25 } = index;
    const { hits } = expandByConcepts({
      question,
      languages: ['en'],
      words: wordsOf(question),
      direct,
      concepts,
      bm25,
    });
    expect(hits.slice(0, 3).map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(hits.map(({ id }) => id)).toContain(3);
  });

  it('takes a common word that starts a passage for no name, unless the question writes it as one', () => {
    const texts = [
      'Snow, it is said, is the friend of sheep.',
      'Little snow falls in Sandwick before the new year, and less after it.',
      'The snow of Orme was deep.',
      'Under snow the mill stood still.',
      ...FILLING.filter((text) => text !== 'Snow fell.'),
    ];
    const index = createPassageIndex();
    texts.forEach((text, id) => index.add(id, { text, titles: [], languages: { own: 'en', document: 'en' } }));
    const { concepts, bm25 } = index;
    const namedIn = (question: string) => {
      const direct = bm25.search(terms(question), { k: 10 });
      return expandByConcepts({ question, languages: ['en'], words: wordsOf(question), direct, concepts, bm25 }).named;
    };
    expect(namedIn('how much snow falls in sandwick?')).toEqual(['sandwick']);
    expect(namedIn('"Snow in Sandwick?"')).toEqual(['sandwick']);
    expect(namedIn('¿Snow in Sandwick?')).toEqual(['sandwick']);
    expect(namedIn('Who wrote the song Snow?')).toEqual(['snow']);
    expect(namedIn('Who wrote the song "Snow"?')).toEqual(['snow']);
  });

  it('does not hop over a name that the question itself names', () => {
    const { via } = ask('Which village was Jonas Pell from?');
    expect([...via.values()].map(({ key }) => key)).not.toContain('jonas pell');
  });

  it('puts the passage about what the question names first', () => {
    expect(ask('Where is Jonas Pell from?').hits[0]?.id).toBe(1);
  });

  it('never leaves the allowed passages', () => {
    const { hits } = ask('Who raised the designer of the Iron Bridge?', (id) => id !== 1);
    expect(hits.map(({ id }) => id)).not.toContain(1);
  });

  it('gives nothing for a question without a hit', () => {
    expect(ask('quasar').hits).toEqual([]);
  });
});
