import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { mainLanguage } from '../../../../src/core/retrieval/lexical/languages';
import { dependsOnHistory, readQuestion } from '../../../../src/core/search/request/question';
import { indexOf } from '../ask';
import { harbour } from '../harbour';

const index = indexOf(harbour());
const read = (question: string, earlier: readonly string[] = []) => {
  const history = earlier.map((one) => ({ question: one, answer: '', documentIds: [] }));
  return readQuestion(index, { question, mode: 'auto', history });
};
const titlesOf = (rows: readonly number[]) => rows.map((row) => index.tables.entities[row]?.title);
const termsOf = (question: ReturnType<typeof read>) => question.words.flatMap(({ terms }) => terms);

describe('the scope of a question', () => {
  it.each(['What are the main themes?', 'Summarise these documents', '这些文档的主题是什么？'])(
    'is the whole: %s',
    (question) => {
      expect(read(question).scope).toBe('whole');
    },
  );

  it.each(['Who is Clara Voss?', 'What are the main themes of the toll?', 'toll', '灯塔有多高？'])(
    'is specific where it has a subject: %s',
    (question) => {
      expect(read(question).scope).toBe('specific');
    },
  );

  it('is specific where it takes its subject over from the question before it', () => {
    expect(read('And what of it?', ['Who is Clara Voss?']).scope).toBe('specific');
  });
});

describe('what a question names', () => {
  it('is found by title and by alias, in the order in which it names them', () => {
    expect(titlesOf(read('Did Clara Voss meet Marrow?').entities)).toEqual(['Clara Voss', 'Edda Marrow']);
  });

  it('is found in a script without spaces', () => {
    expect(titlesOf(read('灰角灯塔有多高？').entities)).toContain('灰角灯塔');
  });

  it('weighs the rarer words more', () => {
    const { words } = read('Which schooner did the company own?');
    const weightOf = (term: string) => words.find(({ terms }) => terms.includes(term))?.weight ?? 0;
    expect(weightOf('schooner')).toBeGreaterThan(weightOf('compani') || weightOf('company'));
  });
});

describe('a question that follows another', () => {
  it('takes over its names, which weigh less than they would there, and one of its best passage', () => {
    const own = read('Who was Edda Marrow?');
    const later = read('Where did she die?', ['Who was Edda Marrow?']);
    expect(later.carried).toEqual(['Edda Marrow', 'Corran']);
    expect(titlesOf(later.entities)).toEqual(['Edda Marrow']);
    for (const { terms, weight } of own.words) {
      expect(later.words.find((one) => one.terms[0] === terms[0])?.weight).toBeLessThan(weight);
    }
  });

  it('goes back to the one that names something, and no further', () => {
    const { carried } = read('And then?', ['Where did she die?', 'Who was Edda Marrow?', 'Who is Clara Voss?']);
    expect(carried.slice(0, 2)).toEqual(['die', 'Edda Marrow']);
    expect(carried.join(' ')).not.toContain('Voss');
  });

  it('takes over no word that no passage has', () => {
    const { carried } = read('And then?', ['What about the zeppelin?', 'Who was Edda Marrow?']);
    expect(carried).toContain('Edda Marrow');
    expect(carried).not.toContain('zeppelin');
  });

  it('takes over no other words of one that names something', () => {
    const later = read('Where did she live?', ['By how much did Clara Voss lower the toll?']);
    expect(termsOf(later)).toContain('voss');
    expect(termsOf(later)).not.toContain('toll');
    expect(later.carried).toContain('Clara Voss');
  });

  it('takes over the words of one that names nothing, and a name that its passage adds', () => {
    const later = read('Who saved them?', ['Which schooner struck the reef?']);
    expect(later.carried).toEqual(['schooner struck reef', 'Halcyon']);
    expect(termsOf(later)).toEqual(expect.arrayContaining(['schooner', 'halcyon']));
  });

  it('takes over a name as the documents spell it', () => {
    expect(read('Where did she live?', ['Who is Clara Vosss?']).carried).toContain('Clara Voss');
  });

  it.each([
    'What did Clara Voss do to it?',
    'How was the iron bridge over the Aune painted?',
    'What are the main themes?',
  ])('takes over nothing where it stands by itself: %s', (question) => {
    expect(read(question, ['Who was Edda Marrow?']).carried).toEqual([]);
    expect(dependsOnHistory(index, question)).toBe(false);
  });

  it.each(['Where did she die?', 'And then?', '后来呢？'])('leans on it: %s', (question) => {
    expect(dependsOnHistory(index, question)).toBe(true);
  });
});

describe('words that stand nowhere', () => {
  it('are told as they were typed; a name that is spelt nearly so is searched for', () => {
    const misspelt = read('What did Clara Vosss pay?');
    expect(misspelt.missing).toEqual([{ word: 'Vosss', suggestions: ['Voss'], searched: 'Voss' }]);
    expect(termsOf(misspelt)).toContain('voss');
  });

  it('are searched for in another spelling as whole words, not inside others', () => {
    expect(read('Did Edda Marow meet Marowski?').text).toContain('Marrow meet Marowski');
  });

  it('are only offered in another spelling where that is no name', () => {
    expect(read('What of the lampp and the reef?').missing).toMatchObject([{ word: 'lampp', suggestions: ['lamp'] }]);
    expect(read('What of the lampp and the reef?').missing[0]).not.toHaveProperty('searched');
  });

  it('are told without a suggestion where nothing comes near', () => {
    expect(read('Who was Zorblatt?').missing).toEqual([{ word: 'Zorblatt', suggestions: [] }]);
    // A short word with another first letter is another word.
    expect(read('Who was damp?').missing).toEqual([{ word: 'damp', suggestions: [] }]);
  });

  it('are told of Chinese, too', () => {
    expect(read('火车有多长？').missing).toEqual([{ word: '火车', suggestions: [] }]);
    expect(read('灯塔有多高？').missing).toEqual([]);
  });

  it('are those that no passage in scope has: what stands in other documents is missing, and none of their words is suggested', () => {
    const { unit } = scopeOf(index, { documentIds: ['company'] });
    const within = (question: string) => readQuestion(index, { question, mode: 'auto' }, unit).missing;
    expect(within('Which schooner paid the toll?').map(({ word }) => word)).toEqual(['schooner']);
    for (const { suggestions } of within('Which schoner paid the toll?')) expect(suggestions).not.toContain('schooner');
  });
});

it('the main language is that of most documents, and English where there are none', () => {
  expect(mainLanguage(index.tables.documents)).toBe('en');
  const { documents } = harbour();
  expect(mainLanguage(documents.map((row) => ({ ...row, language: 'zh' })))).toBe('zh');
});
