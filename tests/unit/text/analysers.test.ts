import { describe, expect, it } from 'vitest';
import { ANALYSERS } from '../../../src/core/text/analysis/analysers';
import { passageLanguage } from '../../../src/core/text/language';
import { terms, termsInAny, wordForms, wordsInAny } from '../../../src/core/text/terms';

describe('the terms of a language', () => {
  it.each([
    ['en', 'died', 'die'],
    ['en', 'dying', 'dies'],
    ['en', 'lied', 'lie'],
    ['en', 'tied', 'tying'],
    ['en', 'using', 'use'],
    ['en', 'agreed', 'agree'],
    ['en', 'indices', 'index'],
    ['en', 'analyses', 'analysis'],
    ['en', 'children', 'child'],
    ['en', 'women', 'woman'],
    ['en', 'wives', 'wife'],
    ['en', 'travelled', 'traveling'],
    ['en', 'controlled', 'control'],
    ['de', 'Häuser', 'Hauses'],
    ['de', 'Straßen', 'Strasse'],
    ['fr', 'l’école', 'écoles'],
    ['fr', 'coûtait', 'coûte'],
    ['es', 'canciones', 'canción'],
    ['it', 'dell’università', 'università'],
    ['ru', 'книгами', 'книга'],
    ['ru', 'всё', 'все'],
    ['uk', 'містами', 'місто'],
    ['tr', 'İstanbul’un', 'İstanbul'],
    ['tr', 'IŞIK', 'ışık'],
    ['tr', 'O’Brien', 'OBrien'],
    ['el', 'πόλεις', 'πόλη'],
    ['hi', 'किताबें', 'किताब'],
    ['ar', 'الكتاب', 'كتاب'],
    ['ro', 'cărții', 'cărţii'],
    ['ro', 'informațiilor', 'informaţie'],
    ['ro', 'stabilește', 'stabileşti'],
    ['en', 'маяки', 'маяк'],
  ])('in %s are the same for %s and %s', (language, one, other) => {
    expect(terms(one, language)).toEqual(terms(other, language));
    expect(terms(one, language)).not.toEqual([]);
  });

  it.each([
    ['vi', 'ma', 'mà'],
    ['tr', 'sık', 'sik'],
    ['en', 'plane', 'plan'],
    ['en', 'bing', 'be'],
    ['en', 'feed', 'fe'],
  ])('in %s tell %s and %s apart', (language, one, other) => {
    expect(terms(one, language)).not.toEqual(terms(other, language));
  });

  it('are the same for a word in composed and in decomposed letters', () => {
    for (const { language } of ANALYSERS) {
      for (const word of ['canción', 'phở', 'Größe', 'ışık', 'ёлка', 'πόλη']) {
        expect(terms(word.normalize('NFD'), language), `${word} in ${language}`).toEqual(terms(word, language));
      }
    }
  });

  it('never are empty for a word that is no function word', () => {
    for (const { language } of ANALYSERS) expect(terms('Zorblat', language), language).toHaveLength(1);
  });

  it('leave out a note mark, and keep signs that say something', () => {
    expect(terms('repealed³ in May', 'en')).toEqual(terms('repealed in May', 'en'));
    expect(terms('Ilex™ at 5', 'en')).toEqual(expect.arrayContaining(terms('Ilex', 'en')));
    expect(terms('10⁶', 'en')).not.toEqual(terms('106', 'en'));
  });

  it('of a question are those of every language of the documents, each once', () => {
    expect(termsInAny('Häuser', ['de', 'en'])).toEqual(['haus', 'hauser']);
    expect(termsInAny('lamp lamp', ['en'])).toEqual(['lamp']);
  });

  it('of one word stay together, whatever they are in each language', () => {
    expect(wordsInAny('Häuser am Hafen', ['de', 'en'])).toEqual([['haus', 'hauser'], ['am'], ['haf', 'hafen']]);
  });
});

describe('function words written as names', () => {
  it.each([
    ['The report of the WHO was read.', 'who'],
    ['They saw The Who in Leeds.', 'who'],
    ['Ask the IT desk.', 'it'],
  ])('are terms: %s', (text, term) => {
    expect(terms(text, 'en')).toContain(term);
  });

  it.each(['Who was there? It rained.', '“The lamp,” he said. “Who knows?”', 'And I went, as I said.'])(
    'are none where a sentence begins: %s',
    (text) => {
      for (const word of ['who', 'it', 'the', 'i']) expect(terms(text, 'en')).not.toContain(word);
    },
  );
});

it('the forms of words are kept beside their terms, as they are written', () => {
  expect([...wordForms('The keepers kept the keeper’s lamps', 'en')]).toEqual([
    ['keepers', 'keeper'],
    ['kept', 'keep'],
    ['keeper', 'keeper'],
    ['lamps', 'lamp'],
  ]);
});

describe('the language of a passage', () => {
  const german =
    'Die Mühle stand an dem Fluss, und der Müller war nicht zu Hause, als sie mit dem Wagen kamen und auf ihn warteten.';
  it('is another than that of its document where its own words say so', () => {
    expect(passageLanguage(german, 'en')).toBe('de');
    expect(passageLanguage('Смотритель маяка записал всё, что видел той ночью.', 'en')).toBe('ru');
  });

  it('is that of its document where a few names are all that speaks against it', () => {
    expect(passageLanguage('Il sogno di un giorno is a film that was made by Dario di Salvo in 1916.', 'en')).toBe(
      'en',
    );
    expect(passageLanguage('const answer = await ask(question); // 质量', 'zh')).toBe('zh');
    expect(passageLanguage('', 'fr')).toBe('fr');
  });

  it('does not mind a document that states no language', () => {
    expect(passageLanguage('маяк', 'no such language')).toBe('ru');
  });
});

it('is that of its document for letters that name something, and for names of places', () => {
  expect(
    passageLanguage('Let a, e, i and o be groups. If a = e o then a and o are subgroups of e, and i = a o.', 'en'),
  ).toBe('en');
  expect(
    passageLanguage('Los Angeles, La Jolla, El Paso, Los Alamos, La Mesa, El Monte, Los Gatos, La Verne', 'en'),
  ).toBe('en');
});
