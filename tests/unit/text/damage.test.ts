import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { damageOf } from '../../../src/core/text/damage';
import { detectLanguage } from '../../../src/core/text/language';
import { inEnglish } from '../../../src/core/message';

const SAMPLE = new URL('../../../sample/', import.meta.url);
const SOURCE = new URL('../../../src/core/text/', import.meta.url);
const textsOf = (folder: URL): readonly (readonly [string, string])[] =>
  readdirSync(folder)
    .filter((file) => file.includes('.'))
    .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]);

const english = textsOf(SAMPLE)
  .filter(([file]) => /letter|minutes|history|report-[ov]|lorne/u.test(file))
  .map(([, text]) => text)
  .join('\n\n');
const GERMAN = 'Über die Brücke führte früher eine Straße, die für Fußgänger größtenteils gesperrt wär. ';

describe('damage of a text', () => {
  // One source file lists the short words of many languages, which is no text of any.
  const sources = textsOf(SOURCE).filter(([file]) => file !== 'language.ts');
  it.each([...textsOf(SAMPLE), ...sources])('is not seen in %s', (_, text) => {
    expect(damageOf(text, detectLanguage(text))).toBeNull();
  });

  it('is not seen in German, in a table, or in a short or empty text', () => {
    expect(damageOf(GERMAN.repeat(20), 'de')).toBeNull();
    expect(damageOf('id,x,y\n1,a,b\n2,c,d\n'.repeat(100), 'und')).toBeNull();
    for (const text of ['', 'Ã', '\ufffd', 'x']) expect(damageOf(text, 'en')).toBeNull();
  });

  it.each([
    ['could not be read', english.replace(/ü|ö|q/gu, '\ufffd').replace(/ z?w/gu, ' \ufffd')],
    ['wrong encoding', new TextDecoder('windows-1252').decode(new TextEncoder().encode(GERMAN.repeat(20)))],
    ['own font', english.replace(/fi|ff|th/gu, '\ue001')],
    ['control characters', english.replace(/, /gu, '\x02 ')],
    ['spaces between words', english.replace(/ /gu, '')],
    ['letter by letter', english.replace(/(?<=\p{L})(?=\p{L})/gu, ' ')],
    ['broken by spaces', english.replace(/(\p{Ll}{3})(\p{Ll}{2})\b/gu, '$1 $2')],
    ['“fi”', english.replace(/f[fil]/gu, '')],
  ])('says “%s” in its reason', (reason, text) => {
    expect(inEnglish(damageOf(text, 'en') ?? '')).toContain(reason);
  });
});
