import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import * as parquetWasm from 'parquet-wasm';
import { describe, expect, test, vi } from 'vitest';
import { columnsInSteps } from '../../../src/adapters/storage/arrow/arrow-to-columns';
import { arrowToRows, rowsInSteps } from '../../../src/adapters/storage/arrow/arrow-to-rows';
import { StringPool } from '../../../src/adapters/storage/arrow/string-pool';
import { finish } from '../../../src/core/work';
import { createParquetCodec } from '../../../src/adapters/storage/arrow/parquet';
import { rowsToArrow } from '../../../src/adapters/storage/arrow/rows-to-arrow';
import { TABLES, type EditRow, type TextUnitRow } from '../../../src/core/tables/tables';
import { rowsOf, TABLE_NAMES } from './arbitrary-rows';
import { documentRow } from './rows';
import { runs } from '../../helpers/property-runs';

const codec = createParquetCodec(parquetWasm);
const edit = (changes: Partial<EditRow>): EditRow => ({
  id: 'a',
  sequence: 1,
  time: '',
  kind: 'rename',
  key: '',
  value: '{}',
  ...changes,
});

describe.each(TABLE_NAMES)('the table %s', (table) => {
  test('comes back from Parquet exactly as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(table), async (rows) => {
        const parquet = await codec.encode(rowsToArrow(table, rows));
        expect(arrowToRows(table, await codec.decode(parquet))).toEqual(rows);
      }),
      runs(25),
    );
  });

  test('comes back exactly where strings that repeat are in dictionaries, and where the same rows have none', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(table), fc.boolean(), async (some, dictionaries) => {
        const rows = Array.from({ length: 70 }, () => some).flat();
        const parquet = await codec.encode(rowsToArrow(table, rows, { dictionaries }));
        expect(arrowToRows(table, await codec.decode(parquet))).toEqual(rows);
      }),
      runs(10),
    );
  });

  test('comes back as columns with the same rows, with dictionaries and without', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf(table), fc.boolean(), fc.boolean(), async (some, dictionaries, many) => {
        const rows = Array.from({ length: many ? 70 : 1 }, () => some).flat();
        const parquet = await codec.encode(rowsToArrow(table, rows, { dictionaries }));
        expect([...finish(columnsInSteps(table, await codec.decode(parquet)))]).toEqual(rows);
      }),
      runs(15),
    );
  });

  test('keeps every column in the declared order', async () => {
    const rows = arrowToRows(table, await codec.decode(await codec.encode(rowsToArrow(table, []))));
    expect(rows).toEqual([]);
    const [row] =
      fc.sample(
        rowsOf(table).filter((some) => some.length > 0),
        1,
      )[0] ?? [];
    const [read] = arrowToRows(table, rowsToArrow(table, [row as never]));
    expect(Object.keys(read ?? {})).toEqual(Object.keys(TABLES[table]));
  });
});

test('a lone surrogate becomes one replacement character, so that offsets still hold', () => {
  const rows = arrowToRows('edits', rowsToArrow('edits', [edit({ key: 'a\ud83d' }), edit({ key: '\ude00b' })]));
  expect(rows.map((row) => row.key)).toEqual(['a\ufffd', '\ufffdb']);
});

test('derived columns are written empty unless asked for, and are never read from a file', () => {
  const [filled] =
    fc.sample(
      rowsOf('text_units').filter((rows) => rows.length > 0),
      1,
    )[0] ?? [];
  const row = { ...(filled as TextUnitRow), text: 'words', entity_ids: ['e1'] };
  const written = (ipc: Uint8Array) => tableFromIPC(ipc).getChild('entity_ids')?.get(0)?.toArray() as unknown;
  expect(written(rowsToArrow('text_units', [row]))).toEqual([]);
  const kept = rowsToArrow('text_units', [row], { keepDerived: true });
  expect(written(kept)).toEqual(['e1']);
  expect(arrowToRows('text_units', kept)).toEqual([{ ...row, text: '', entity_ids: [] }]);
});

test.each([
  [{ sequence: 0.5 }, 'edits.sequence cannot hold 0.5'],
  [{ sequence: 2 ** 60 }, 'edits.sequence cannot hold'],
  [{ key: null as unknown as string }, 'edits.key cannot hold null'],
  [{ value: undefined as unknown as string }, 'edits.value cannot hold undefined'],
])('a value that the column does not declare is refused by name: %j', (wrong, words) => {
  expect(() => rowsToArrow('edits', [edit(wrong)])).toThrow(words);
});

test('a string that repeats is written once, and comes from the pool wherever it is read', async () => {
  const rows = Array.from({ length: 200 }, (_, at) =>
    edit({ id: `edit ${String(at)}`, key: `a long key ${String(at % 5)}` }),
  );
  const arrow = rowsToArrow('edits', rows, { dictionaries: true });
  const types = Object.fromEntries(tableFromIPC(arrow).schema.fields.map(({ name, type }) => [name, String(type)]));
  expect(types).toMatchObject({ id: 'Utf8', key: 'Dictionary<Int32, Utf8>' });
  expect(arrow.length).toBeLessThan(rowsToArrow('edits', rows).length);
  const parquet = await codec.encode(arrow);
  const pool = new StringPool();
  for (let reading = 0; reading < 2; reading++) {
    expect(finish(rowsInSteps('edits', await codec.decode(parquet), { pool }))).toEqual(rows);
    expect([pool.has('a long key 4'), pool.size < 250]).toEqual([true, true]);
  }
});

test('the text of a document is decoded when it is asked for, once, and a copy of the row has it', async () => {
  const texts = ['a storm\n'.repeat(100), `${'大穴熊。'.repeat(90)}\ufeff👩‍👩‍👧`, ''];
  const documents = texts.map((text, at) => documentRow(`d${String(at)}`, text));
  const ipc = await codec.decode(await codec.encode(rowsToArrow('documents', documents)));
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  const decodedLong = () => decode.mock.results.filter(({ value }) => String(value).length > 300).length;
  const rows = finish(rowsInSteps('documents', ipc, { late: true }));
  const [first, ...others] = rows;
  expect(decodedLong()).toBe(0);
  expect([first?.text, first?.text, others.map(({ id }) => id)]).toEqual([texts[0], texts[0], ['d1', 'd2']]);
  expect(decodedLong()).toBe(1);
  decode.mockRestore();
  expect(rows.map((row) => ({ ...row }))).toEqual(documents);
  expect(structuredClone(rows)).toEqual(documents);
});

test('a table that was saved as another one is refused', () => {
  expect(() => arrowToRows('documents', rowsToArrow('edits', [edit({})]))).toThrow('documents.human_readable_id');
});
