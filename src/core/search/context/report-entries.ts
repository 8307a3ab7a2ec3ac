import { joinTitles } from '../../text/join-titles';
import type { SearchIndex } from '../../retrieval';
import type { CommunityReportRow, CommunityRow, Span } from '../../tables/tables';
import { rankOf, reportAt, sourcesOf, unitsOfReport, parseSources, type StatedSpan } from '../../retrieval/reports';
import { wordingOf, type Entry, type Statement, type Wording, joined } from './context';
import type { Scope } from './scope';
import { withoutCitations } from '../../reports/model/report-references';
import { lazy } from '../../memo';
import { oneLine } from '../../text/clip';
import { citedStatements, sentencesOfReport } from '../evidence/citation-targets';

/** A report as it comes from a ranking. */
export interface RankedReport {
  /** Row number of its community. */
  readonly row: number;
  readonly score: number;
}

/** Form of reports in a context. */
export interface ReportLook {
  /** All of it by default. */
  readonly content?: 'full' | 'summary';
  /** The occurrence weight as a share of the largest, which is the default, or in passages. */
  readonly weight?: 'share' | 'passages';
}

/** Filters the reports to those of this rank at least with a text unit in scope beneath them, in their order. */
export function reportsWithin<R extends RankedReport>(
  index: SearchIndex,
  all: readonly R[],
  scope: Scope,
  leastRank = 0,
): readonly R[] {
  const ranked = leastRank > 0 ? all.filter(({ row }) => rankOf(index, row) >= leastRank) : all;
  if (scope.everything) return ranked;
  const touched = new Set<number>();
  const units = index.tables.textUnits.filter((_, slot) => scope.unit(slot));
  const entities = new Set(units.flatMap((unit) => index.entitiesIn(unit.id)));
  for (const { id } of entities) for (const community of index.communities.of(id)) touched.add(community);
  return ranked.filter(({ row }) => touched.has(index.tables.communities[row]?.community ?? -1));
}

/**
 * A report in full, by its summary, or by its first finding. Of a report that also draws on documents out of scope, only
 * the sentences that rest on documents in scope are shown. Its title then names members in scope. Null where no sentence is left.
 */
export function reportEntry(
  index: SearchIndex,
  { row, score }: RankedReport,
  scope: Scope,
  { content = 'full', weight = 'share' }: ReportLook = {},
): Entry | null {
  const report = reportAt(index, row);
  if (!report) return null;
  const within = scope.everything || isWithin(index, report, scope);
  const all = (within ? ownWordings(report) : partialWordings(report, scope)).slice(content === 'full' ? 0 : 1);
  const wordings = all.filter(({ text }) => text !== '');
  if (wordings.length === 0) return null;
  const { occurrence, mostUnits } = index.communities;
  const covers = occurrence(row) * (weight === 'share' ? 1 : mostUnits());
  const title = within ? report.title : memberTitle(index, report, scope);
  return {
    dataset: 'Reports',
    id: report.id,
    row,
    title,
    score,
    cells: (text) => [title, rounded(covers, 100), rounded(report.rank, 10), text],
    wordings,
    documentIds: () => documentsOf(index, row, scope),
  };
}

/** The entries of reports, each composed when it is asked for. */
export function* reportEntries(
  index: SearchIndex,
  ranked: readonly RankedReport[],
  scope: Scope,
  look?: ReportLook,
): Generator<Entry> {
  for (const one of ranked) {
    const entry = reportEntry(index, one, scope, look);
    if (entry) yield entry;
  }
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

const firstOf = (findings: readonly Wording[]): readonly Wording[] =>
  findings.filter(({ text }) => text !== '').slice(0, 1);

function ownWordings(report: CommunityReportRow): readonly Wording[] {
  const { full, summary, findings } = reportWords(report);
  return [full, summary, ...firstOf(findings)];
}

function partialWordings(report: CommunityReportRow, scope: Scope): readonly Wording[] {
  const allowed = ({ spans }: Statement): boolean =>
    spans.length > 0 && spans.every(({ document_id }) => scope.document(document_id));
  const within = (one: Wording): Wording => wordingOf(one.statements().filter(allowed));
  const { full, summary, findings } = reportWords(report);
  return [within(full), within(summary), ...firstOf(findings.map(within))];
}

/** Checks that all possible sources of a report belong to the chosen documents. */
function isWithin(index: SearchIndex, report: CommunityReportRow, scope: Scope): boolean {
  const community = index.communities.byNumber.get(report.community);
  return (
    community !== undefined &&
    scope.covers(community.text_unit_ids) &&
    members(index, community).every((member) => scope.covers(member.text_unit_ids)) &&
    sourcesOf(report).every(({ document_id }) => scope.document(document_id))
  );
}

const members = (index: SearchIndex, community: CommunityRow) =>
  community.entity_ids.flatMap((id) => index.tables.entities[index.entities.at.get(id) ?? -1] ?? []);

const NAMED = 3;

function memberTitle(index: SearchIndex, report: CommunityReportRow, scope: Scope): string {
  const community = index.communities.byNumber.get(report.community);
  const mentioned = community ? members(index, community).filter((one) => scope.touches(one.text_unit_ids)) : [];
  const central = mentioned.toSorted((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1));
  return joinTitles(central.slice(0, NAMED).map(({ title }) => title));
}

/** Lists the documents in scope of a report: of its community and of its named sources. */
function documentsOf(index: SearchIndex, row: number, scope: Scope): readonly string[] {
  const report = reportAt(index, row);
  const beneath = unitsOfReport(index, row, scope.unit).flatMap((slot) => index.unitAt.get(slot)?.document_id ?? []);
  const stated = report ? sourcesOf(report).map(({ document_id }) => document_id) : [];
  return [...new Set([...beneath, ...stated])].filter(scope.document);
}

/** Text of a report without its references, whose numbers no prompt shows. */
interface ReportWords {
  /** Summary and findings on one line. */
  readonly full: Wording;
  readonly summary: Wording;
  readonly findings: readonly Wording[];
}

const madeWords = new WeakMap<CommunityReportRow, ReportWords>();

/** The words of a report, made once for each row; their sentences only when they are asked for. */
function reportWords(report: CommunityReportRow): ReportWords {
  const made = madeWords.get(report) ?? makeWords(report);
  madeWords.set(report, made);
  return made;
}

function makeWords(report: CommunityReportRow): ReportWords {
  const sources = lazy(() => parseSources(report.finding_sources));
  const summary = { text: plain(report.summary), statements: lazy(() => summaryStatements(report)) };
  const findings = report.findings.map(({ summary: head, explanation }, at): Wording => {
    const parts = partsOf(report, head, explanation);
    return {
      text: joined(parts.map((text) => ({ text: plain(text) }))),
      statements: lazy(() => findingStatements(report, parts, sources()[at] ?? [])),
    };
  });
  const all = [summary, ...findings];
  const full = {
    text: joined(all.filter(({ text }) => text !== '')),
    statements: () => all.flatMap((one) => one.statements()),
  };
  return { full, summary, findings };
}

/** Most texts have no bracket: looking for references costs more than all the rest. */
const plain = (text: string): string => oneLine(/[[【(]/u.test(text) ? withoutCitations(text) : text);

/** Splits a finding; its head is dropped where it is the beginning of a sentence below it. */
function partsOf(report: CommunityReportRow, head: string, explanation: string): readonly string[] {
  const repeated = report.method === 'extractive' || explanation.includes(head.replace(/[….。]+$/u, ''));
  const parts = repeated && explanation !== '' ? [explanation] : [ended(head), explanation];
  return parts.filter((text) => text.trim() !== '');
}

const ended = (head: string): string => (/[\p{L}\p{N}]$/u.test(head.trim()) ? `${head.trim()}.` : head);

/** The spans are kept by sentence; where they are not as many, each sentence has those of what it cites itself. */
function summaryStatements({ summary, summary_sources }: CommunityReportRow): readonly Statement[] {
  const sources = parseSources(summary_sources);
  const sentences = sentencesOf(summary);
  if (sources.length === sentences.length) return stated(sentences, (at) => sources[at] ?? []);
  return written(summary, sources.flat());
}

/**
 * Splits a finding into statements. In an extractive one each sentence is one span; in one by a model a sentence has
 * the spans that it cites.
 */
function findingStatements(
  { method }: CommunityReportRow,
  parts: readonly string[],
  all: readonly StatedSpan[],
): readonly Statement[] {
  if (method !== 'extractive') return parts.flatMap((part) => written(part, all));
  const sentences = parts.flatMap(sentencesOf);
  const each = sentences.length === all.length;
  return stated(sentences, (at) => (each ? all.slice(at, at + 1) : all));
}

/**
 * Sentences with the spans of their own citations; with all where they cite nothing, or where spans do not name their
 * citation.
 */
function written(text: string, all: readonly StatedSpan[]): readonly Statement[] {
  const cited = citedStatements(text, all);
  if (!cited) return stated(sentencesOf(text), () => all);
  return stated(
    cited.map((one) => one.text),
    (at) => (cited[at]?.spans.length ? cited[at].spans : all),
  );
}

const stated = (sentences: readonly string[], spansAt: (at: number) => readonly Span[]): readonly Statement[] =>
  sentences
    .map((sentence, at) => ({ text: plain(sentence), spans: spansAt(at).map(bare) }))
    .filter(({ text }) => text !== '');

/** Removes the thing by which a span of a model's report was found. */
const bare = ({ document_id, start, end }: Span): Span => ({ document_id, start, end });

function sentencesOf(text: string): readonly string[] {
  const { starts, ends } = sentencesOfReport(text);
  return Array.from(starts, (start, at) => text.slice(start, ends[at]));
}
