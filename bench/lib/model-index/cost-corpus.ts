import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadGold, type Gold } from '../../../scripts/lib/gold';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import type { SourceFile } from '../../../src/core/ports/documents';
import { tokensOf } from './tokens';
import { nameWords, renaming, withRenamed } from './renamed';

const DOCUMENTS = fileURLToPath(new URL('../../../public/sample/documents/', import.meta.url));
/** Documents told again with other names until the text is long enough. */
const AGAIN = ['1899-letter-tarrant.md', '1937-rex-v-lorne.md', '1929-report-oakshott.pdf', '1961-letter-hale.md'];

export interface CostCorpus {
  readonly files: readonly SourceFile[];
  readonly gold: Gold;
  /** Tokens of all documents as they are read. */
  readonly tokens: number;
  readonly words: readonly string[];
}

/** The sample, and as much of it told again with other names as makes 25,000 tokens, with the gold standard of both. */
export async function costCorpus(): Promise<CostCorpus> {
  const gold = await loadGold();
  const { rows } = await readSampleRows(createMentionFinders());
  const texts = new Map(rows.map(({ document }) => [document.source_path, document.text]));
  const rename = renaming(nameWords(gold.entities, [...texts.values()]), 7);
  const again = AGAIN.map((name) => [name, `again-${name.replace(/\.\w+$/u, '.txt')}`] as const);
  const copies = again.map(([name, path]) => ({ path, text: rename(texts.get(name) ?? '') }));
  const names = (await readdir(DOCUMENTS)).sort();
  const originals = await Promise.all(
    names.map(async (path) => ({ path, bytes: new Blob([new Uint8Array(await readFile(DOCUMENTS + path))]) })),
  );
  const words = [...texts.values(), ...copies.map(({ text }) => text)];
  return {
    files: [...originals, ...copies.map(({ path, text }) => ({ path, bytes: new Blob([text]) }))],
    gold: withRenamed(gold, rename, new Map(again)),
    tokens: words.reduce((sum, text) => sum + tokensOf(text), 0),
    words,
  };
}
