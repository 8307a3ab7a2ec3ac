import { tableFromIPC } from 'apache-arrow';
import { message } from '../../../core/message';
import type { CallOptions, Clock } from '../../../core/platform';
import { runWork, type Work } from '../../../core/work';
import type { ParquetCodec } from '../../storage/arrow/parquet';
import { IMPORT_LIMITS, notImported, tooLarge } from './given-files';

/** A row as it stands in a file: numbers, strings, lists and objects, whatever its writer took. */
export type LooseRow = Readonly<Record<string, unknown>>;

const ROWS_PER_STEP = 256;

/** The rows of a Parquet file with whatever columns it has. Throws ParseError for a damaged file, and for one over the limits. */
export async function parquetRows(
  bytes: Uint8Array,
  path: string,
  { codec, clock, signal }: CallOptions & { readonly codec: ParquetCodec; readonly clock: Clock },
): Promise<readonly LooseRow[]> {
  const isParquet = bytes.length > 12 && isMagic(bytes.subarray(0, 4)) && isMagic(bytes.subarray(-4));
  if (!isParquet) throw damaged(path);
  const arrow = await codec.decode(bytes).catch((cause: unknown) => {
    throw damaged(path, cause);
  });
  if (arrow.byteLength > IMPORT_LIMITS.fileBytes) throw tooLarge(path);
  return runWork(rowsOf(arrow, path), { clock, ...(signal && { signal }) });
}

const damaged = (path: string, cause?: unknown) =>
  notImported(message`${path} is damaged, cut short or no Parquet file`, cause, path);

const isMagic = (bytes: Uint8Array): boolean => String.fromCharCode(...bytes) === 'PAR1';

function* rowsOf(arrow: Uint8Array, path: string): Work<readonly LooseRow[]> {
  let table: ReturnType<typeof tableFromIPC>;
  try {
    table = tableFromIPC(arrow);
  } catch (cause) {
    throw damaged(path, cause);
  }
  const columns = table.schema.fields.map(({ name }) => [name, table.getChild(name)] as const);
  const { rows: mostRows, cells } = IMPORT_LIMITS;
  if (table.numRows > mostRows || table.numRows * columns.length > cells) {
    const why = message`${path} is too large: a table may have ${mostRows} rows and ${cells} values`;
    throw notImported(why, undefined, path);
  }
  const rows: LooseRow[] = [];
  for (let at = 0; at < table.numRows; at++) {
    rows.push(Object.fromEntries(columns.map(([name, vector]) => [name, plain(vector?.get(at))])));
    if (at % ROWS_PER_STEP === 0) yield { done: at, total: table.numRows };
  }
  return rows;
}

/** Arrow's values as plain ones: its lists and structs both iterate, but only a list has a length. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if ('length' in value && Symbol.iterator in value) return Array.from(value as Iterable<unknown>, plain);
  const { toJSON } = value as { readonly toJSON?: () => unknown }; // a struct answers no `in` but for its fields
  const fields = toJSON?.call(value);
  if (typeof fields !== 'object' || fields === null) return fields ?? null;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plain(field)]));
}
