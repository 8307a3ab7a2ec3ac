import { ZipWriter, BlobWriter, Uint8ArrayReader } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine';
import { ParseError } from '../../../src/core/errors';
import { inEnglish } from '../../../src/core/message';
import { testEnv } from '../../helpers/engine-env';
import { graphRagFiles } from '../../helpers/graphrag-index';

const WHOLE = { within: null, filter: {}, chosen: null, pathTo: null };

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Imports files and gives the words of the refusal, or the notes. Nothing may be left where it is refused. */
async function importing(files: Files | readonly { readonly path: string; readonly bytes: Blob }[]): Promise<string> {
  const env = testEnv();
  const engine = createEngine(env);
  const given = Array.isArray(files)
    ? files
    : [...(files as Files)].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) }));
  try {
    const { record, notes } = await engine.importFiles(given);
    await engine.open(record.id);
    return inEnglish(notes).replace(/^Imported as “[^”]*”\. ?/u, '');
  } catch (error) {
    expect(error).toBeInstanceOf(ParseError);
    expect(await engine.collections()).toEqual([]);
    return (error as ParseError).message;
  }
}

const changed = async (sql: string): Promise<string> => importing(await graphRagFiles('3', sql));

describe('files that cannot be imported are refused with words, and nothing is left', () => {
  test.each([
    ['a missing table', (files: Files) => without(files, 'entities'), 'the table entities is missing'],
    [
      'a truncated file',
      (files: Files) => cut(files, 'relationships'),
      'relationships.parquet is damaged, cut short or no Parquet file',
    ],
    [
      'an empty file',
      (files: Files) => new Map([...files, ['output/entities.parquet', new Uint8Array()]]),
      'is damaged, cut short or no Parquet file',
    ],
    [
      'another kind of file',
      (files: Files) =>
        new Map([...files, ['output/entities.parquet', new TextEncoder().encode('PAR1 not at all PAR1')]]),
      'is damaged, cut short or no Parquet file',
    ],
    [
      'a table twice',
      (files: Files) => new Map([...files, ['other/entities.parquet', new Uint8Array(20)]]),
      'they hold the table entities twice: output/entities.parquet and other/entities.parquet',
    ],
  ])('%s', async (_, change, words) => {
    const text = await importing(change(await graphRagFiles('3')));
    expect(text).toContain(words);
    expect(text).toContain('Nothing was added, and your collections are as they were.');
  });

  test.each([
    ['an id that stands twice', `UPDATE entities SET id = 'e1'`, 'the table entities has the id e1 twice'],
    [
      'a row without an id',
      `UPDATE text_units SET id = NULL WHERE id = 'u1'`,
      'the table text_units has rows without an id',
    ],
    [
      'a column that is missing',
      'ALTER TABLE entities RENAME title TO heading',
      'the table entities has no column title',
    ],
    [
      'a community that stands twice',
      'UPDATE communities SET community = 1',
      'the table communities has a number twice',
    ],
    ['two reports on one community', 'UPDATE community_reports SET community = 1', 'two reports on one community'],
  ])('%s', async (_, sql, words) => {
    expect(await changed(sql)).toContain(words);
  });

  test('a ZIP file that is cut short', async () => {
    const zip = await packed(await graphRagFiles('3'));
    expect(await importing([{ path: 'x.zip', bytes: zip.slice(0, zip.size - 60) }])).toContain('not a saved copy');
  });

  test('a ZIP bomb', async () => {
    const bomb = new Map([...(await graphRagFiles('3')), ['output/entities.parquet', new Uint8Array(90e6)]]);
    expect(await importing([{ path: 'x.zip', bytes: await packed(bomb) }])).toContain('entities.parquet is too large');
  });

  test('a ZIP file without a table', async () => {
    const zip = await packed(new Map([['notes.txt', new Uint8Array(3)]]));
    expect(await importing([{ path: 'x.zip', bytes: zip }])).toContain('not a saved copy');
  });
});

describe('what does not fit together is left out and told', () => {
  test('relationships of entities that are not there', async () => {
    expect(await changed(`UPDATE relationships SET source = 'NOBODY' WHERE id IN ('r1', 'r2')`)).toBe(
      '2 relationships were left out: they name entities that are not in the table.',
    );
  });

  test('claims of text units that are not there, and reports on communities that are not', async () => {
    expect(
      await changed(
        `UPDATE covariates SET text_unit_id = 'u9'; UPDATE community_reports SET community = 9 WHERE community = 2`,
      ),
    ).toBe(
      '1 claims were left out: their text units are not in the table. 1 reports were left out: their communities are not in the table.',
    );
  });

  test('text units that are not in their document word for word stand behind it', async () => {
    expect(await changed(`UPDATE text_units SET text = 'Another telling of the same.' WHERE id = 'u1'`)).toContain(
      '1 text units are not in their documents word for word',
    );
  });
});

describe('what is odd is taken as it is', () => {
  test.each([
    ['ids of text units that point nowhere', `UPDATE entities SET text_unit_ids = ['u1', 'nowhere']`],
    [
      'names that are the same but for their case',
      `UPDATE entities SET title = 'Ines Varga' WHERE id = 'e2'; UPDATE relationships SET target = 'Ines Varga' WHERE target = 'DUNMORE'`,
    ],
    [
      'lists of a hundred thousand ids',
      `UPDATE entities SET text_unit_ids = list_transform(range(100000), x -> 'u' || x::VARCHAR)`,
    ],
    ['a parent that is its own child', 'UPDATE communities SET parent = community, children = [community]'],
    [
      'communities that lead in a circle',
      'UPDATE communities SET parent = 3 - community, children = [3 - community] WHERE community IN (1, 2)',
    ],
    [
      'communities without members that lead in a circle',
      'UPDATE communities SET parent = 3 - community, children = [3 - community], entity_ids = [] WHERE community IN (1, 2)',
    ],
    [
      'communities of entities that are not there',
      `UPDATE communities SET entity_ids = ['e3', 'nobody', 'no one'], level = 0, parent = -1 WHERE community = 2`,
    ],
    ['a level as high as numbers go', 'UPDATE communities SET level = 500000000 WHERE community = 2'],
    [
      'numbers that are not whole or not there',
      `ALTER TABLE entities ALTER human_readable_id TYPE DOUBLE; UPDATE entities SET human_readable_id = 'nan'::DOUBLE; UPDATE relationships SET weight = NULL`,
    ],
    ['no documents', 'DELETE FROM documents'],
    ['no communities', 'DELETE FROM communities; DELETE FROM community_reports'],
    ['empty texts', `UPDATE text_units SET text = ''; UPDATE documents SET text = ''`],
  ])('%s', async (_, sql) => {
    const env = testEnv();
    const engine = createEngine(env);
    const files = [...(await graphRagFiles('3', sql))].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) }));
    const { record } = await engine.importFiles(files);
    const view = await engine.open(record.id);
    for await (const _event of engine.resume()) void _event;
    expect(view.counts.entities).toBe(6);
    expect((await engine.view()).counts.entities).toBe(6);
    expect((await engine.view()).upToDate).toBe(true);
    expect((await engine.view()).counts.levels).toBeLessThan(100);
    for (const level of [0, 1]) {
      const { marks } = await engine.map({ layout: 'circles', level, ...WHOLE });
      expect([...marks.radius].every(Number.isFinite)).toBe(true);
    }
    for (const { row } of await engine.communities()) await engine.mapPlace({ community: row.community });
    expect((await engine.saveCopy(record.id)).size).toBeGreaterThan(0);
  });

  test('an entity that no text unit tells of is stated in a document of its own, and can be followed there', async () => {
    const env = testEnv();
    const engine = createEngine(env);
    const files = await graphRagFiles('3', `UPDATE entities SET text_unit_ids = [] WHERE id = 'e6'`);
    const { record } = await engine.importFiles(
      [...files].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) })),
    );
    const { documents } = await engine.open(record.id);
    expect(documents.map(({ title }) => title)).toEqual(['ink.txt', 'abbey.txt', 'output']);
    const view = await engine.evidence({ kind: 'entity', id: 'e6', title: 'JUDGE HALE' } as never);
    expect(JSON.stringify(view)).toContain('JUDGE HALE: Judge Hale heard the case of 1871.');
  });
});

const without = (files: Files, table: string): Files => new Map([...files].filter(([path]) => !path.includes(table)));

const cut = (files: Files, table: string): Files =>
  new Map([...files].map(([path, bytes]) => [path, path.includes(table) ? bytes.slice(0, bytes.length >> 1) : bytes]));

async function packed(files: Files): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [path, bytes] of files) await zip.add(path, new Uint8ArrayReader(bytes));
  return zip.close();
}

test('an import that is stopped leaves nothing, whenever it is', async () => {
  const files = [...(await graphRagFiles('3'))].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) }));
  /** Stops it when others have had their turn so often; whether it ended before. */
  const stoppedAt = async (turn: number): Promise<boolean> => {
    const stop = new AbortController();
    let [now, turns] = [0, 0];
    const clock = {
      now: () => (now += 1000),
      yield: async () => void (++turns === turn && stop.abort()),
    };
    if (turn === 0) stop.abort();
    const engine = createEngine({ ...testEnv(), clock });
    const outcome = await engine.importFiles(files, { signal: stop.signal }).catch((error: unknown) => error);
    if (!stop.signal.aborted) return true;
    expect(outcome).toMatchObject({ name: 'AbortError' });
    expect(await engine.collections()).toEqual([]);
    return false;
  };
  let turn = 0;
  while (!(await stoppedAt(turn))) turn++;
  expect(turn).toBeGreaterThan(3);
});
