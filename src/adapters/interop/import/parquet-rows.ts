import { message } from '../../../core/message';
import type { CallOptions, Clock } from '../../../core/platform';
import { runWork, type Work } from '../../../core/work';
import type { ForeignParquet } from '../../storage/arrow/foreign-parquet';
import type { ParquetCodec } from '../../storage/arrow/parquet';
import { IMPORT_LIMITS, notImported, tooLarge } from './given-files';
import { READ_COLUMNS } from './loose-tables';

/** A row as it stands in a file: numbers, strings, lists and objects, whatever its writer took. */
export type LooseRow = Readonly<Record<string, unknown>>;

const ROWS_PER_STEP = 256;

/** The rows of a Parquet file with those of the known columns that it has. Throws ParseError for a file that cannot be read, and one over the limits. */
export async function parquetRows(
  bytes: Uint8Array,
  path: string,
  { codec, clock, signal }: CallOptions & { readonly codec: ParquetCodec; readonly clock: Clock },
): Promise<readonly LooseRow[]> {
  const found = await codec.read(bytes, READ_COLUMNS, IMPORT_LIMITS);
  if (found.kind !== 'columns') throw refused(found, path);
  return runWork(rowsOf(found.columns, found.rows), { clock, ...(signal && { signal }) });
}

/** Words for a file that was not read. One that is sound is never called damaged. */
function refused(found: Exclude<ForeignParquet, { readonly kind: 'columns' }>, path: string): Error {
  switch (found.kind) {
    case 'no-parquet':
      return notImported(message`${path} is damaged, cut short or no Parquet file`, undefined, path);
    case 'encrypted':
      return notImported(message`${path} is encrypted. Write it again without encryption`, undefined, path);
    case 'too-large':
      return tooLarge(path);
    case 'too-many-values': {
      const { rows, cells } = IMPORT_LIMITS;
      const why = message`${path} is too large: a table may have ${rows} rows and ${cells} values`;
      return notImported(why, undefined, path);
    }
    case 'unknown-type': {
      const why = message`the column ${found.column} of ${path} has the type ${found.detail}, which Burrow does not read`;
      return notImported(why, undefined, path);
    }
    case 'unknown-compression': {
      const why = message`the column ${found.column} of ${path} is compressed by ${found.detail}, which Burrow does not read`;
      return notImported(why, undefined, path);
    }
    case 'unreadable': {
      const why = message`the column ${found.column} of ${path} is damaged, or of a form that Burrow does not read (${found.detail})`;
      return notImported(why, undefined, path);
    }
  }
}

function* rowsOf(columns: ReadonlyMap<string, readonly unknown[]>, count: number): Work<readonly LooseRow[]> {
  const rows: LooseRow[] = [];
  for (let at = 0; at < count; at++) {
    rows.push(Object.fromEntries([...columns].map(([name, values]) => [name, values[at]])));
    if (at % ROWS_PER_STEP === 0) yield { done: at, total: count };
  }
  return rows;
}
