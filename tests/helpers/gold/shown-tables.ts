import Papa from 'papaparse';
import { shownData } from '../shown-data';

/** A table of a report prompt, by column. */
export type ShownRow = Readonly<Record<string, string>>;

/** The tables that a prompt shows, read back from its words as a model sees them. */
interface ShownTables {
  readonly entities: readonly ShownRow[];
  readonly claims: readonly ShownRow[];
  readonly relationships: readonly ShownRow[];
  readonly reports: readonly ShownRow[];
}

export function shownTables(message: string): ShownTables {
  const prompt = shownData(message);
  return {
    entities: section(prompt, '-----Entities-----'),
    claims: section(prompt, '-----Claims-----'),
    relationships: section(prompt, '-----Relationships-----'),
    reports: section(prompt, '----Reports-----'),
  };
}

function section(prompt: string, header: string): readonly ShownRow[] {
  const start = `\n${prompt}`.indexOf(`\n${header}\n`);
  if (start < 0) return [];
  const [csv = ''] = prompt.slice(start + header.length + 1).split('\n\n');
  return Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
}
