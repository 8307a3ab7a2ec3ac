import { exportWriter } from '../../../src/adapters/interop/write-export';
import type { GraphTables } from '../../../src/core/ports/interop';
import { fileOf } from '../duckdb-over';
import { parquetInNode, testClock } from '../engine-env';
import type { Passage } from './facts';

/** An export on its way through a program that is not ours. */
interface ExportReading {
  readonly format: string;
  /** With its version. */
  readonly reader: string;
  readonly passage: Passage;
}

/** Reads one export with every program of a kind that is installed. */
export interface ExportReader {
  readonly format: string;
  readonly program: string;
  /** True if it is small enough for the tests of every change. */
  readonly isSmall: boolean;
  readonly isThere: () => boolean;
  readonly read: (tables: GraphTables) => Promise<readonly ExportReading[]>;
}

const writer = exportWriter({ parquet: parquetInNode, clock: testClock() });

/** The file of an export. */
export const exported = (format: string, tables: GraphTables): Promise<Blob> => fileOf(writer.write(format, tables));

/** Converts a text as UTF-8 does: a lone surrogate becomes U+FFFD. */
export const inUtf8 = (value: string | number): string | number =>
  typeof value === 'number' ? value : value.toWellFormed();
