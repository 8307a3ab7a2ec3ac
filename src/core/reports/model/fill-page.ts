import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { claimLine, entityLine, relationshipLine, type Telling } from './context-lines';
import type { ContextLine } from './context-line';
import type { ContextPage } from './context-page';
import { evidenceOfEntities } from './entity-evidence';
import type { ModelTables } from './model-tables';

/** What is to be shown, the most important first. */
export interface ToShow {
  readonly relationships: readonly RelationshipRow[];
  readonly members: readonly EntityRow[];
}

/** Part of the budget that one description may take. */
const LONGEST_SHARE = 1 / 4;

/** Tokens of a description at most, on a page of so many. */
export const longestOn = (tokens: number): number => Math.floor(tokens * LONGEST_SHARE);

/**
 * Fills a page relationship by relationship, each after its ends and what is claimed of them, then with the members that are in none
 * (GraphRAG A10.1). Near the end of the budget sentences are left out before relationships are. Tells whether everything was shown in full.
 */
export function fillPage(tables: ModelTables, page: ContextPage, { relationships, members }: ToShow): boolean {
  const blocks = [
    ...relationships.map((row) => (telling: Telling) => relationshipBlock(tables, page, row, telling)),
    ...members.map((row) => (telling: Telling) => entityBlock(tables, page, row, telling)),
  ];
  let whole = true;
  const telling = {
    shown: page.sentences,
    longest: longestOn(page.budget),
    bestSentence: evidenceOfEntities(tables, relationships),
  };
  for (const block of blocks) {
    if (page.add(block({ ...telling, quote: true }))) continue;
    whole = false;
    if (!page.add(block({ ...telling, quote: false }))) return false;
  }
  return whole;
}

function relationshipBlock(
  tables: ModelTables,
  page: ContextPage,
  row: RelationshipRow,
  telling: Telling,
): readonly ContextLine[] {
  const own = relationshipLine(tables, row, telling);
  const shown = new Set([...telling.shown, ...quotedBy([own])]);
  const before: ContextLine[] = [];
  for (const id of [row.source_id, row.target_id]) {
    const end = tables.entity(id);
    const lines = end ? entityBlock(tables, page, end, { ...telling, shown }) : [];
    for (const sentence of quotedBy(lines)) shown.add(sentence);
    before.push(...lines);
  }
  return [...before, own];
}

const quotedBy = (lines: readonly ContextLine[]): readonly number[] => lines.flatMap(({ sentence }) => sentence ?? []);

/** An entity that is not shown yet, and the claims about it; these are left out with the sentences. */
function entityBlock(
  tables: ModelTables,
  page: ContextPage,
  entity: EntityRow,
  telling: Telling,
): readonly ContextLine[] {
  if (page.has(entity.id)) return [];
  const claims = telling.quote ? tables.claims(entity).map((claim) => claimLine(claim, telling)) : [];
  return [entityLine(tables, entity, telling), ...claims];
}
