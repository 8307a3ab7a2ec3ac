import { addTo } from '../../arrays';
import { lazy } from '../../memo';
import type { CommunityRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { ReportTables } from '../context/report-tables';
import { strongestOf } from './strongest-relationships';
import { flag, number, type ValuesOf } from '../../parameters';

/** Material of a report. */
export interface ReportContext {
  readonly row: CommunityRow;
  /** Members by number of neighbours inside, then degree. */
  readonly members: () => readonly EntityRow[];
  /** Members that were asked for, in the order of the row. */
  readonly membersLookedAt: () => readonly EntityRow[];
  /** Relationships inside. */
  readonly relationships: readonly RelationshipRow[];
  /** Relationships whose evidence is used, strongest first. */
  readonly strongest: readonly RelationshipRow[];
  /** Sentences to choose from, best evidence first. */
  readonly candidates: readonly number[];
}

/** With fewer candidates than this, sentences of text units are added to those of relationships. */
const FEW = 12;
/** Sentences searched, and names sought, to find such sentences. */
const MAX_LOOKED = 150;
const MAX_NAMES = 20;

type Scores = Map<number, number>;

/** Gathers the context of a community, in proportion to it. */
export function gatherContext(tables: ReportTables, row: CommunityRow, parameters: ReportParameters): ReportContext {
  const relationships = tables.relationships(row);
  const strongest = strongestOf(relationships, tables.entity);
  const local = scoreEvidence(tables, strongest);
  const tooLong = !fits(tables, local.keys(), parameters.max_input_tokens);
  const scores = tooLong ? withStandIns(tables, row, strongest, parameters) : local;
  let lookedAt: readonly EntityRow[] = [];
  const members = lazy(() => {
    lookedAt = membersOf(tables, row);
    return byCentrality(lookedAt, relationships);
  });
  return {
    row,
    members,
    membersLookedAt: () => lookedAt,
    relationships,
    strongest,
    candidates: candidatesOf(tables, row, members, scores, parameters.max_candidates),
  };
}

/** The members of a community. */
export const membersOf = (tables: ReportTables, row: CommunityRow): readonly EntityRow[] =>
  row.entity_ids.flatMap((id) => tables.entity(id) ?? []);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

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

/**
 * Replaces the evidence of one sub-community after another by its best sentences, the one with most evidence first,
 * until the rest fits. GraphRAG (A10.4) has reports of sub-communities there, which begin with such sentences.
 */
function withStandIns(
  tables: ReportTables,
  row: CommunityRow,
  relationships: readonly RelationshipRow[],
  parameters: ReportParameters,
): Scores {
  const { inside, between } = bySubcommunity(tables, row, relationships);
  const parts = inside.map((own) => scoreEvidence(tables, own));
  const tokensOf = (scores: Scores): number =>
    [...scores.keys()].reduce((sum, sentence) => sum + tables.pool.tokens(sentence), 0);
  const scores = scoreEvidence(tables, between);
  let tokens = parts.reduce((sum, part) => sum + tokensOf(part), tokensOf(scores));
  for (const part of parts) {
    const isReplaced = tokens > parameters.max_input_tokens;
    const best = isReplaced ? bestOf(tables, part) : [];
    for (const [place, sentence] of best.entries()) addScore(scores, sentence, RAISED / (1 + place));
    if (isReplaced) tokens -= tokensOf(part);
    else for (const [sentence, score] of part) addScore(scores, sentence, score);
  }
  return scores;
}

/** Sentences that stand in for a sub-community, and how far the first of them is raised. */
const BEST = 8;
const RAISED = 10;

const addScore = (scores: Scores, sentence: number, score: number): void =>
  void scores.set(sentence, (scores.get(sentence) ?? 0) + score);

const ranked = (scores: Scores): readonly number[] =>
  [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([sentence]) => sentence);

function bestOf({ pool }: ReportTables, scores: Scores): readonly number[] {
  const best: number[] = [];
  for (const sentence of ranked(scores)) {
    if (!pool.poor(sentence)) best.push(sentence);
    if (best.length === BEST) break;
  }
  return best;
}

/** The relationships inside each sub-community, those of the one with most first, and those between them. */
function bySubcommunity(tables: ReportTables, row: CommunityRow, relationships: readonly RelationshipRow[]) {
  const partOf = new Map<string, number>();
  for (const number of row.children) {
    for (const id of tables.communities.get(number)?.entity_ids ?? []) partOf.set(id, number);
  }
  const inside = new Map<number, RelationshipRow[]>();
  const between: RelationshipRow[] = [];
  for (const relationship of relationships) {
    const part = partOf.get(relationship.source_id);
    if (part === undefined || part !== partOf.get(relationship.target_id)) between.push(relationship);
    else addTo(inside, part, relationship);
  }
  const ordered = [...inside].sort(([a, one], [b, other]) => other.length - one.length || a - b);
  return { inside: ordered.map(([, own]) => own), between };
}

function candidatesOf(
  tables: ReportTables,
  row: CommunityRow,
  members: () => readonly EntityRow[],
  scores: Scores,
  limit: number,
): readonly number[] {
  const { pool } = tables;
  const all = ranked(scores);
  const good: number[] = [];
  for (const sentence of all) {
    if (good.length >= limit) break;
    if (!pool.poor(sentence)) good.push(sentence);
  }
  if (good.length < Math.min(FEW, limit)) {
    const known = new Set(good);
    for (const sentence of unitSentences(tables, row, members())) {
      if (good.length >= Math.min(FEW, limit)) break;
      if (known.has(sentence) || pool.poor(sentence)) continue;
      known.add(sentence);
      good.push(sentence);
    }
  }
  return good.length > 0 ? good : all.slice(0, limit);
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
    doc: 'Lets the best sentences of sub-communities stand in for evidence beyond this many tokens, the largest first. Higher looks at more of the text and takes longer.',
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
