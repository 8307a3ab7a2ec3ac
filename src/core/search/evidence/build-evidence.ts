import type { Retrieval } from '../writer/search-run';
import { leadsFrom } from '../questions/questions';
import type { SearchIndex } from '../../retrieval/index';
import { nearestFirst } from '../../retrieval/nearest-passage';
import { hasMatches, rankTextUnits } from '../../retrieval/text-units';
import { parseSources, reportAt, sourcesOf } from '../../retrieval/reports';
import { withoutCitations } from '../../reports/model/report-references';
import { isByNoModel } from '../../provenance';
import type { CommunityReportRow, Span } from '../../tables/tables';
import { oneLine } from '../../text/clip';
import { termsOfWords } from '../../retrieval/lexical/asked-words';
import { termsInDocuments } from '../../retrieval/lexical/languages';
import { joined, type BuiltContext, type ContextDataset, type ContextRow, type Statement } from '../context/context';
import type { Scope } from '../context/scope';
import type { EvidenceKind, Mode } from '../modes/mode';
import { isName, type Question } from '../request/question';
import { questionTask } from '../request/question-task';
import type { CommunityCard, EntityCard, Evidence } from './evidence';
import { byDegree, connections, entityCard } from './graph-cards';
import { passagesOf } from './sentences';
import { passageEvidence } from './passage-evidence';
import { summaryCard } from './summary-cards';

const NAMED_CARDS = 4;
const MEANT_CARDS = 2;
const MEMBERS = 10;
const SOURCES = 4;
/** Most sentences of a report that is shown in part. */
const SENTENCES = 3;
const LEADS = 5;
/** Communities whose members lead on. */
const LEADING = 3;

/**
 * Builds evidence for a person from the same rows that a model is shown, in their order, by the mode's kinds. A mode
 * that retrieved nothing of its kind shows passages.
 */
export function buildEvidence(retrieval: Retrieval, mode: Mode, contexts: readonly BuiltContext[]): Evidence {
  const { index, question, scope } = retrieval;
  const tables = contexts.flatMap((context) => context.tables);
  /** Several contexts may hold the same row. */
  const rows = (dataset: ContextDataset): readonly ContextRow[] => {
    const seen = new Set<number>();
    const all = tables.flatMap((table) => (table.dataset === dataset ? table.rows : []));
    return all.filter(({ row }) => !seen.has(row) && seen.add(row));
  };
  const isUnmatched = question.entities.length === 0 && !hasMatches(index, question, scope.unit);
  const shows = new Set<EvidenceKind>(isUnmatched ? [...mode.shows, 'communities'] : mode.shows);
  const shownSentences = new Set<string>();
  const communities = shows.has('communities')
    ? rows('Reports')
        .slice(0, mode.communities)
        .flatMap((row) => communityCard(index, row, question, scope, shownSentences) ?? [])
    : [];
  const summaries = shows.has('summaries')
    ? rows('Summaries').flatMap((row) => (row.used ? (summaryCard(index, row, question) ?? []) : []))
    : [];
  const entities = shows.has('entities') ? cards(retrieval, rows('Entities'), isUnmatched) : [];
  const shown = new Set(entities.map(({ id }) => id));
  const named = question.entities.filter((row) => shown.has(index.tables.entities[row]?.id ?? ''));
  const { via } = rankTextUnits(index, question, scope.unit);
  const units = rows('Sources').map(({ row, score }) => ({ id: row, score }));
  const task = questionTask(question);
  const isInstead = isUnmatched && question.scope === 'specific' && (units.length > 0 || communities.length > 0);
  return {
    passages: passageEvidence(index, question, units, via, !isUnmatched),
    entities,
    connections: connections(index, named, scope),
    communities,
    ...(summaries.length > 0 && { summaries }),
    leads: shows.has('leads')
      ? leadsFrom(index, leading(index, question, communities), LEADS, question.language, scope)
      : [],
    missing: question.missing,
    ...(task && { task }),
    ...(isInstead && {
      instead: entities.length + communities.length > 0 ? ('best connected' as const) : ('document leads' as const),
    }),
  };
}

/**
 * Cards of the entities that the question names, else of those it means: their names share a word with it, or their meaning. Where it matches
 * nothing, of the first.
 */
function cards(
  { index, question, scope, claims }: Retrieval,
  rows: readonly ContextRow[],
  isUnmatched: boolean,
): readonly EntityCard[] {
  const isSubject = asksNothingElse(index, question);
  const cardOf = (row: number, named: boolean): EntityCard | readonly [] =>
    entityCard(index, row, { scope, claims, named, isSubject }) ?? [];
  const named = question.entities.slice(0, NAMED_CARDS);
  if (named.length > 0) return named.flatMap((row) => cardOf(row, true));
  if (isUnmatched) return rows.slice(0, NAMED_CARDS).flatMap(({ row }) => cardOf(row, false));
  const asked = termsOfWords(question.words);
  const matching = rows.filter(
    ({ row, title }) =>
      isName(index, row) &&
      (question.dense !== undefined || termsInDocuments(title, index.tables.documents).some((term) => asked.has(term))),
  );
  return matching.slice(0, MEANT_CARDS).flatMap(({ row }) => cardOf(row, false));
}

/** Checks that all content of a question is in the names of its entities. */
function asksNothingElse({ tables }: SearchIndex, { entities, missing, words }: Question): boolean {
  const names = entities.flatMap((row) => [
    tables.entities[row]?.title ?? '',
    ...(tables.entities[row]?.aliases ?? []),
  ]);
  const named = new Set(names.flatMap((name) => termsInDocuments(name, tables.documents)));
  return missing.length === 0 && words.every(({ terms }) => terms.some((term) => named.has(term)));
}

/** Entities from which the graph leads on: those of the question, else the best connected ones of the nearest communities. */
function leading(index: SearchIndex, { entities }: Question, communities: readonly CommunityCard[]): readonly number[] {
  if (entities.length > 0) return entities;
  const members = communities.slice(0, LEADING).flatMap((card) => card.members.slice(0, 2));
  return members.flatMap(({ id }) => index.entities.at.get(id) ?? []);
}

const documentsOf = (spans: readonly Span[]): readonly string[] => [
  ...new Set(spans.map(({ document_id }) => document_id)),
];

/** Returns the sentences of which a report without a model is composed. */
const summarySentences = (index: SearchIndex, report: CommunityReportRow): readonly Statement[] =>
  parseSources(report.summary_sources)
    .map((spans) => ({ text: joined(passagesOf(index, spans).map(({ quote }) => ({ text: oneLine(quote) }))), spans }))
    .filter(({ text }) => text !== '');

/** The card of a community without the sentences that cards before it show; its own are added to them. */
function communityCard(
  index: SearchIndex,
  row: ContextRow,
  question: Question,
  scope: Scope,
  shownSentences: Set<string>,
): CommunityCard | null {
  const report = reportAt(index, row.row);
  const community = index.tables.communities[row.row];
  if (!report || !community) return null;
  const members = byDegree(index, community.entity_ids).filter((entity) => scope.touches(entity.text_unit_ids));
  const isNew = (words: string): boolean => !shownSentences.has(oneLine(words));
  const sources = passagesOf(index, scope.spans(sourcesOf(report))).filter(({ quote }) => isNew(quote));
  const all = scope.everything ? summarySentences(index, report) : row.premises;
  const own = all.filter(({ text }) => isNew(text));
  const sentences = scope.everything ? own : own.slice(0, SENTENCES);
  const isWhole = scope.everything && (own.length === all.length || !isByNoModel(report.method));
  const shown = nearestFirst(sources, question.text).slice(0, SOURCES);
  for (const words of [...sentences.map(({ text }) => text), ...shown.map(({ quote }) => quote)])
    shownSentences.add(oneLine(words));
  return {
    community: report.community,
    level: report.level,
    title: row.title,
    // A report on other documents, too, would tell of these: of its sentences only those in scope.
    summary: isWhole ? withoutCitations(report.summary) : joined(sentences),
    ...(isByNoModel(report.method) && {
      sentences: sentences.map(({ text, spans }) => ({ text, documentIds: documentsOf(spans) })),
    }),
    method: report.method,
    // Of a hosted index not all members are here.
    size: scope.everything ? community.size : members.length,
    members: members.slice(0, MEMBERS).map(({ id, title, type }) => ({ id, title, type })),
    sources: shown,
    score: row.score,
  };
}
