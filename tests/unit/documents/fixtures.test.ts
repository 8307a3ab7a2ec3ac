import { readFile, readdir, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readSource } from '../../../src/adapters/documents/read-source';
import { isTabular } from '../../../src/core/tables/documents';
import { inEnglish } from '../../../src/core/message';
import type { ReadChoice, ReadResult } from '../../../src/core/ports/documents';
import { openPdfInNode } from '../../../scripts/lib/open-pdf-in-node';

/** A case is a file with its expectation beside it as `<file>.json`; UPDATE_FIXTURES=1 writes what is read now, to be looked at. */
const FOLDER = new URL('../../fixtures/documents/', import.meta.url);

interface Expectation {
  readonly choice?: ReadChoice;
  readonly result?: unknown;
  readonly error?: string;
}

const names = await readdir(FOLDER);
const cases = names.filter((name) => !(name.endsWith('.json') && names.includes(name.slice(0, -'.json'.length))));

describe('each document in the fixtures folder is read as written beside it', () => {
  test.each(cases)('%s', async (name) => {
    const beside = new URL(`${name}.json`, FOLDER);
    const expectation = names.includes(`${name}.json`)
      ? (JSON.parse(await readFile(beside, 'utf8')) as Expectation)
      : {};
    const seen = await read(name, expectation.choice);
    if (process.env.UPDATE_FIXTURES) await writeFile(beside, `${JSON.stringify(seen, null, 2)}\n`);
    else expect(seen).toEqual(expectation);
  });
});

async function read(name: string, choice: ReadChoice | undefined): Promise<Expectation> {
  const bytes = new Blob([await readFile(new URL(name, FOLDER))]);
  const chosen = choice ? { choice } : {};
  try {
    const result = await readSource({ path: `folder/${name}`, bytes, ...chosen }, { openPdf: openPdfInNode });
    checkOffsets(result);
    if (result.kind === 'documents' && result.tabular) expect(result.documents.every(isTabular)).toBe(true);
    return { ...chosen, result: readable(result) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ParseError') throw error;
    return { ...chosen, error: error.message };
  }
}

function checkOffsets(result: ReadResult): void {
  for (const document of result.kind === 'documents' ? result.documents : []) {
    expect(document.text.isWellFormed()).toBe(true);
    expect(document.page_starts.every((start) => start >= 0 && start <= document.text.length)).toBe(true);
    for (const heading of document.headings) {
      const line = document.text.slice(heading.start).split('\n')[0] ?? '';
      expect(line.replace(/[*_`]/gu, '')).toContain(heading.text);
      expect(heading.start === 0 || document.text[heading.start - 1] === '\n').toBe(true);
    }
  }
}

/** Bytes of archive members as text, and why others are refused in English. */
function readable(result: ReadResult): unknown {
  if (!result.members || !result.refused) return result;
  const decoder = new TextDecoder();
  return {
    ...result,
    members: result.members.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) })),
    refused: result.refused.map(({ path, reason }) => ({ path, reason: inEnglish(reason) })),
  };
}
