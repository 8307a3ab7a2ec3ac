import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { documentRow } from '../../../src/core/engine/documents/read-pending-source';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { deriveTables, indexDocument } from '../../../src/core/index/pipeline';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { finish } from '../../../src/core/work';
import { mentionsOf } from './mentions-of';
import { detectLanguage } from '../../../src/core/text/language';

/** A case is a short text, with the names in it beside it. */
const FOLDER = new URL('../../fixtures/names/', import.meta.url);
const DAY = '2026-11-01';

interface Expectation {
  readonly language: string;
  /** Names and their types. */
  readonly names: Readonly<Record<string, string>>;
  /** Words that are no names. */
  readonly none: readonly string[];
}

const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.txt'));
const cases = await Promise.all(
  files.map(async (name) => {
    const expected = JSON.parse(await readFile(new URL(name.replace('.txt', '.json'), FOLDER), 'utf8')) as Expectation;
    return { name, text: await readFile(new URL(name, FOLDER), 'utf8'), ...expected };
  }),
);

describe.each(cases)('the names of a short text without capitals: $name', ({ text, language, names, none }) => {
  it('are found at their first mention, with their types', async () => {
    const found = (await mentionsOf(text, language)).filter(({ phrase }) => phrase === 'proper');
    const types = Object.fromEntries(found.map(({ title, type }) => [title, type]));
    expect(types).toMatchObject(names);
    expect(Object.keys(types).filter((title) => none.includes(title))).toEqual([]);
  });

  it('become entities that share a community', async () => {
    const facts = { media_type: 'text/plain', language: detectLanguage(text), attributes: {} };
    const read = { title: 'Memo', text, ...facts, page_starts: [], headings: [] };
    const source = { path: 'memo.txt', byte_hash: 'memo', byte_size: text.length };
    const rows = await indexDocument(documentRow(read, source, DAY), {}, { mentions: createMentionFinders() });
    const records = { ...EMPTY_TABLES, ...rows, documents: [rows.document], edits: [] };
    const tables = {
      ...records,
      ...finish(deriveTables(records, {}, { today: DAY, counters: { documents: 0, text_units: 0 } })),
    };
    expect(rows.document.language).toBe(language);
    expect(tables.entities.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(names)));
    expect(Math.max(0, ...tables.communities.map(({ size }) => size))).toBeGreaterThanOrEqual(3);
  });
});
