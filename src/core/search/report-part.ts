import { isByNoModel } from '../graph/who-wrote';
import { withoutReferences } from '../reports/without-references';
import type { SearchIndex } from '../retrieval/index';
import type { CommunityReportRow, Span } from '../tables/tables';
import { splitSentences } from '../text/sentences';
import { terms } from '../text/terms';
import { alignSentence } from './align';
import { coverage, sentencesOf } from './candidates';
import { citeReport, citeSpans } from './cite';
import { quoted } from './compose-passages';
import type { Cited, DraftSentence } from './draft';
import { withoutListMark } from './list-marks';
import { asRead, oneLine, unitOfSpan } from './passages';
import { parseSources, unitsOfReport } from './pick-reports';
import type { Question } from './question';
import type { UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';

/** Share of a finding that sentences of documents make up where it says nothing besides. */
const JOINED = 0.9;
const SENTENCES_OF_FINDING = 2;
const UNITS_ALIGNED = 16;

/** Something that a report says, or a sentence of the passages beneath it. */
export interface Item {
  readonly text: string;
  readonly spans: readonly Span[];
  /** Share of the question's weight that it holds. */
  readonly share: number;
  readonly cited: readonly Cited[];
}

/** What a report says that bears on a question. */
export interface ReportPart {
  readonly heading: DraftSentence | null;
  /** Best first. */
  readonly items: readonly Item[];
}

/** A report, what the passages say, and which of them may be used. */
export interface ReportWithin {
  readonly row: number;
  readonly scored: readonly Scored[];
  readonly allow: UnitFilter;
}

/**
 * What a report says, with the sentences beneath it that bear on the question, the most relevant first. Of one that a model wrote the
 * documents' words are quoted in the place of its own; nothing where it tells of none of the allowed passages.
 */
export function reportPart(index: SearchIndex, question: Question, { row, scored, allow }: ReportWithin): ReportPart {
  const report = index.tables.communityReports[row];
  const cited = citeReport(index, row, allow);
  if (!report || !cited) return { heading: null, items: [] };
  const written = !isByNoModel(report.method);
  // An answer without a model says nothing in a model's words: what these rest on is quoted in their place.
  const title = written ? (index.tables.communities.find(isOf(report))?.title ?? '') : report.title;
  const heading: DraftSentence = { text: title, role: 'heading', cited: [cited] };
  // Findings of other documents than the chosen ones; only a report without findings is shown by its summary.
  if (report.findings.length === 0 && !written) {
    const text = oneLine(withoutReferences(report.summary));
    return { heading, items: [{ text, spans: [], share: 1, cited: [cited] }] };
  }
  const findings = findingsOf(index, question, report, allow).flatMap((stated): readonly Item[] =>
    written
      ? quotedSpans(index, stated.spans).map((one) => ({ ...one, share: stated.share, cited: [cited, ...one.cited] }))
      : itemsOf(index, question, stated, { row, cited, allow }),
  );
  const items = [...findings, ...sentencesBeneath(index, question, { row, scored, allow }, cited)];
  return { heading, items: items.sort((a, b) => b.share - a.share) };
}

/** A finding, or the sentences of several documents that it only joins. */
function itemsOf(
  index: SearchIndex,
  question: Question,
  { text, spans, share }: Stated,
  { row, cited, allow }: { readonly row: number; readonly cited: Cited; readonly allow: UnitFilter },
): readonly Item[] {
  const at = spans.length > 0 ? spans : alignedSpans(index, row, text, allow);
  const quotes = quotesByDocument(index, at, text);
  if (quotes.length <= 1) {
    return [{ text: asRead(unnumbered(index, text, at)), spans: at, share, cited: [cited, ...citeSpans(index, at)] }];
  }
  return quotes.map((one) => {
    const own = coverage(question.terms, new Set(terms(one.text)));
    return { ...one, share: own, cited: [cited, ...one.cited] };
  });
}

/** The text with its sentences of documents without the numbers of their lists. */
function unnumbered(index: SearchIndex, text: string, spans: readonly Span[]): string {
  return spans.reduce((told, span) => {
    const document = index.documents.get(span.document_id);
    if (!document) return told;
    const { start } = withoutListMark(document, span);
    const bare = oneLine(document.text.slice(start, span.end));
    return told.replace(oneLine(document.text.slice(span.start, span.end)), () => bare);
  }, text);
}

/** Sentences of the passages beneath a report that bear on the question themselves. */
function sentencesBeneath(
  index: SearchIndex,
  question: Question,
  { row, scored, allow }: ReportWithin,
  report: Cited,
): readonly Item[] {
  const slots = new Set(unitsOfReport(index, row, allow));
  return scored.flatMap(({ candidate, own }): readonly Item[] => {
    const sentence = slots.has(candidate.slot) && own > 0 ? quoted(index, candidate) : null;
    if (!sentence) return [];
    const share = coverage(question.terms, candidate.terms);
    return [{ text: sentence.text, spans: [candidate.span], share, cited: [report, ...sentence.cited] }];
  });
}

const isOf =
  (report: CommunityReportRow) =>
  ({ community }: { readonly community: number }): boolean =>
    community === report.community;

/** The words of the documents at these spans. */
function quotedSpans(index: SearchIndex, spans: readonly Span[]): readonly Omit<Item, 'share'>[] {
  return spans.flatMap((own) => {
    const document = index.documents.get(own.document_id);
    const span = document ? withoutListMark(document, own) : own;
    const unit = unitOfSpan(index, span);
    const text = unit && oneLine(unit.text.slice(span.start - unit.start, span.end - unit.start));
    return text ? [{ text, spans: [span], cited: citeSpans(index, [span]) }] : [];
  });
}

/** The sentences of a finding that only joins sentences of documents, those of each document together; none where it has words of its own. */
function quotesByDocument(index: SearchIndex, spans: readonly Span[], text: string): readonly Omit<Item, 'share'>[] {
  const documents = [...new Set(spans.map(({ document_id }) => document_id))];
  const all = documents.flatMap((id): readonly Omit<Item, 'share'>[] => {
    const quotes = quotedSpans(
      index,
      spans.filter(({ document_id }) => document_id === id),
    ).filter((quote) => text.includes(quote.text));
    if (quotes.length === 0) return [];
    const own = quotes.flatMap((quote) => quote.spans);
    return [{ text: asRead(quotes.map((quote) => quote.text).join(' ')), spans: own, cited: citeSpans(index, own) }];
  });
  return all.reduce((length, one) => length + one.text.length, 0) >= JOINED * text.length ? all : [];
}

/** Where a finding that does not say what it rests on stands in the text units beneath its report. */
function alignedSpans(index: SearchIndex, row: number, text: string, allow: UnitFilter): readonly Span[] {
  const units = unitsOfReport(index, row, allow).slice(0, UNITS_ALIGNED);
  const found = alignSentence(
    text,
    units.flatMap((slot) => sentencesOf(index, slot)),
  );
  return found ? [found.span] : [];
}

interface Stated {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly share: number;
}

/** The report's findings with how much of the question they hold. */
function findingsOf(
  index: SearchIndex,
  question: Question,
  report: CommunityReportRow,
  allow: UnitFilter,
): readonly Stated[] {
  const sources = parseSources(report.finding_sources);
  const shown = (span: Span): boolean => allow(index.slotOf.get(unitOfSpan(index, span)?.id ?? '') ?? -1);
  return report.findings
    .map(({ summary, explanation }, at) => {
      const text = shortened(withoutReferences(explanation || summary));
      const share = coverage(question.terms, new Set(terms(`${summary} ${explanation}`)));
      return { text, spans: (sources[at] ?? []).filter(shown), share, stated: (sources[at] ?? []).length > 0 };
    })
    .filter(({ text, spans, stated }) => text !== '' && (spans.length > 0 || !stated));
}

function shortened(text: string): string {
  const { ends } = splitSentences(text, 'en');
  return oneLine(text.slice(0, ends[Math.min(ends.length, SENTENCES_OF_FINDING) - 1] ?? text.length));
}
