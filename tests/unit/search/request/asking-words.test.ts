import { describe, expect, it } from 'vitest';
import LISTS from '../../../../src/core/search/request/question-words.json';
import { hasWords, readQuestionWords } from '../../../../src/core/search/request/question-words';

describe('the language of a question', () => {
  it.each([
    ['Who built the pier?', 'de', 'en'],
    ['Wer hat die Brücke gebaut?', 'en', 'de'],
    ['灯塔有多高？', 'en', 'zh'],
    ['灯台の高さはどれくらいですか？', 'en', 'ja'],
    ['Qui a construit le pont ?', 'en', 'fr'],
  ])('of “%s” is not that of the documents (%s) but %s', (question, fallback, language) => {
    expect(readQuestionWords(question, [fallback]).language).toBe(language);
  });

  it.each(['de', 'fr', 'en'])('is that of the documents where a question has no word of asking: %s', (fallback) => {
    expect(readQuestionWords('Threlby Dam', [fallback]).language).toBe(fallback);
  });

  it('is that of the documents where two languages have as many of its words', () => {
    expect(readQuestionWords('in Threlby', ['de']).language).toBe('de');
    expect(readQuestionWords('in Threlby', ['en']).language).toBe('en');
  });
});

describe('the content of a question', () => {
  it.each([
    ['What are the main themes of these documents?', 'en'],
    ['Was sind die wichtigsten Themen?', 'de'],
    ['Fasse die Dokumente zusammen.', 'de'],
    ['这些文档的主题是什么？', 'zh'],
  ])('is none where it only says what to do with the texts: %s', (question, fallback) => {
    expect(readQuestionWords(question, [fallback])).toMatchObject({ content: [], typed: [], hasTask: true });
  });

  it('is its own words, as typed and as index terms, without repeats', () => {
    const { content, typed, hasTask } = readQuestionWords('Who paid the tolls, and why was the toll unfair?', ['en']);
    expect(typed).toEqual(['paid', 'tolls', 'toll', 'unfair']);
    expect(content).toEqual([['pay'], ['toll'], ['unfair']]);
    expect(hasTask).toBe(false);
  });

  it('has a number whole, with the commas in it', () => {
    expect(readQuestionWords('Who paid €2,380, and when?', ['en']).typed).toEqual(['paid', '2,380']);
  });

  it('of Chinese stands in pairs of characters as they were written, never across a word that was left out', () => {
    const { content } = readQuestionWords('灯塔有多高？', ['zh']);
    expect(content).toContainEqual(['灯塔']);
    expect(content.flat().some((term) => term.includes('有'))).toBe(false);
  });

  it.each([
    ['es', '¿Cuántas ovejas?', 'ovejas'],
    ['es', '¿Cuánta lana?', 'lana'],
    ['it', 'Quante pecore?', 'pecore'],
    ['pt', 'Quantas ovelhas?', 'ovelhas'],
    ['fr', 'Lesquelles des maisons ?', 'maisons'],
    ['de', 'Weshalb die Mühle?', 'Mühle'],
    ['ru', 'Кем мельница?', 'мельница'],
  ])('has a word of asking in none of its forms, in %s: %s', (language, question, word) => {
    expect(readQuestionWords(question, [language]).typed).toEqual([word]);
  });

  it('keeps the words of one language that are words of asking in another', () => {
    expect(readQuestionWords('Who was Die?', ['en']).typed).toEqual(['Die']);
  });
});

it('every word in the lists is one word in small letters, and stands once in its language', () => {
  for (const [language, { asking, task }] of Object.entries(LISTS)) {
    const words = [...asking.split(' '), ...task.split(' ')];
    expect(new Set(words).size, language).toBe(words.length);
    for (const word of words) expect(word, language).toBe(word.toLowerCase().trim());
  }
});

it.each([
  ['?', false],
  ['  …！', false],
  ['7', true],
  ['灯', true],
])('whether “%s” has a word at all: %s', (text, expected) => {
  expect(hasWords(text)).toBe(expected);
});
