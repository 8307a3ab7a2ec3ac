import { sha256Text } from '../../ids';
import { byCombinedDegree } from '../../tables/combined-degree';
import type { CommunityRow, EntityRow, RelationshipRow } from '../../tables/tables';
import {
  contextKey,
  type ContextChoice,
  type ContextLine,
  contextPage,
  type ContextPage,
  DATASETS,
} from './context-page';
import type { ModelTables } from './report-tables';
import { claimLine, entityLine, relationshipLine, type LineOptions, bestSentences } from './context-lines';

/** Contents of a report, apart from the reports of sub-communities. */
export interface Outline {
  readonly row: CommunityRow;
  /** A hash of everything that is shown, in any order. A report with the same key is still valid. */
  readonly key: string;
  readonly page: ContextPage;
  /** Sub-communities for which a report stands in, the largest first. */
  readonly standIns: readonly Outline[];
}

/** Raised when the same tables give another context. */
const VERSION = 1;
/** Tokens that the report of a sub-community may take. */
const LEAST_ROOM = 80;
const MOST_ROOM = 600;
const ROOM_SHARE = 1 / 8;

const standInTokens = ({ tokens }: ContextChoice): number =>
  Math.min(MOST_ROOM, Math.max(LEAST_ROOM, Math.floor(tokens * ROOM_SHARE)));

/** Tokens of a row of the table of reports besides the report. */
const ROW = 8;

/** Tokens that the text of a stand-in may take. */
export const partTokens = (choice: ContextChoice): number => standInTokens(choice) - ROW;

/** The page of a community without stand-ins, cut at the budget. Undefined for a community of fewer than two members. */
export function firstPage(tables: ModelTables, community: number, choice: ContextChoice): ContextPage | undefined {
  const row = tables.communities.get(community);
  return row && row.size >= 2 ? localPage(tables, pageContent(tables, row), choice).page : undefined;
}

/** Makes the outlines of communities, each once. Undefined for a community that does not exist or has fewer than two members. */
export function outlines(tables: ModelTables, choice: ContextChoice): (community: number) => Outline | undefined {
  const made = new Map<number, Outline>();
  const outlineOf = (community: number): Outline | undefined => {
    const known = made.get(community);
    const row = tables.communities.get(community);
    if (known || !row || row.size < 2) return known;
    const outline = outlineCommunity(tables, row, choice, outlineOf);
    made.set(community, outline);
    return outline;
  };
  return outlineOf;
}

function outlineCommunity(
  tables: ModelTables,
  row: CommunityRow,
  choice: ContextChoice,
  outlineOf: (community: number) => Outline | undefined,
): Outline {
  const all = pageContent(tables, row);
  const local = localPage(tables, all, choice);
  const { page, children } = local.fits
    ? { ...local, children: [] }
    : withReports(tables, row, all, choice, local.page);
  const standIns = children.flatMap((child) => outlineOf(child) ?? []);
  return { row, page, standIns, key: contextKey(choice, hashOf(tables, page, standIns)) };
}

/** The rows to show, the most important first. */
interface PageContent {
  readonly relationships: readonly RelationshipRow[];
  readonly members: readonly EntityRow[];
}

const pageContent = (tables: ModelTables, row: CommunityRow): PageContent => ({
  relationships: byCombinedDegree(tables.relationships(row), tables.entity),
  members: membersOf(tables, row),
});

function localPage(tables: ModelTables, all: PageContent, { form, tokens }: ContextChoice) {
  const page = contextPage(form, tokens, { count: 0, tokens: 0 });
  return { page, fits: fillPage(tables, page, all) };
}

/** Replaces one sub-community after another by its report, the largest first, until the rest fits (GraphRAG A10.4). */
function withReports(
  tables: ModelTables,
  row: CommunityRow,
  all: PageContent,
  choice: ContextChoice,
  local: ContextPage,
): { readonly page: ContextPage; readonly children: readonly number[] } {
  const children = childrenBySize(tables, row, all.relationships);
  if (children.length === 0) return { page: local, children: [] };
  const tokens = standInTokens(choice);
  const most = Math.min(children.length, Math.floor(choice.tokens / tokens));
  let page = local;
  for (let count = 1; count <= most; count++) {
    page = contextPage(choice.form, choice.tokens, { count, tokens });
    if (fillPage(tables, page, without(all, children.slice(0, count)))) break;
  }
  return { page, children: children.slice(0, page.standIns).map(({ community }) => community) };
}

interface Child {
  readonly community: number;
  readonly members: ReadonlySet<string>;
  readonly relationships: number;
}

/** Sub-communities that can have a report, the largest first. Numbers settle no tie, since they depend on the past. */
function childrenBySize(
  tables: ModelTables,
  row: CommunityRow,
  relationships: readonly RelationshipRow[],
): readonly Child[] {
  return distinctSubcommunities(row, tables.communities)
    .filter(({ size }) => size >= 2)
    .map(({ community, entity_ids }) => {
      const members = new Set(entity_ids);
      const own = relationships.filter((one) => isInside(one, members)).length;
      return { community, members, relationships: own, first: [...entity_ids].sort()[0] ?? '' };
    })
    .sort(
      (a, b) => b.relationships - a.relationships || b.members.size - a.members.size || (a.first < b.first ? -1 : 1),
    );
}

/** Leaves out what lies inside these sub-communities. */
function without({ relationships, members }: PageContent, children: readonly Child[]): PageContent {
  return {
    relationships: relationships.filter((row) => !children.some((child) => isInside(row, child.members))),
    members: members.filter(({ id }) => !children.some((child) => child.members.has(id))),
  };
}

const isInside = (row: RelationshipRow, members: ReadonlySet<string>): boolean =>
  members.has(row.source_id) && members.has(row.target_id);

const membersOf = (tables: ModelTables, row: CommunityRow): readonly EntityRow[] =>
  row.entity_ids
    .flatMap((id) => tables.entity(id) ?? [])
    .sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1));

/** Hashes words, their places and stand-ins, in any order. */
function hashOf(tables: ModelTables, page: ContextPage, standIns: readonly Outline[]): string {
  const places = ({ spans }: ContextLine) =>
    spans.map(({ document_id, start, end }) => [document_id, tables.textHash(document_id), start, end]);
  const lines = DATASETS.flatMap((dataset) =>
    page.lines[dataset].map((line) => JSON.stringify([dataset, line.id, line.ownCells, places(line)])),
  );
  const sentences = [...page.sentences].map(tables.pool.text);
  return sha256Text(
    JSON.stringify([VERSION, lines.sort(), sentences.sort(), standIns.map(({ key }) => key).sort()]),
  ).slice(0, 32);
}

/** Share of the budget that one description may take. */
const LONGEST_SHARE = 1 / 4;

/** Tokens of a description at most, for a page of so many tokens. */
export const maxDescriptionTokens = (tokens: number): number => Math.floor(tokens * LONGEST_SHARE);

/**
 * Fills a page with relationships, each after its ends and the claims about them, then with the other members (GraphRAG A10.1). Near the end of
 * the budget sentences are left out before relationships. Returns whether everything is shown in full.
 */
function fillPage(tables: ModelTables, page: ContextPage, { relationships, members }: PageContent): boolean {
  const blocks = [
    ...relationships.map((row) => (options: LineOptions) => relationshipBlock(tables, page, row, options)),
    ...members.map((row) => (options: LineOptions) => entityBlock(tables, page, row, options)),
  ];
  let whole = true;
  const options = {
    shown: page.sentences,
    maxTokens: maxDescriptionTokens(page.budget),
    bestSentence: bestSentences(tables, relationships),
  };
  for (const block of blocks) {
    if (page.add(block({ ...options, quote: true }))) continue;
    whole = false;
    if (!page.add(block({ ...options, quote: false }))) return false;
  }
  return whole;
}

function relationshipBlock(
  tables: ModelTables,
  page: ContextPage,
  row: RelationshipRow,
  options: LineOptions,
): readonly ContextLine[] {
  const own = relationshipLine(tables, row, options);
  const shown = new Set([...options.shown, ...quotedBy([own])]);
  const before: ContextLine[] = [];
  for (const id of [row.source_id, row.target_id]) {
    const end = tables.entity(id);
    const lines = end ? entityBlock(tables, page, end, { ...options, shown }) : [];
    for (const sentence of quotedBy(lines)) shown.add(sentence);
    before.push(...lines);
  }
  return [...before, own];
}

const quotedBy = (lines: readonly ContextLine[]): readonly number[] => lines.flatMap(({ sentence }) => sentence ?? []);

/** An entity that is not shown yet, and the claims about it. Claims are left out where sentences are. */
function entityBlock(
  tables: ModelTables,
  page: ContextPage,
  entity: EntityRow,
  options: LineOptions,
): readonly ContextLine[] {
  if (page.has(entity.id)) return [];
  const claims = options.quote ? tables.claims(entity).map((claim) => claimLine(claim, options.maxTokens)) : [];
  return [entityLine(tables, entity, options), ...claims];
}

/** Share of a community's members from which a sub-community is redundant. Around one hub each level sheds only a few members. */
const NEARLY = 0.8;

type Sized = Pick<CommunityRow, 'community' | 'parent' | 'children' | 'size'>;

/** Checks if a sub-community has nearly all members of a community. */
const isNearly = (part: Sized, whole: Sized): boolean => part.size >= NEARLY * whole.size;

/** Leaves out communities that hold nearly all of the last remaining one above them. A report on them would repeat that one's. */
export function withoutRedundantSubcommunities<Row extends Sized>(communities: readonly Row[]): readonly Row[] {
  const rows = new Map(communities.map((row) => [row.community, row]));
  const wholes = new Map<number, Row>();
  const wholeOf = (row: Row): Row => {
    const known = wholes.get(row.community);
    const above = rows.get(row.parent);
    const whole = above && wholeOf(above);
    const own = known ?? (whole && isNearly(row, whole) ? whole : row);
    wholes.set(row.community, own);
    return own;
  };
  return communities.filter((row) => wholeOf(row) === row);
}

/** The sub-communities of a community. A redundant one is replaced by its own sub-communities. */
export function distinctSubcommunities<Row extends Sized>(
  row: Row,
  communities: ReadonlyMap<number, Row>,
): readonly Row[] {
  const within = (one: Row): readonly Row[] =>
    one.children.flatMap((number) => {
      const child = communities.get(number);
      if (!child) return [];
      return isNearly(child, row) ? within(child) : [child];
    });
  return within(row);
}
