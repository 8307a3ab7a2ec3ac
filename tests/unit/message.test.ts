import { describe, expect, it } from 'vitest';
import { packError, unpackError } from '../../src/channel/errors';
import { ModelError, reasonOf } from '../../src/core/errors';
import { inEnglish, isMessage, joinMessages, message, wordMessage, type Message } from '../../src/core/message';

const GERMAN: Readonly<Record<string, string>> = { 'Page {0} of {1}.': '{1}: Seite {0}.', 'the letter': 'der Brief' };
const inGerman = (given: Message): string =>
  wordMessage(given, {
    textOf: (template) => GERMAN[template] ?? template,
    number: (value) => value.toLocaleString('de'),
  });

describe('a message', () => {
  it('is its own English', () => {
    expect(inEnglish(message`Page ${1200} of ${'a file'}.`)).toBe('Page 1,200 of a file.');
  });

  it('is worded with its values in the order of the language', () => {
    expect(inGerman(message`Page ${1200} of ${message`the letter`}.`)).toBe('der Brief: Seite 1.200.');
  });

  it('does not take braces in a value for a placeholder', () => {
    expect(inEnglish(message`Page ${2} of ${'{0} and {7}'}.`)).toBe('Page 2 of {0} and {7}.');
  });

  it('keeps a name among its values that is also a text of the catalogue', () => {
    expect(inGerman(message`Page ${1} of ${'the letter'}.`)).toBe('the letter: Seite 1.');
    expect(inGerman('the letter')).toBe('der Brief');
  });

  it('joins others with spaces, and leaves out what is empty', () => {
    expect(inEnglish(joinMessages('One.', '', message`${2}.`))).toBe('One. 2.');
    expect(joinMessages('', '')).toBe('');
  });

  it('is told from other values', () => {
    expect([message`Page ${1}.`, 'text'].every(isMessage)).toBe(true);
    expect([null, 3, {}, { template: 1, values: [] }, { template: '{0}', values: [{}] }].some(isMessage)).toBe(false);
  });

  it('crosses from another thread inside an error', () => {
    const wording = message`Page ${1200} of ${message`the letter`}.`;
    const error = unpackError(structuredClone(packError(new ModelError(wording))));
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).message).toBe('Page 1,200 of the letter.');
    expect(inGerman(reasonOf(error))).toBe('der Brief: Seite 1.200.');
  });

  it('of an error that is not ours is its own text', () => {
    expect(reasonOf(new TypeError('odd'))).toBe('odd');
    expect(reasonOf('thrown')).toBe('thrown');
  });
});
