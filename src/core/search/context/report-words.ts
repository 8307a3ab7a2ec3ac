import { withoutCitations } from '../../reports/model/citations';
import { oneLine } from '../../text/clip';
import type { CommunityReportRow, Span } from '../../tables/tables';
import { citedStatements, sentencesOfReport } from '../evidence/cited-statements';
import { parseSources, type StatedSpan } from '../../retrieval/reports';
import { joined, type Statement, type Wording } from './context';

/** What a report says, without its references: those are in numbers that no prompt shows. */
export interface ReportWords {
  /** Summary and findings on one line. */
  readonly full: Wording;
  readonly summary: Wording;
  readonly findings: readonly Wording[];
}

const known = new WeakMap<CommunityReportRow, ReportWords>();

/** The words of a report, made once for each row; their sentences only when they are asked for. */
export function reportWords(report: CommunityReportRow): ReportWords {
  const made = known.get(report) ?? makeWords(report);
  known.set(report, made);
  return made;
}

function makeWords(report: CommunityReportRow): ReportWords {
  const sources = once(() => parseSources(report.finding_sources));
  const summary = { text: plain(report.summary), statements: once(() => summaryStatements(report)) };
  const findings = report.findings.map(({ summary: head, explanation }, at): Wording => {
    const parts = partsOf(report, head, explanation);
    return {
      text: joined(parts.map((text) => ({ text: plain(text) }))),
      statements: once(() => findingStatements(report, parts, sources()[at] ?? [])),
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The head of a finding says nothing of its own where it is the beginning of a sentence below it. */
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

/** Of an extractive finding each sentence is one of its spans; what a model wrote rests on what each sentence cites. */
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

/** Sentences with the spans of what each cites itself; with all where it cites nothing, or where spans do not say by what they were cited. */
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

/** The spans of a model's report also say by which thing they were found. */
const bare = ({ document_id, start, end }: Span): Span => ({ document_id, start, end });

function sentencesOf(text: string): readonly string[] {
  const { starts, ends } = sentencesOfReport(text);
  return Array.from(starts, (start, at) => text.slice(start, ends[at]));
}
