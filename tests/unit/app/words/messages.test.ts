import { describe, expect, it } from 'vitest';
import { messages } from '../../../../src/app/words/zh';
import { writtenTemplates } from './written-messages';
import { CATALOGUE } from '../../../../src/core/models/catalogue/catalogue';

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/\{\d+\}/gu, ''));
/** As “BGE small, for a GPU”. */
const isMoreThanName = (title: string): boolean => title.includes(', ');
const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/gu))].sort();

describe('the messages of the engine in Chinese', () => {
  it('leave none in English', () => {
    expect(
      [...writtenTemplates].filter((template) => hasWords(template) && !Object.hasOwn(messages, template)),
    ).toEqual([]);
  });

  it('leave no fact about a model in English', () => {
    const facts = CATALOGUE.flatMap(({ title, use, languages }) => [
      use,
      languages,
      ...(isMoreThanName(title) ? [title] : []),
    ]);
    expect([...new Set(facts)].filter((fact) => !Object.hasOwn(messages, fact))).toEqual([]);
  });

  it('show each value that the English shows', () => {
    const different = Object.entries(messages).filter(
      ([template, text]) => placeholders(template).join() !== placeholders(text).join(),
    );
    expect(different).toEqual([]);
  });
});
