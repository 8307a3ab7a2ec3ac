import { describe, expect, test } from 'vitest';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';
import type { Word } from '../../../src/adapters/documents/pdf/layout/box';
import { createPageDrawer } from '../../../src/adapters/documents/pdf/page-drawer';
import { alignWords } from '../../../src/adapters/documents/pdf/placed-words';
import { readSource } from '../../../src/adapters/documents/read-source';
import { placedPdf } from './placed-pdf';

const words = (text: string): Word[] =>
  text.split(' ').map((word, at) => ({ text: word, place: [at * 10, 0, 9, 10] as const }));

const found = (text: string, drawn: string): string[] =>
  alignWords(text, words(drawn)).map(({ start, end }) => text.slice(start, end));

describe('words of a drawn page', () => {
  test('are found in its text, with what stands between them there', () => {
    expect(found('Name | Dues\n[1] Holm, twelve', 'Name Dues 1 Holm, twelve')).toEqual([
      'Name',
      'Dues',
      '1',
      'Holm,',
      'twelve',
    ]);
  });

  test('are found where a line broke them', () => {
    expect(found('An agreement of long-term use.', 'An agree- ment of long- term use.')).toEqual(
      'An agree ment of long term use.'.split(' '),
    );
  });

  test('that the text lacks are left out, and do not carry others away', () => {
    const text = 'The lamp was lit. The keeper slept. Report of the harbour.';
    expect(found(text, 'Report of 1911 The lamp was lit. The keeper slept.')).toEqual(
      'The lamp was lit. The keeper slept.'.split(' '),
    );
  });
});

test('a page is drawn with its words where the text layer says', async () => {
  const bytes = new Blob([
    placedPdf([{ texts: [{ x: 60, y: 100, text: 'The lamp of Kesh' }], rotate: 90 }]) as BlobPart,
  ]);
  const result = await readSource({ path: 'lamp.pdf', bytes }, { openPdf: openPdfInNode });
  const text = (result.kind === 'documents' && result.documents[0]?.text) || '';
  const drawer = createPageDrawer(openPdfInNode);
  expect(await drawer.open(bytes)).toEqual([{ width: 800, height: 600 }]);
  const placed = await drawer.words(1, text);
  expect(placed.map(({ start, end }) => text.slice(start, end))).toEqual(['The', 'lamp', 'of', 'Kesh']);
  // Turned to the right: the baseline, 100 points below the top edge, is as far from the right one.
  expect(placed[0]?.x).toBeCloseTo(800 - 100 - 2, 0);
  expect(placed[0]?.y).toBeCloseTo(60, 0);
  const { width, height, pixels } = await drawer.draw(1, 400);
  expect([width, height, pixels.length]).toEqual([400, 300, 400 * 300 * 4]);
});
