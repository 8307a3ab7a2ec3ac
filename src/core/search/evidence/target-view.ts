import { message, type Message } from '../../message';
import type { CitationTarget, EvidenceView, StatementView } from './evidence';
import { parseAskedDescription, writtenDescription, relationshipLabel } from '../../graph/derive/descriptions';
import { mayHaveThemes } from '../../keywords/keyword-batches';
import { isByNoModel } from '../../provenance';
import type { SearchIndex } from '../../retrieval/index';
import { nearestFirst } from '../../retrieval/nearest-passage';
import { withoutCitations } from '../../reports/model/report-references';
import { rowIn } from '../../tables/rows';
import type { CovariateRow, EntityRow } from '../../tables/tables';
import {
  entityTarget,
  relationshipTarget,
  reportTarget,
  spansOfEntity,
  spansOfRelationship,
  citedStatements,
} from './citation-targets';
import { placeWords } from './place-words';
import { byDegree, claimsAbout, relationshipsOf } from './graph-cards';
import { passageOf, passagesOf } from './sentences';
import { parseSources, type StatedSpan } from '../../retrieval/reports';

type Link = EvidenceView['links'][number];

/** Headings and a page, the broadest first. */
const pathOf = (parts: readonly Message[]): Message =>
  parts.slice(1).reduce((path, next) => message`${path} › ${next}`, parts[0] ?? '');

const PASSAGES = 12;
const LINKS = 24;

/** Returns all facts of a cited thing, with passages and further links; null when the index no longer has it. */
export function viewTarget(
  index: SearchIndex,
  target: CitationTarget,
  claims: readonly CovariateRow[] = [],
): EvidenceView | null {
  switch (target.kind) {
    case 'passage':
      return passageView(index, target.textUnitId);
    case 'entity':
      return entityView(index, target.id, claims);
    case 'relationship':
      return relationshipView(index, target.id);
    case 'report':
      return reportView(index, target.community);
  }
}

/** Entities that a document's text units mention most, best first. */
export function topEntitiesOfDocument(
  index: SearchIndex,
  documentId: string,
  count: number,
): readonly { readonly id: string; readonly title: string; readonly type: string }[] {
  const mentions = new Map<string, number>();
  for (const unit of index.unitsOf(documentId)) {
    for (const { id } of index.entitiesIn(unit.id)) mentions.set(id, (mentions.get(id) ?? 0) + 1);
  }
  const timesOf = ({ id }: EntityRow): number => mentions.get(id) ?? 0;
  return byDegree(index, mentions.keys())
    .sort((a, b) => timesOf(b) - timesOf(a))
    .slice(0, count)
    .map(({ id, title, type }) => ({ id, title, type }));
}

function passageView(index: SearchIndex, textUnitId: string): EvidenceView | null {
  const unit = index.unitOf(textUnitId);
  const passage = unit && passageOf(index, unit);
  if (!passage) return null;
  const mentioned = index.entitiesIn(unit.id).map(({ id }) => id);
  const page = passage.page === null ? [] : [placeWords(passage.page)];
  return {
    target: { kind: 'passage', textUnitId },
    title: passage.documentTitle,
    subtitle: pathOf([...unit.heading_path, ...page]),
    method: '',
    text: unit.text,
    findings: [],
    passages: [passage],
    links: entityLinks(index, mentioned, message`mentioned here`).slice(0, LINKS),
  };
}

function entityView(index: SearchIndex, id: string, claims: readonly CovariateRow[]): EvidenceView | null {
  const row = index.entities.at.get(id) ?? -1;
  const entity = index.tables.entities[row];
  if (!entity) return null;
  const { title, type, aliases } = entity;
  const asked = parseAskedDescription(entity.description_hash);
  const relationships = relationshipsOf(index, row).slice(0, LINKS);
  return {
    target: entityTarget(entity),
    title,
    subtitle: '',
    type,
    aliases,
    method: entity.method,
    text: writtenDescription(entity),
    ...(asked && { textBy: asked.by }),
    findings: [],
    passages: passagesOf(index, spansOfEntity(index, row, PASSAGES)),
    links: [
      ...relationships.map(({ one, other }) => linkTo(relationshipTarget(one), relationshipLabel(one), other.title)),
      ...reportLinks(index, index.communities.of(id).toReversed(), message`its community`),
    ],
    claims: claimsAbout(index, entity, claims),
  };
}

function relationshipView(index: SearchIndex, id: string): EvidenceView | null {
  const row = index.relationshipAt.get(id) ?? -1;
  const one = rowIn(index.tables.relationships, row);
  if (!one) return null;
  const target = relationshipTarget(one);
  return {
    target,
    title: target.title,
    subtitle:
      one.count === 1
        ? message`${relationshipLabel(one)}, found once`
        : message`${relationshipLabel(one)}, found ${one.count} times`,
    method: one.method,
    text: relationshipLabel(one),
    ...(mayHaveThemes(one) && { themes: one.theme_keywords }),
    findings: [],
    passages: passagesOf(index, spansOfRelationship(index, row)),
    links: entityLinks(index, [one.source_id, one.target_id], message`one end`),
  };
}

function reportView(index: SearchIndex, community: number): EvidenceView | null {
  const report = index.reports.of(community);
  if (!report) return null;
  const isOwn = isByNoModel(report.method);
  const sources = parseSources(report.finding_sources);
  const findings = report.findings.map(({ summary, explanation: cited }, at) => {
    const spans = sources[at] ?? [];
    const explanation = withoutCitations(cited);
    const passages = passagesOf(index, spans);
    // An extractive finding is its sentences, one after the other.
    if (isOwn) return { summary, explanation, passages };
    const statements = statementsOf(index, cited, spans);
    const nearest = nearestFirst(passages, `${summary} ${explanation}`);
    return { summary, explanation, passages: nearest, ...(statements && { statements }) };
  });
  const text = withoutCitations(report.summary);
  const spans = parseSources(report.summary_sources).flat();
  const stated = passagesOf(index, spans);
  const textStatements = statementsOf(index, report.summary, spans);
  const { size, level, rank, lines_changed: changed, context_lines: lines } = report;
  const members = byDegree(index, index.communities.byNumber.get(community)?.entity_ids ?? []).slice(0, LINKS);
  return {
    target: reportTarget(report),
    title: report.title,
    subtitle:
      level === 0
        ? message`Community of ${size}, broadest level, importance ${rank} of 10`
        : message`Community of ${size}, level ${level}, importance ${rank} of 10`,
    method: report.method,
    ...(changed !== null && { outdated: { changed, lines: lines.length } }),
    text,
    ...(!isOwn && { textPassages: nearestFirst(stated, text), ...(textStatements && { textStatements }) }),
    findings,
    passages: passagesOf(index, [...stated, ...findings.flatMap(({ passages }) => passages)]).slice(0, PASSAGES),
    links: [
      ...reportLinks(index, [report.parent], message`wider community`),
      ...reportLinks(index, report.children, message`part of it`),
      ...members.map((member) => ({ ...linkTo(entityTarget(member), ''), type: member.type })),
    ],
  };
}

/** Each sentence with the passages of its own citations; undefined where sources lack these. */
const statementsOf = (
  index: SearchIndex,
  written: string,
  sources: readonly StatedSpan[],
): readonly StatementView[] | undefined =>
  citedStatements(written, sources)?.map(({ text, spans }) => ({
    text,
    passages: nearestFirst(passagesOf(index, spans), text),
  }));

const linkTo = (target: Exclude<CitationTarget, { kind: 'passage' }>, note: Message, title = target.title): Link => ({
  target,
  title,
  note,
});

const reportLinks = (
  { communities: { byNumber, reportOf }, reports }: SearchIndex,
  numbers: readonly number[],
  note: Message,
): readonly Link[] =>
  numbers
    .flatMap((number) => (reportOf.has(number) ? (byNumber.get(number) ?? []) : []))
    .map((row) => linkTo(reportTarget({ community: row.community, title: reports.title(row) }), note));

const entityLinks = ({ entities, tables }: SearchIndex, ids: readonly string[], note: Message): readonly Link[] =>
  ids
    .flatMap((id) => tables.entities[entities.at.get(id) ?? -1] ?? [])
    .map((entity) => linkTo(entityTarget(entity), note));
