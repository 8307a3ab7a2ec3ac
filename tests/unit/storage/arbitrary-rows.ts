import fc from 'fast-check';
import { emptyValue, type Column, type ColumnType } from '../../../src/core/tables/schema';
import { TABLES, type TableName, type TableRow } from '../../../src/core/tables/tables';

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Any text that UTF-8 can hold: empty, emoji, byte order marks, zero characters, other scripts. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '👩‍👩‍👧 x',
    '\ufeffé',
    '\u0000',
    '大穴熊。',
    'e\u0301',
    'plain text, longer than thirteen characters',
  ),
);

const ARBITRARIES: Readonly<Record<ColumnType, fc.Arbitrary<unknown>>> = {
  string: text,
  int: fc.maxSafeInteger(),
  double: fc.double(),
  'string[]': fc.array(text, { maxLength: 4 }),
  'int[]': fc.array(fc.maxSafeInteger(), { maxLength: 4 }),
  findings: fc.array(fc.record({ explanation: text, summary: text }), { maxLength: 3 }),
};

/** Rows of a table as its declaration allows them, derived columns empty. */
export function rowsOf<N extends TableName>(table: N, maxLength = 12): fc.Arbitrary<TableRow<N>[]> {
  const columns: [string, Column][] = Object.entries(TABLES[table]);
  const model = columns.map(([name, column]) => {
    const { type, nullable, derived } = column;
    const values = derived ? fc.constant(emptyValue(column)) : ARBITRARIES[type];
    return [name, nullable ? fc.option(values) : values] as const;
  });
  return fc.array(fc.record(Object.fromEntries(model), { noNullPrototype: true }), { maxLength }) as fc.Arbitrary<
    TableRow<N>[]
  >;
}
