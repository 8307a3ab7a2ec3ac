import { conceptKey } from '../../src/core/retrieval/lexical/concepts';
import type { SearchTables } from '../../src/core/retrieval/index';
import type {
  CommunityReportRow,
  CommunityRow,
  CovariateRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  Span,
  TextUnitRow,
} from '../../src/core/tables/tables';
import { estimateTokens } from '../../src/core/text/tokens';
import { bareDocument, bareUnit } from './bare-rows';
import { randomNumbers } from '../../src/core/random';

interface MadeUpSize {
  readonly textUnits: number;
  readonly entities: number;
  readonly relationships: number;
  readonly reports: number;
}

interface MadeUpIndex {
  readonly tables: SearchTables;
  readonly claims: readonly CovariateRow[];
  /** Questions that name one or two of its entities. */
  readonly questions: readonly string[];
}

const UNITS_PER_DOCUMENT = 50;
const SENTENCES = 8;
const VOCABULARY = 60_000;
const SHARE_PER_LEVEL = [0.05, 0.25, 0.7] as const;

/**
 * An index of made-up words in natural proportions: few entities in very many text units and relationships, most in few; communities on
 * three levels; reports with six findings. The same for the same size.
 */
export function madeUpIndex(size: MadeUpSize, questions: number): MadeUpIndex {
  const next = randomNumbers(5);
  const below = (count: number): number => Math.floor(next() * count);
  const word = (): string => `w${Math.floor(VOCABULARY * next() ** 3).toString(36)}`;
  const titles = Array.from({ length: size.entities }, (_, at) => titleOf(at));
  /** Squared, so that the first ones are met often. */
  const someEntity = (): number => Math.floor(size.entities * next() ** 2.2);
  const units = Array.from({ length: size.textUnits }, () => unitWords(titles, someEntity, word));
  const documents = documentRows(units);
  const textUnits = documents.units;
  const unitIds: string[][] = titles.map(() => []);
  units.forEach(({ entities }, at) => {
    for (const entity of entities) unitIds[entity]?.push(unitId(at));
  });
  const degrees = new Int32Array(size.entities);
  const relationships = Array.from({ length: size.relationships }, (_, at) => {
    const unit = below(size.textUnits);
    const inside = units[unit]?.entities ?? [];
    const source = inside[below(inside.length)] ?? 0;
    const target = next() < 0.7 ? (inside[below(inside.length)] ?? 1) : someEntity();
    degrees[source] = (degrees[source] ?? 0) + 1;
    degrees[target] = (degrees[target] ?? 0) + 1;
    return relationshipRow(at, [source, target], titles, textUnits[unit]);
  });
  const entities = titles.map((title, at) => entityRow(at, title, unitIds[at] ?? [], degrees[at] ?? 0, word));
  const { communities, reports } = communityRows(size, entities, textUnits, word);
  const claims = Array.from({ length: size.entities }, (_, at) => claimRow(at, titles[someEntity()] ?? '', textUnits));
  return {
    tables: {
      documents: documents.rows,
      textUnits: textUnits.map((row, at) => ({
        ...row,
        entity_ids: (units[at]?.entities ?? []).map((entity) => `e${String(entity)}`),
      })),
      entities,
      relationships,
      communities,
      communityReports: reports,
    },
    claims,
    questions: Array.from({ length: questions }, () => {
      const one = titles[someEntity()] ?? '';
      const other = titles[someEntity()] ?? '';
      return `What ${word()} did ${one} ${word()} with ${other} in ${word()}?`;
    }),
  };
}

const unitId = (at: number): string => `u${String(at)}`;

function titleOf(at: number): string {
  const letters = (number: number): string =>
    number.toString(36).replace(/[0-9]/gu, (digit) => 'ghjklmnprs'[Number(digit)] ?? '');
  return `Na${letters(at % 997)}el Su${letters(at)}ov`;
}

interface UnitWords {
  readonly sentences: readonly string[];
  readonly entities: readonly number[];
}

function unitWords(titles: readonly string[], someEntity: () => number, word: () => string): UnitWords {
  const entities = new Set<number>();
  const sentences = Array.from({ length: SENTENCES }, () => {
    const entity = someEntity();
    entities.add(entity);
    const words = Array.from({ length: 12 }, word);
    return `Then ${words.slice(0, 6).join(' ')} ${titles[entity] ?? ''} ${words.slice(6).join(' ')}.`;
  });
  return { sentences, entities: [...entities] };
}

function documentRows(all: readonly UnitWords[]): {
  readonly rows: readonly DocumentRow[];
  readonly units: readonly TextUnitRow[];
} {
  const rows: DocumentRow[] = [];
  const units: TextUnitRow[] = [];
  for (let from = 0; from < all.length; from += UNITS_PER_DOCUMENT) {
    const id = `d${String(rows.length)}`;
    let text = '';
    const own = all.slice(from, from + UNITS_PER_DOCUMENT).map(({ sentences }, at) => {
      const row = unitRow(id, from + at, text.length, sentences);
      text += `${row.text}\n\n`;
      return row;
    });
    units.push(...own);
    rows.push(documentRow(id, rows.length, text, own));
  }
  return { rows, units };
}

function unitRow(document: string, at: number, start: number, sentences: readonly string[]): TextUnitRow {
  const text = sentences.join(' ');
  const starts = sentences.map(
    (_, n) => start + sentences.slice(0, n).reduce((sum, { length }) => sum + length + 1, 0),
  );
  return bareUnit({
    id: unitId(at),
    human_readable_id: at,
    text,
    n_tokens: estimateTokens(text),
    document_id: document,
    start,
    context: '',
    sentence_starts: starts,
    sentence_ends: starts.map((one, n) => one + (sentences[n]?.length ?? 0)),
  });
}

function documentRow(id: string, at: number, text: string, units: readonly TextUnitRow[]): DocumentRow {
  return bareDocument({
    id,
    human_readable_id: at,
    title: `Volume ${String(at)}`,
    text,
    text_unit_ids: units.map((unit) => unit.id),
    source_path: `${id}.txt`,
  });
}

function entityRow(at: number, title: string, units: readonly string[], degree: number, word: () => string): EntityRow {
  return {
    id: `e${String(at)}`,
    human_readable_id: at,
    title,
    type: 'person',
    description: `${title} is known for ${Array.from({ length: 25 }, word).join(' ')}.`,
    text_unit_ids: units,
    frequency: units.length,
    degree,
    key: conceptKey(title),
    aliases: [],
    method: 'no-model',
    description_hash: null,
    x: null,
    y: null,
  };
}

function relationshipRow(
  at: number,
  [source, target]: readonly [number, number],
  titles: readonly string[],
  unit: TextUnitRow | undefined,
): RelationshipRow {
  return {
    id: `r${String(at)}`,
    human_readable_id: at,
    source: titles[source] ?? '',
    target: titles[target] ?? '',
    description: 'appears with',
    weight: 1 + (at % 7),
    combined_degree: 0,
    text_unit_ids: unit ? [unit.id] : [],
    keywords: [],
    theme_keywords: [],
    theme_keywords_key: null,
    method: 'no-model',
    description_hash: null,
    source_id: `e${String(source)}`,
    target_id: `e${String(target)}`,
    count: 1 + (at % 5),
    evidence_document_ids: unit ? [unit.document_id] : [],
    evidence_starts: unit ? [unit.sentence_starts[0] ?? 0] : [],
    evidence_ends: unit ? [unit.sentence_ends[0] ?? 0] : [],
  };
}

/** Three levels, each a division of all entities by their numbers. */
function communityRows(
  { reports: total }: MadeUpSize,
  entities: readonly EntityRow[],
  units: readonly TextUnitRow[],
  word: () => string,
): { readonly communities: readonly CommunityRow[]; readonly reports: readonly CommunityReportRow[] } {
  const communities: CommunityRow[] = [];
  for (const [level, share] of SHARE_PER_LEVEL.entries()) {
    const count = Math.max(1, Math.round(total * share));
    const first = communities.length;
    const members = Array.from({ length: count }, (): string[] => []);
    for (const [at, { id }] of entities.entries()) members[at % count]?.push(id);
    for (const [at, ids] of members.entries()) communities.push(communityRow(first + at, level, ids));
  }
  return { communities, reports: communities.map((row) => reportRow(row, units, word)) };
}

function communityRow(community: number, level: number, entityIds: readonly string[]): CommunityRow {
  return {
    id: `c${String(community)}`,
    human_readable_id: community,
    community,
    level,
    parent: level === 0 ? -1 : 0,
    children: [],
    title: `Community ${String(community)}`,
    entity_ids: entityIds,
    relationship_ids: [],
    text_unit_ids: [],
    period: '2026-01-01',
    size: entityIds.length,
    covariate_ids: [],
  };
}

function reportRow(row: CommunityRow, units: readonly TextUnitRow[], word: () => string): CommunityReportRow {
  const source = (at: number): Span[] => {
    const unit = units[(row.community * 9973 + at) % units.length];
    const start = unit?.sentence_starts[0] ?? 0;
    return unit ? [{ document_id: unit.document_id, start, end: unit.sentence_ends[0] ?? start }] : [];
  };
  const sentence = (): string => `A ${Array.from({ length: 22 }, word).join(' ')}.`;
  const summary = [sentence(), sentence()].join(' ');
  const findings = Array.from({ length: 6 }, () => ({
    summary: sentence(),
    explanation: `${sentence()} ${sentence()}`,
  }));
  return {
    id: `report ${String(row.community)}`,
    human_readable_id: row.community,
    community: row.community,
    level: row.level,
    parent: row.parent,
    children: [],
    title: row.title,
    summary,
    full_content: [summary, ...findings.map(({ explanation }) => explanation)].join('\n\n'),
    rank: row.community % 10,
    rating_explanation: '',
    findings,
    full_content_json: '{}',
    period: '2026-01-01',
    size: row.size,
    method: 'extractive',
    context_hash: '',
    context_lines: [],
    context_beyond: [],
    context_documents: [],
    lines_changed: null,
    set_aside: null,
    finding_sources: JSON.stringify(findings.map((_, at) => [...source(at), ...source(at + 1)])),
    summary_sources: JSON.stringify([source(0), source(1)]),
  };
}

function claimRow(at: number, subject: string, units: readonly TextUnitRow[]): CovariateRow {
  const unit = units[at % units.length];
  return {
    id: `claim ${String(at)}`,
    human_readable_id: at,
    covariate_type: 'claim',
    type: 'deed',
    description: `${subject} did it.`,
    subject_id: subject,
    object_id: null,
    status: 'TRUE',
    start_date: null,
    end_date: null,
    source_text: '',
    text_unit_id: unit?.id ?? '',
    method: 'no-model',
    document_id: unit?.document_id ?? '',
    evidence_start: unit?.sentence_starts[0] ?? 0,
    evidence_end: unit?.sentence_ends[0] ?? 1,
  };
}
