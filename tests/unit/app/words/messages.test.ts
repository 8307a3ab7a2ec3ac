import { describe, expect, it } from 'vitest';
import { messages } from '../../../../src/app/words/zh';
import { adapters } from '../../../../src/app/words/zh/messages/adapters';
import { engine } from '../../../../src/app/words/zh/messages/engine';
import { evaluation } from '../../../../src/app/words/zh/messages/evaluation';
import { models } from '../../../../src/app/words/zh/messages/models';
import { joinMessages, type Message } from '../../../../src/core/message';
import { writtenTemplates } from './written-messages';
import { CATALOGUE } from '../../../../src/core/models/catalogue/catalogue';

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replace(/\{\d+\}/gu, ''));
/** As “BGE small, for a GPU”, unlike “Qwen3.5 4B”. */
const isMoreThanName = (title: string): boolean => /[^\p{L}\p{N}. -]/u.test(title);

/** Facts and names of the models in the catalogue. */
const facts: ReadonlySet<string> = new Set(
  CATALOGUE.flatMap(({ title, use, languages }) => [use, languages, ...(isMoreThanName(title) ? [title] : [])]),
);
const templateOf = (one: Message): string => (typeof one === 'string' ? one : one.template);
/** Joints of two to four messages. */
const joins = [2, 3, 4].map((count) => templateOf(joinMessages(...Array.from({ length: count }, () => 'Done.'))));

const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/gu))].sort();

describe('the messages of the engine in Chinese', () => {
  it('leave none in English', () => {
    expect(
      [...writtenTemplates].filter((template) => hasWords(template) && !Object.hasOwn(messages, template)),
    ).toEqual([]);
  });

  it('leave no fact about a model in English', () => {
    expect([...facts].filter((fact) => !Object.hasOwn(messages, fact))).toEqual([]);
  });

  it('hold nothing that is not used', () => {
    const used = new Set([...writtenTemplates, ...facts, ...joins]);
    expect(Object.keys({ ...adapters, ...engine, ...evaluation, ...models }).filter((text) => !used.has(text))).toEqual(
      [],
    );
  });

  it('show each value that the English shows', () => {
    const different = Object.entries(messages).filter(
      ([template, text]) => placeholders(template).join() !== placeholders(text).join(),
    );
    expect(different).toEqual([]);
  });
});
