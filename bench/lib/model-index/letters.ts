import { loadGold } from '../../../scripts/lib/gold';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import type { SourceFile } from '../../../src/core/ports/documents';
import { randomNumbers } from '../../../src/core/random';
import { nameWords, renaming } from './renamed';

/** Documents that tell of the same people and places. */
const FAMILY = 10;
const PARAGRAPHS = 3;
/** Share of the name words that a family has to itself; the rest are met in all families. */
const OWN = 0.9;

/**
 * Short documents of the sample's paragraphs, which `make(at)` gives by number: ten after each other tell of the same made-up people and
 * places, and a tenth of the names are met everywhere. The same number and variant give the same document.
 */
export async function letters(): Promise<(at: number, variant?: number) => SourceFile> {
  const gold = await loadGold();
  const { rows } = await readSampleRows(createMentionFinders());
  const texts = rows.filter(({ document }) => document.language === 'en').map(({ document }) => document.text);
  const paragraphs = texts.flatMap((text) => text.split(/\n\s*\n/u)).filter((one) => one.length > 200);
  const words = nameWords(gold.entities, texts);
  return (at, variant = 0) => {
    const random = randomNumbers(at * 10 + variant + 1);
    const rename = renaming(words, Math.floor(at / FAMILY) + 100, OWN);
    const some = Array.from({ length: PARAGRAPHS }, () => paragraphs[Math.floor(random() * paragraphs.length)] ?? '');
    const path = `letter-${String(at).padStart(3, '0')}.txt`;
    return { path, bytes: new Blob([rename([...new Set(some)].join('\n\n'))]) };
  };
}
