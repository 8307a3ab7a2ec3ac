import { groupBy } from '../arrays';
import { isDescribed } from '../graph/derive/descriptions';
import { themeInputs, themeLayer } from '../graph/derive/theme-keywords';
import { THEMES_PROMPT } from '../prompts/themes';
import { isByPrompt } from '../provenance';
import type { IndexTables, RelationshipRow } from '../tables/tables';
import { sha256Text } from '../ids';
import { clipToTokens, oneLine } from '../text/clip';
import { estimateTokens } from '../text/tokens';

/** Relationships whose themes are asked for in one call. */
export interface KeywordBatch {
  /** Id of its first relationship. */
  readonly id: string;
  readonly rows: readonly RelationshipRow[];
  /** A line for each, as a model is shown it. */
  readonly lines: readonly string[];
  readonly documentIds: readonly string[];
  /** Changes with anything that a model is shown. */
  readonly hash: string;
}

/** Tokens of a description, and of each sentence in place of one. */
const DESCRIPTION = 160;
const SENTENCE = 60;
const SENTENCES = 2;

/** Wanted relationships, besides those that are due. */
interface Wanted {
  readonly again?: 'others' | 'any' | undefined;
  readonly only?: readonly string[] | undefined;
  /** Layer that asks. */
  readonly layer: string;
}

/** Checks that a reader stated a relationship, and did not name its themes beside. */
export const mayHaveThemes = (row: RelationshipRow): boolean =>
  isDescribed(row) && !isByPrompt(row.method, THEMES_PROMPT.name);

/**
 * Relationships that a reader stated and whose themes are due: of those read with their themes, and of those that only appear together, none are asked
 * for.
 */
export function dueRelationships(
  { relationships }: Pick<IndexTables, 'relationships'>,
  { again, only, layer }: Wanted,
): readonly RelationshipRow[] {
  const wanted = only && new Set(only);
  return relationships.filter((row) => {
    if (!mayHaveThemes(row)) return false;
    if (wanted && !wanted.has(row.id)) return false;
    const { theme_keywords_key: key } = row;
    if (again === 'any' || key === null || !key.endsWith(themeInputs(row))) return true;
    return again === 'others' && themeLayer(key) !== layer;
  });
}

interface ShownRow {
  readonly row: RelationshipRow;
  readonly line: string;
}

/**
 * Groups relationships into calls of at most so many, each within so many tokens and with at least one. Those of one call rest on the same
 * documents: no theme has words of another document.
 */
export function keywordBatches(
  rows: readonly RelationshipRow[],
  { documents, text_units }: Pick<IndexTables, 'documents' | 'text_units'>,
  most: { readonly pairs: number; readonly tokens: number },
): readonly KeywordBatch[] {
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  const ownerOf = new Map(text_units.map(({ id, document_id }) => [id, document_id]));
  const sources = ({ text_unit_ids }: RelationshipRow): readonly string[] =>
    [...new Set(text_unit_ids.flatMap((id) => ownerOf.get(id) ?? []))].sort();
  const shown = rows.map((row) => ({ row, line: lineOf(row, (id) => documentOf.get(id)?.text ?? '') }));
  return [...groupBy(shown, ({ row }) => sources(row).join('\n')).values()]
    .flatMap((some) => groupsOf(some, most))
    .map((group) => batchOf(group, group[0] ? sources(group[0].row) : []));
}

function groupsOf(
  rows: readonly ShownRow[],
  most: { readonly pairs: number; readonly tokens: number },
): readonly (readonly ShownRow[])[] {
  const groups: ShownRow[][] = [];
  let left = 0;
  for (const { row, line } of rows) {
    const tokens = estimateTokens(line);
    if (tokens > left || (groups.at(-1)?.length ?? Infinity) >= most.pairs) {
      groups.push([]);
      left = most.tokens;
    }
    groups.at(-1)?.push({ row, line });
    left -= tokens;
  }
  return groups;
}

function batchOf(group: readonly ShownRow[], documentIds: readonly string[]): KeywordBatch {
  const rows = group.map(({ row }) => row);
  const lines = group.map(({ line }) => line);
  return {
    id: rows[0]?.id ?? '',
    rows,
    lines,
    documentIds,
    hash: sha256Text(JSON.stringify(lines)),
  };
}

/** Both ends, and the description or the predicates with the sentences that state them. */
function lineOf(row: RelationshipRow, textOf: (documentId: string) => string): string {
  const statement =
    row.description === '' ? [row.keywords.join(', '), ...quotes(row, textOf)].join('. ') : row.description;
  return clipToTokens(oneLine(`${row.source} – ${row.target}: ${statement}`), DESCRIPTION);
}

const quotes = (row: RelationshipRow, textOf: (documentId: string) => string): readonly string[] =>
  row.evidence_document_ids
    .slice(0, SENTENCES)
    .map((id, at) => textOf(id).slice(row.evidence_starts[at], row.evidence_ends[at]))
    .map((quote) => clipToTokens(oneLine(quote), SENTENCE));
