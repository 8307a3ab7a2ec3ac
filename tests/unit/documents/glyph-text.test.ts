import { describe, expect, test } from 'vitest';
import { glyphReader } from '../../../src/adapters/documents/pdf/glyph-text';
import type { Glyph } from '../../../src/adapters/documents/pdf/page-glyphs';

/** Glyphs on one line in a font without names; a blank parts words. */
function glyphs(text: string, options: Partial<Glyph> = {}): Glyph[] {
  const line = { y: 100, size: 10, bold: false, font: 1, isCode: true, isInvisible: false, angle: 0 };
  return Array.from(text).flatMap((letter, at): Glyph[] => {
    if (letter === ' ') return [];
    const place = [at * 5, 93, 5, 9] as const;
    return [{ ...line, text: letter, x0: at * 5, x1: at * 5 + 5, spaced: text[at - 1] === ' ', place, ...options }];
  });
}

function read(...parts: readonly (readonly Glyph[])[]): string {
  const readText = glyphReader();
  for (const part of parts) readText(part);
  return parts.flatMap((part) => part.map(({ text }) => text)).join('');
}

describe('the text of glyphs without names', () => {
  test("is that of their places in TeX's first encoding", () => {
    expect(read(glyphs('the o\u000ece was \u000cred{'))).toBe('theofficewasfired–');
  });

  test('is that of their places in the encoding of 256 letters', () => {
    expect(read(glyphs('der Ko\u001eer und die Stra\u00ffe'))).toBe('derKoffierunddieStraße');
  });

  test('is read as on the pages before where a page has too few letters to tell', () => {
    expect(read(glyphs('the o\u000ece'), glyphs('pages 3{5'))).toBe('theofficepages3–5');
  });

  test('is not told by place in a font of formulas', () => {
    expect(read(glyphs('x \u000b y \u000c z \u000d'))).toBe('x�y�z�');
  });

  test('is marked as unread where nothing tells it, so that the document can be shown as damaged', () => {
    expect(read(glyphs('the k\u0000per', { isCode: false }))).toBe('thek�per');
  });

  test('is left alone in a sound font, but for ligatures and forms of letters', () => {
    expect(read(glyphs('ﬁne ﻡ {', { isCode: false }))).toBe('fineم{');
  });
});
