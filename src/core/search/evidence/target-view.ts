import { askedDescription } from '../../graph/asked-description';
import { relationWords } from '../../graph/relation-words';
import { isByNoModel } from '../../graph/who-wrote';
import { edgesOf, neighboursOf } from '../../retrieval/adjacency';
import type { SearchIndex } from '../../retrieval/index';
import type { EvidenceView, StatementView } from '../../engine/api/looking';
import { withoutReferences } from '../../reports/without-references';
import type { CommunityReportRow, CovariateRow, EntityRow } from '../../tables/tables';
import { spansOfEntity, spansOfRelationship } from './cite';
import { citedStatements } from './cited-statements';
import type { CitationTarget, Passage } from '../events';
import { nearestFirst, passageOf, passagesOf } from './passage';
import { parseSources, type StatedSpan } from '../../retrieval/reports';
import { thoseMeant } from '../../graph/those-meant';

type Link = EvidenceView['links'][number];

const PASSAGES = 12;
const LINKS = 24;

/** Everything known about a cited thing, with passages and ways to go on; null when the index no longer has it. */
export function evidence(
  index: SearchIndex,
  target: CitationTarget,
  claims: readonly CovariateRow[] = [],
): EvidenceView | null {
  switch (target.kind) {
    case 'passage':
      return passageEvidence(index, target.textUnitId);
    case 'entity':
      return entityEvidence(index, target.id, claims);
    case 'relationship':
      return relationshipEvidence(index, target.id);
    case 'report':
      return reportEvidence(index, target.community);
  }
}

/** Entities that a document's text units mention most, best first. */
export function topEntitiesOfDocument(
  index: SearchIndex,
  documentId: string,
  count: number,
): readonly { readonly id: string; readonly title: string; readonly type: string }[] {
  const mentions = new Map<number, number>();
  for (const id of index.documents.get(documentId)?.text_unit_ids ?? []) {
    const unit = index.unitAt.get(index.slotOf.get(id) ?? -1);
    for (const entity of unit?.entity_ids ?? []) {
      const row = index.entities.at.get(entity);
      if (row !== undefined) mentions.set(row, (mentions.get(row) ?? 0) + 1);
    }
  }
  const degree = (row: number): number => index.tables.entities[row]?.degree ?? 0;
  return [...mentions]
    .sort((a, b) => b[1] - a[1] || degree(b[0]) - degree(a[0]) || a[0] - b[0])
    .slice(0, count)
    .flatMap(([row]) => index.tables.entities[row] ?? [])
    .map(({ id, title, type }) => ({ id, title, type }));
}

function passageEvidence(index: SearchIndex, textUnitId: string): EvidenceView | null {
  const unit = index.unitAt.get(index.slotOf.get(textUnitId) ?? -1);
  const passage = unit && passageOf(index, unit);
  if (!unit || !passage) return null;
  const page = passage.page === null ? [] : [`page ${passage.page}`];
  return {
    target: { kind: 'passage', textUnitId },
    title: passage.documentTitle,
    subtitle: [...unit.heading_path, ...page].join(' › '),
    method: '',
    text: unit.text,
    findings: [],
    passages: [passage],
    links: unit.entity_ids
      .flatMap((id) => entityLink(index, index.entities.at.get(id), 'mentioned here'))
      .slice(0, LINKS),
  };
}

function entityEvidence(index: SearchIndex, id: string, claims: readonly CovariateRow[]): EvidenceView | null {
  const row = index.entities.at.get(id);
  const entity = index.tables.entities[row ?? -1];
  if (row === undefined || !entity) return null;
  const aliases = entity.aliases.length > 0 ? `, also ${entity.aliases.join(', ')}` : '';
  return {
    target: { kind: 'entity', id, title: entity.title },
    title: entity.title,
    subtitle: `${entity.type}${aliases}`,
    aliases: entity.aliases,
    method: entity.method,
    text: entity.description,
    ...writerOf(entity.description_hash),
    findings: [],
    passages: passagesOf(index, spansOfEntity(index, row, PASSAGES)),
    links: [...relationshipLinks(index, row), ...reportLinks(index, id)],
    claims: claimsAbout(index, entity, claims),
  };
}

/** Who wrote an entity's description, where a model was asked for it. */
function writerOf(hash: string | null): Pick<EvidenceView, 'textBy'> {
  const asked = askedDescription(hash);
  return asked ? { textBy: asked.by } : {};
}

function relationshipLinks(index: SearchIndex, row: number): readonly Link[] {
  const neighbours = neighboursOf(index.adjacency, row);
  return [...edgesOf(index.adjacency, row)]
    .map((edge, at) => ({ one: index.tables.relationships[edge], neighbour: neighbours[at] ?? -1 }))
    .sort((a, b) => (b.one?.weight ?? 0) - (a.one?.weight ?? 0))
    .slice(0, LINKS)
    .flatMap(({ one, neighbour }) => {
      const other = index.tables.entities[neighbour];
      if (!one || !other) return [];
      const title = `${one.source} – ${one.target}`;
      return [
        { target: { kind: 'relationship' as const, id: one.id, title }, title: other.title, note: relationWords(one) },
      ];
    });
}

function reportLinks(index: SearchIndex, entityId: string): readonly Link[] {
  return [...index.communities.of(entityId)].reverse().flatMap((number) => reportLink(index, number, 'its community'));
}

function reportLink(index: SearchIndex, community: number, note: string): readonly Link[] {
  const report = index.tables.communityReports[index.communities.reportOf.get(community) ?? -1];
  if (!report) return [];
  return [{ target: { kind: 'report', community, title: report.title }, title: report.title, note }];
}

function entityLink(index: SearchIndex, row: number | undefined, note: string): readonly Link[] {
  const entity = index.tables.entities[row ?? -1];
  if (!entity) return [];
  return [{ target: { kind: 'entity', id: entity.id, title: entity.title }, title: entity.title, note }];
}

function relationshipEvidence(index: SearchIndex, id: string): EvidenceView | null {
  const row = index.relationshipAt.get(id);
  const one = index.tables.relationships[row ?? -1];
  if (row === undefined || !one) return null;
  const title = `${one.source} – ${one.target}`;
  const ends = [one.source_id, one.target_id].flatMap((end) =>
    entityLink(index, index.entities.at.get(end), 'one end'),
  );
  return {
    target: { kind: 'relationship', id, title },
    title,
    subtitle: `${relationWords(one)}, found ${one.count === 1 ? 'once' : `${one.count} times`}`,
    method: one.method,
    text: relationWords(one),
    findings: [],
    passages: passagesOf(index, spansOfRelationship(index, row)),
    links: ends,
  };
}

function reportEvidence(index: SearchIndex, community: number): EvidenceView | null {
  const report = index.tables.communityReports[index.communities.reportOf.get(community) ?? -1];
  if (!report) return null;
  const sources = parseSources(report.finding_sources);
  const isOwn = isByNoModel(report.method);
  const findings = report.findings.map(({ summary, explanation: cited }, at) => {
    const explanation = withoutReferences(cited);
    const passages = passagesOf(index, sources[at] ?? []);
    // An extractive finding is its sentences, one after the other.
    if (isOwn) return { summary, explanation, passages };
    const nearest = nearestFirst(`${summary} ${explanation}`, passages);
    const statements = statementsOf(index, cited, sources[at] ?? []);
    return { summary, explanation, passages: nearest, ...(statements && { statements }) };
  });
  const spans = parseSources(report.summary_sources).flat();
  const stated = passagesOf(index, spans);
  const textStatements = statementsOf(index, report.summary, spans);
  const all = new Map([...stated, ...findings.flatMap((one) => one.passages)].map((one) => [passageKey(one), one]));
  return {
    target: { kind: 'report', community, title: report.title },
    title: report.title,
    subtitle: `Community of ${report.size}, ${report.level === 0 ? 'broadest level' : `level ${report.level}`}, importance ${report.rank} of 10`,
    method: report.method,
    ...outdatedBy(report),
    text: withoutReferences(report.summary),
    ...(!isOwn && {
      textPassages: nearestFirst(withoutReferences(report.summary), stated),
      ...(textStatements && { textStatements }),
    }),
    findings,
    passages: [...all.values()].slice(0, PASSAGES),
    links: [...familyLinks(index, report.parent, report.children), ...memberLinks(index, community)],
  };
}

/** Each sentence with the passages of what it cites itself; undefined where sources do not say so. */
function statementsOf(
  index: SearchIndex,
  text: string,
  sources: readonly StatedSpan[],
): readonly StatementView[] | undefined {
  return citedStatements(text, sources)?.map((one) => ({
    text: one.text,
    passages: nearestFirst(one.text, passagesOf(index, one.spans)),
  }));
}

function outdatedBy({
  lines_changed: changed,
  context_lines: lines,
}: CommunityReportRow): Pick<EvidenceView, 'outdated'> {
  return changed === null ? {} : { outdated: { changed, lines: lines.length } };
}

const passageKey = ({ document_id, start, end }: Passage): string => `${document_id}:${start}:${end}`;

function familyLinks(index: SearchIndex, parent: number, children: readonly number[]): readonly Link[] {
  return [
    ...reportLink(index, parent, 'wider community'),
    ...children.flatMap((child) => reportLink(index, child, 'part of it')),
  ];
}

function memberLinks(index: SearchIndex, community: number): readonly Link[] {
  const rows =
    index.communities.byNumber.get(community)?.entity_ids.flatMap((id) => index.entities.at.get(id) ?? []) ?? [];
  const degree = (row: number): number => index.tables.entities[row]?.degree ?? 0;
  return rows
    .sort((a, b) => degree(b) - degree(a) || a - b)
    .slice(0, LINKS)
    .flatMap((row) => entityLink(index, row, index.tables.entities[row]?.type ?? ''));
}

type Claim = NonNullable<EvidenceView['claims']>[number];

/** Claims about an entity, first those of which it is the subject. */
export function claimsAbout(
  index: SearchIndex,
  entity: EntityRow,
  claims: readonly CovariateRow[],
): readonly (Claim & { readonly documentId: string })[] {
  const { title } = entity;
  const titled = index.tables.entities.filter((one) => one.title === title);
  const isMeant = (claim: CovariateRow): boolean => thoseMeant(titled, claim, (one) => one).includes(entity);
  const own = claims.filter((claim) => claim.subject_id === title && isMeant(claim));
  const others = claims.filter((claim) => claim.subject_id !== title && claim.object_id === title && isMeant(claim));
  return [...own, ...others].map((row) => ({
    id: row.id,
    subject: row.subject_id,
    object: row.object_id,
    type: row.type,
    description: row.description,
    status: row.status,
    start: row.start_date,
    end: row.end_date,
    method: row.method,
    documentId: row.document_id,
    passage: passageOf(index, { document_id: row.document_id, start: row.evidence_start, end: row.evidence_end }),
  }));
}
