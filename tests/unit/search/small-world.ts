import { conceptKey } from '../../../src/core/retrieval/lexical/concepts';
import type { SearchTables } from '../../../src/core/retrieval/index';
import { splitSentences } from '../../../src/core/text/sentences';
import { estimateTokens } from '../../../src/core/text/tokens';
import type {
  CommunityReportRow,
  CommunityRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  TextUnitRow,
} from '../../../src/core/tables/tables';
import { PAGES_ALONE } from '../../../src/core/tables/documents';

export interface SmallDocument {
  readonly id: string;
  readonly title: string;
  /** Paragraphs; each becomes a text unit. */
  readonly paragraphs: readonly string[];
  readonly language?: string;
  /** Paragraphs at which a new page starts, from 0. */
  readonly pages?: readonly number[];
}

export interface SmallEntity {
  readonly title: string;
  readonly type: string;
  readonly aliases?: readonly string[];
  readonly description?: string;
}

export interface SmallCommunity {
  readonly community: number;
  readonly level: number;
  readonly parent: number;
  readonly members: readonly string[];
  /** No report when missing. */
  readonly report?: { readonly title: string; readonly rank: number; readonly findings: readonly string[] };
}

export interface SmallWorld {
  readonly documents: readonly SmallDocument[];
  readonly entities?: readonly SmallEntity[];
  readonly communities?: readonly SmallCommunity[];
}

const GAP = '\n\n';

/** Builds tables from a few documents: text units are paragraphs, relationships are shared sentences. */
export function smallWorld({ documents, entities = [], communities = [] }: SmallWorld): SearchTables {
  const units = documents.flatMap(unitsOf);
  const entityRows = entities.map((entity, at) => entityRow(entity, at, units));
  const idOf = new Map(entityRows.map((row) => [row.title, row.id]));
  const linked = units.map((unit) => ({
    ...unit,
    entity_ids: entityRows.filter((row) => row.text_unit_ids.includes(unit.id)).map((row) => row.id),
  }));
  const relationships = relationshipsOf(linked, entityRows);
  const texts = new Map(documents.map((document) => [document.id, document.paragraphs.join(GAP)]));
  return {
    documents: documents.map((document, at) => documentRow(document, at, linked)),
    textUnits: linked,
    entities: entityRows.map((row) => ({ ...row, degree: degreeOf(row.id, relationships) })),
    relationships,
    communities: communities.map((one) => communityRow(one, communities, idOf, entityRows)),
    communityReports: communities.flatMap((one, at) => reportRow(one, at, texts)),
  };
}

function documentRow(document: SmallDocument, at: number, units: readonly TextUnitRow[]): DocumentRow {
  const own = units.filter((unit) => unit.document_id === document.id);
  return {
    id: document.id,
    human_readable_id: at,
    title: document.title,
    text: document.paragraphs.join(GAP),
    text_unit_ids: own.map((unit) => unit.id),
    creation_date: '2026-01-01T00:00:00Z',
    raw_data: null,
    source_path: `${document.title}.txt`,
    media_type: 'text/plain',
    byte_hash: document.id,
    byte_size: 1,
    source_row: null,
    language: document.language ?? 'en',
    attributes: '{}',
    page_starts: (document.pages ?? []).map((page) => own[page]?.start ?? 0),
    ...PAGES_ALONE,
    heading_starts: [],
    heading_levels: [],
    heading_texts: [],
  };
}

function unitsOf(document: SmallDocument): TextUnitRow[] {
  let start = 0;
  return document.paragraphs.map((text, at) => {
    const { starts, ends } = splitSentences(text, document.language ?? 'en');
    const from = start;
    start += text.length + GAP.length;
    return {
      id: `${document.id}-${at}`,
      human_readable_id: at,
      text,
      n_tokens: estimateTokens(text),
      document_id: document.id,
      entity_ids: [],
      relationship_ids: [],
      covariate_ids: [],
      start: from,
      end: from + text.length,
      page: null,
      heading_path: [],
      context: document.title,
      sentence_starts: Array.from(starts, (offset) => from + offset),
      sentence_ends: Array.from(ends, (offset) => from + offset),
      first_sentence: 0,
      written_context: '',
      written_context_key: null,
    };
  });
}

function entityRow(entity: SmallEntity, at: number, units: readonly TextUnitRow[]): EntityRow {
  const names = [entity.title, ...(entity.aliases ?? [])];
  const own = units.filter(({ text }) => names.some((name) => text.includes(name)));
  return {
    id: `entity-${at}`,
    human_readable_id: at,
    title: entity.title,
    type: entity.type,
    description: entity.description ?? '',
    text_unit_ids: own.map((unit) => unit.id),
    frequency: own.length,
    degree: 0,
    key: conceptKey(entity.title),
    aliases: entity.aliases ?? [],
    method: 'no-model',
    description_hash: null,
    x: null,
    y: null,
  };
}

function relationshipsOf(units: readonly TextUnitRow[], entities: readonly EntityRow[]): readonly RelationshipRow[] {
  const rows: RelationshipRow[] = [];
  for (const [at, source] of entities.entries()) {
    for (const target of entities.slice(at + 1)) {
      const spans = units.flatMap((unit) => sharedSentences(unit, source.title, target.title));
      if (spans.length === 0) continue;
      rows.push({
        id: `relationship-${rows.length}`,
        human_readable_id: rows.length,
        source: source.title,
        target: target.title,
        description: 'appears with',
        weight: spans.length,
        combined_degree: 0,
        text_unit_ids: spans.map(({ unit }) => unit),
        keywords: [],
        theme_keywords: [],
        theme_keywords_key: null,
        method: 'no-model',
        description_hash: null,
        source_id: source.id,
        target_id: target.id,
        count: spans.length,
        evidence_document_ids: spans.map(({ document }) => document),
        evidence_starts: spans.map(({ start }) => start),
        evidence_ends: spans.map(({ end }) => end),
      });
    }
  }
  return rows;
}

function sharedSentences(unit: TextUnitRow, one: string, other: string) {
  return unit.sentence_starts.flatMap((start, at) => {
    const end = unit.sentence_ends[at] ?? start;
    const text = unit.text.slice(start - unit.start, end - unit.start);
    return text.includes(one) && text.includes(other)
      ? [{ unit: unit.id, document: unit.document_id, start, end }]
      : [];
  });
}

const degreeOf = (id: string, relationships: readonly RelationshipRow[]): number =>
  relationships.filter((row) => row.source_id === id || row.target_id === id).length;

function communityRow(
  one: SmallCommunity,
  all: readonly SmallCommunity[],
  idOf: ReadonlyMap<string, string>,
  entities: readonly EntityRow[],
): CommunityRow {
  const ids = one.members.flatMap((title) => idOf.get(title) ?? []);
  return {
    id: `community-${one.community}`,
    human_readable_id: one.community,
    community: one.community,
    level: one.level,
    parent: one.parent,
    children: all.filter((other) => other.parent === one.community).map((other) => other.community),
    title: `Community ${one.community}`,
    entity_ids: ids,
    relationship_ids: [],
    text_unit_ids: [...new Set(entities.filter((row) => ids.includes(row.id)).flatMap((row) => row.text_unit_ids))],
    period: '2026-01-01',
    size: ids.length,
    covariate_ids: [],
  };
}

function reportRow(one: SmallCommunity, at: number, texts: ReadonlyMap<string, string>): readonly CommunityReportRow[] {
  if (!one.report) return [];
  const { title, rank, findings } = one.report;
  const placeOf = (words: string) => {
    for (const [document_id, text] of texts) {
      const start = text.indexOf(words);
      if (start >= 0) return [{ document_id, start, end: start + words.length }];
    }
    return [];
  };
  const sources = findings.map((finding) => {
    const whole = placeOf(finding);
    return whole.length > 0 ? whole : finding.split(/(?<=[.!?]) /u).flatMap(placeOf);
  });
  return [
    {
      id: `report-${one.community}`,
      human_readable_id: at,
      community: one.community,
      level: one.level,
      parent: one.parent,
      children: [],
      title,
      summary: findings[0] ?? '',
      full_content: [title, ...findings].join('\n\n'),
      rank,
      rating_explanation: '',
      findings: findings.map((explanation) => ({ summary: explanation, explanation })),
      full_content_json: '{}',
      period: '2026-01-01',
      size: one.members.length,
      method: 'extractive',
      context_hash: '',
      context_lines: [],
      context_beyond: [],
      context_documents: [],
      lines_changed: null,
      set_aside: null,
      finding_sources: JSON.stringify(sources),
      summary_sources: JSON.stringify(sources.slice(0, 1)),
    },
  ];
}
