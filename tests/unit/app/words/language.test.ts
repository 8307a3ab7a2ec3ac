import { describe, expect, it } from 'vitest';
import { preferredLanguage, regionalTag } from '../../../../src/app/words/language.svelte';

describe('the language of the screen', () => {
  it.each([
    [['zh-CN', 'en'], 'zh'],
    [['zh-TW'], 'zh'],
    [['de-DE', 'en-GB', 'zh'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('of a browser that asks for %o is %s', (tags, code) => {
    expect(preferredLanguage(tags)).toBe(code);
  });

  it('writes dates as in the person’s region, where that region writes the same script', () => {
    expect(regionalTag('en', ['de-DE', 'en-GB'])).toBe('en-GB');
    expect(regionalTag('en', ['de-DE'])).toBe('en');
    expect(regionalTag('zh', ['zh-SG'])).toBe('zh-SG');
    expect(regionalTag('zh', ['zh-TW'])).toBe('zh-CN');
  });
});
