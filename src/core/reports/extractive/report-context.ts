import { addTo } from '../../arrays';
import type { CommunityRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { ReportTables } from '../context/report-tables';
import { flag, number, type ValuesOf } from '../../parameters';

/** What a report is written from. */
export interface ReportContext {
  readonly row: CommunityRow;
  /** Members by number of neighbours inside, then degree. */
  readonly members: readonly EntityRow[];
  /** Relationships inside, strongest first. */
  readonly relationships: readonly RelationshipRow[];
  /** Sentences to choose from, best evidence first. */
  readonly candidates: readonly number[];
  readonly weight: number;
  /** Number of documents with evidence. */
  readonly documents: number;
  /** Whether its own evidence is longer than the budget. */
  readonly tooLong: boolean;
  /** Sub-communities whose reports stand in for their evidence. */
  readonly standIns: readonly number[];
}

/** With fewer candidates than this, sentences of text units are added to those of relationships. */
const FEW = 12;
/** Relationships whose evidence is used, the strongest first. More would fit no budget. */
const MAX_RELATIONSHIPS = 400;
/** Sentences searched, and names sought, to find such sentences. */
const MAX_LOOKED = 150;
const MAX_NAMES = 20;

type Scores = Map<number, number>;

/** Gathers the context of a community. `reportOf` gives the sentences of a sub-community's report, once it is written. */
export function gatherContext(
  tables: ReportTables,
  row: CommunityRow,
  parameters: ReportParameters,
  reportOf: (community: number) => readonly number[],
): ReportContext {
  const relationships = tables.relationships(row).toSorted(byStrength);
  const strongest = relationships.slice(0, MAX_RELATIONSHIPS);
  const local = scoreEvidence(tables, strongest);
  const tooLong = !fits(tables, local.keys(), parameters.max_input_tokens);
  const { scores, standIns } = tooLong
    ? withChildReports(tables, row, strongest, parameters, reportOf)
    : { scores: local, standIns: [] };
  const members = row.entity_ids.flatMap((id) => tables.entity(id) ?? []);
  return {
    row,
    members: byCentrality(members, relationships),
    relationships,
    candidates: candidatesOf(tables, row, members, scores, parameters.max_candidates),
    weight: relationships.reduce((sum, { weight }) => sum + Math.max(0, weight), 0),
    documents: new Set([...local.keys()].map((sentence) => tables.pool.document(sentence))).size,
    tooLong,
    standIns,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function byStrength(a: RelationshipRow, b: RelationshipRow): number {
  return b.weight - a.weight || b.combined_degree - a.combined_degree || compare(a.id, b.id);
}

/** Scores sentences by the relationships that they are evidence of. First evidence counts most. */
function scoreEvidence(tables: ReportTables, relationships: Iterable<RelationshipRow>): Scores {
  const scores: Scores = new Map();
  for (const row of relationships) {
    const strength = Math.log1p(Math.max(0, row.weight));
    for (const [place, sentence] of tables.evidence(row).entries()) {
      scores.set(sentence, (scores.get(sentence) ?? 0) + strength / (1 + place));
    }
  }
  return scores;
}

function fits(tables: ReportTables, sentences: Iterable<number>, limit: number): boolean {
  const { pool } = tables;
  const list = [...sentences];
  if (2 * list.reduce((sum, sentence) => sum + pool.characters(sentence), 0) <= limit) return true;
  let tokens = 0;
  for (const sentence of list) {
    tokens += pool.tokens(sentence);
    if (tokens > limit) return false;
  }
  return true;
}

/** Lets reports stand in for one sub-community after another, the one with most evidence first, until the rest fits (GraphRAG A10.4). */
function withChildReports(
  tables: ReportTables,
  row: CommunityRow,
  relationships: readonly RelationshipRow[],
  parameters: ReportParameters,
  reportOf: (community: number) => readonly number[],
): { readonly scores: Scores; readonly standIns: readonly number[] } {
  const children = childContexts(tables, row, relationships);
  const inChild = new Set(children.flatMap(({ relationships: inside }) => inside.map(({ id }) => id)));
  const between = relationships.filter(({ id }) => !inChild.has(id));
  const replaced = new Map<number, readonly number[]>();
  let scores = scoreEvidence(tables, relationships);
  for (const child of children) {
    const report = reportOf(child.community);
    if (report.length === 0) continue;
    replaced.set(child.community, report);
    const rest = children.filter(({ community }) => !replaced.has(community));
    scores = scoreEvidence(tables, [...between, ...rest.flatMap(({ relationships: inside }) => inside)]);
    for (const sentences of replaced.values()) raise(scores, sentences);
    if (fits(tables, scores.keys(), parameters.max_input_tokens)) break;
  }
  return { scores, standIns: [...replaced.keys()] };
}

/** The sub-communities with the relationships inside them. */
function childContexts(tables: ReportTables, row: CommunityRow, relationships: readonly RelationshipRow[]) {
  const childOf = new Map<string, number>();
  for (const number of row.children) {
    for (const id of tables.communities.get(number)?.entity_ids ?? []) childOf.set(id, number);
  }
  const inside = new Map<number, RelationshipRow[]>();
  for (const relationship of relationships) {
    const child = childOf.get(relationship.source_id);
    if (child === undefined || child !== childOf.get(relationship.target_id)) continue;
    addTo(inside, child, relationship);
  }
  return row.children
    .flatMap((number) => tables.communities.get(number) ?? [])
    .map((child) => ({ community: child.community, relationships: inside.get(child.community) ?? [] }))
    .sort((a, b) => b.relationships.length - a.relationships.length || a.community - b.community);
}

/** Raises sentences that a report quotes, since they were the best once. */
function raise(scores: Scores, sentences: readonly number[]): void {
  for (const [place, sentence] of sentences.entries()) {
    scores.set(sentence, (scores.get(sentence) ?? 0) + 10 / (1 + place));
  }
}

function candidatesOf(
  tables: ReportTables,
  row: CommunityRow,
  members: readonly EntityRow[],
  scores: Scores,
  limit: number,
): readonly number[] {
  const { pool } = tables;
  const ranked = [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([sentence]) => sentence);
  const good = ranked.filter((sentence) => !pool.poor(sentence)).slice(0, limit);
  if (good.length < Math.min(FEW, limit)) {
    const known = new Set(good);
    for (const sentence of unitSentences(tables, row, members)) {
      if (good.length >= Math.min(FEW, limit)) break;
      if (known.has(sentence) || pool.poor(sentence)) continue;
      known.add(sentence);
      good.push(sentence);
    }
  }
  return good.length > 0 ? good : ranked.slice(0, limit);
}

/** Sentences of the members' text units that name a member. */
function* unitSentences(tables: ReportTables, row: CommunityRow, members: readonly EntityRow[]): Generator<number> {
  const units = new Set([...row.text_unit_ids, ...members.flatMap(({ text_unit_ids }) => text_unit_ids)]);
  const names = members.slice(0, MAX_NAMES).flatMap(({ title, aliases }) => [title, ...aliases]);
  let looked = 0;
  for (const id of units) {
    for (const sentence of tables.unit(id)) {
      if (looked++ >= MAX_LOOKED) return;
      const text = tables.pool.text(sentence);
      if (names.some((name) => text.includes(name))) yield sentence;
    }
  }
}

function byCentrality(members: readonly EntityRow[], relationships: readonly RelationshipRow[]): readonly EntityRow[] {
  const neighbours = new Map(members.map(({ id }) => [id, new Set<string>()]));
  for (const { source_id, target_id } of relationships) {
    neighbours.get(source_id)?.add(target_id);
    neighbours.get(target_id)?.add(source_id);
  }
  const inside = (row: EntityRow): number => neighbours.get(row.id)?.size ?? 0;
  return members.toSorted((a, b) => inside(b) - inside(a) || b.degree - a.degree || compare(a.key, b.key));
}

/** The parameters of the report step. */
export const REPORT_PARAMETERS = [
  number('max_input_tokens', 'Tokens of evidence for a report', 8000, [200, 100_000, 100], {
    doc: 'Lets reports of sub-communities stand in for evidence beyond this many tokens, the largest first. Higher looks at more of the text and takes longer.',
  }),
  number('max_candidates', 'Sentences to choose from', 60, [5, 500, 5], {
    doc: 'Chooses the sentences of a report from at most this many. More can find better ones and take longer.',
  }),
  number('summary_sentences', 'Sentences of a summary', 3, [1, 10], {
    doc: 'Limits the summary. More sentences say more, and take more tokens of each answer that reads the report.',
  }),
  number('max_findings', 'Findings of a report', 5, [1, 10], {
    doc: 'Limits the findings. More say more, and take more tokens of each answer that reads the report.',
  }),
  flag('use_descriptions', 'Descriptions as headings of findings', true, {
    doc: 'Heads findings with the descriptions of curated relationships, where there are any. They read better but quote no document.',
  }),
];

export type ReportParameters = ValuesOf<typeof REPORT_PARAMETERS>;
