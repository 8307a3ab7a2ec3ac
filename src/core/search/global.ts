import { isByNoModel } from '../graph/who-wrote';
import type { SearchIndex } from '../retrieve/index';
import { withoutReferences } from '../reports/without-references';
import { splitSentences } from '../text/sentences';
import type { CommunityReportRow, Span } from '../tables/tables';
import { terms } from '../text/terms';
import { alignSentence } from './align';
import { composeBasic } from './basic';
import { isContentless } from './breadth';
import { coverage, sentencesOf } from './candidates';
import { chooseSentences } from './choose-sentences';
import { citeReport, citeSpans } from './cite';
import { quoted, refusal, scoredSentences } from './compose-passages';
import { plain, type Cited, type Draft, type DraftSentence } from './draft';
import { isMissing } from './not-found';
import { oneLine, unitOfSpan } from './passages';
import { parseSources, pickReports, unitsOfReport, type ReportPick } from './pick-reports';
import type { Question, QuestionTerm } from './question';
import { relatedTerms } from './related-words';
import { rankUnits, type UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';
import { reportItems, section } from './sections';
import { saysTheSame } from './say-once';
import { isShown, type ShownSpans } from './shown-spans';
import { say, WORDS } from './words';

const MOST_REPORTS = 5;
const ITEMS_EACH = 3;
/** Share of a finding that sentences of documents make up where it says nothing besides. */
const JOINED = 0.9;
/** Reports looked at for a question without words of its own. */
const MOST_CONSIDERED = 60;
const LEAST_SHARE = 0.4;
/** What a report that bears on a broad question counts where it adds nothing to those before it, against 1 where all of it is new. */
const REPEATS = 0.7;
/** The same where nothing else tells the reports apart. */
const ALIKE = 0.2;
/** Least relevance of an item, as a share of the most relevant one's. */
const LEAST_ITEM = 0.4;
const SENTENCES_OF_FINDING = 2;
const SENTENCES_OF_OPENING = 2;
const UNITS_ALIGNED = 16;
const UNITS = 12;
const MOST_PASSAGES = 3;

/**
 * Global search: the reports of the level's roll-up that matter for the question, each with the findings and sentences that bear on
 * it, then the best passages where they say more.
 */
export function composeGlobal(index: SearchIndex, question: Question, allow: UnitFilter, level: number): Draft {
  const picks = pickReports(index, question, { level, allow });
  if (picks.length === 0) return withoutReports(index, question, allow);
  const chosen = relevantPicks(index, question, picks, allow);
  const sections = [section('Reports', reportItems(index, picks, new Set(chosen.map(({ row }) => row))))];
  const scored = scoredSentences(index, question, rankUnits(index, question, allow), UNITS);
  const refused = isAboutCollection(index, question, picks, allow)
    ? null
    : refusal(index, question, { scored, sections, allow });
  if (refused) return refused;
  const parts = chosen.map(({ row }) => reportPart(index, question, { row, scored, allow }));
  const best = parts.flatMap(({ items }) => items).reduce((top, { share }) => Math.max(top, share), 0);
  const bar = demandedTerms(question).length > 0 ? LEAST_ITEM * best : 0;
  const shown: ShownSpans = [];
  const sentences = parts.reduce<readonly DraftSentence[]>(
    (before, part) => [...before, ...composeReport(part, bar, { shown, before })],
    [],
  );
  const said = [...sentences, ...furtherPassages(index, question, scored, shown)];
  return { sections, sentences: said.length > 0 ? said : openings(index, question, allow), notFound: false };
}

function withoutReports(index: SearchIndex, question: Question, allow: UnitFilter): Draft {
  const draft = composeBasic(index, question, allow);
  if (draft.notFound) {
    const begun = demandedTerms(question).length === 0 ? openings(index, question, allow) : [];
    return begun.length > 0 ? { ...draft, sentences: begun, notFound: false } : draft;
  }
  return { ...draft, sentences: [plain(say(question, WORDS.noReports)), ...draft.sentences] };
}

/**
 * The reports near the best one that share words with the question; for a broad question, and where none does, those of them that
 * tell of as much as possible.
 */
function relevantPicks(
  index: SearchIndex,
  question: Question,
  picks: readonly ReportPick[],
  allow: UnitFilter,
): readonly ReportPick[] {
  const matching = demandedTerms(question).length > 0 ? picks.filter(({ relevance }) => relevance > 0) : [];
  if (matching.length === 0) return spreadPicks(index, picks.slice(0, MOST_CONSIDERED), { allow, repeats: ALIKE });
  const least = (matching[0]?.score ?? 0) * LEAST_SHARE;
  const near = matching.filter(({ score }) => score >= least);
  if (question.breadth === 'narrow') return near.slice(0, MOST_REPORTS);
  return spreadPicks(index, near, { allow, repeats: REPEATS });
}

/** Report after report, the next the weightiest for what it adds: a large cluster of like documents speaks once. */
function spreadPicks(
  index: SearchIndex,
  picks: readonly ReportPick[],
  { allow, repeats }: { readonly allow: UnitFilter; readonly repeats: number },
): readonly ReportPick[] {
  const left = picks.map((pick) => ({ pick, units: unitsOfReport(index, pick.row, allow) }));
  const covered = new Set<number>();
  const chosen: ReportPick[] = [];
  const added = ({ pick, units }: (typeof left)[number]): number =>
    pick.score *
    (repeats + ((1 - repeats) * units.filter((unit) => !covered.has(unit)).length) / Math.max(1, units.length));
  while (chosen.length < MOST_REPORTS && left.length > 0) {
    left.sort((a, b) => added(b) - added(a));
    const next = left.shift();
    if (!next || added(next) === 0) break;
    chosen.push(next.pick);
    for (const unit of next.units) covered.add(unit);
  }
  return chosen;
}

/** The question's words that must have something to do with the documents: of a broad one not those that any collection could be asked with. */
function demandedTerms({ breadth, terms: asked }: Question): readonly QuestionTerm[] {
  return breadth === 'narrow' ? asked : asked.filter(({ term }) => !isContentless(term));
}

/** Whether a broad question is answered by whatever the reports say: it has no words of its own, or the documents know one of them. */
function isAboutCollection(
  index: SearchIndex,
  question: Question,
  picks: readonly ReportPick[],
  allow: UnitFilter,
): boolean {
  const demanded = demandedTerms(question);
  if (demanded.length === 0) return true;
  if (question.breadth === 'narrow' || question.names.some((name) => isMissing(index, name, allow))) return false;
  const rows = new Set(picks.map(({ row }) => row));
  return demanded.some(({ term }) => {
    const words = [term, ...relatedTerms(term)];
    if (index.store.passages.bm25.search(words, { k: 1, allow }).length > 0) return true;
    return index.reports.bm25.search(words, { k: 1, allow: (row) => rows.has(row) }).length > 0;
  });
}

interface Item {
  readonly text: string;
  readonly spans: readonly Span[];
  /** Share of the question's weight that it holds. */
  readonly share: number;
  readonly cited: readonly Cited[];
}

interface ReportPart {
  readonly heading: DraftSentence | null;
  /** Best first. */
  readonly items: readonly Item[];
}

interface ReportWithin {
  readonly row: number;
  readonly scored: readonly Scored[];
  readonly allow: UnitFilter;
}

function reportPart(index: SearchIndex, question: Question, { row, scored, allow }: ReportWithin): ReportPart {
  const report = index.tables.communityReports[row];
  const cited = citeReport(index, row, allow);
  if (!report || !cited) return { heading: null, items: [] };
  const written = !isByNoModel(report.method);
  // An answer without a model says nothing in a model's words: what these rest on is quoted in their place.
  const title = written ? (index.tables.communities.find(isOf(report))?.title ?? '') : report.title;
  const heading: DraftSentence = { text: title, role: 'heading', cited: [cited] };
  const stated = findingsOf(index, question, report, allow);
  const findings = stated.flatMap(({ text, spans, share }): readonly Item[] => {
    if (written) return quotedSpans(index, spans).map((one) => ({ ...one, share, cited: [cited, ...one.cited] }));
    const at = spans.length > 0 ? spans : alignedSpans(index, row, text, allow);
    const quotes = quotesByDocument(index, at, text);
    if (quotes.length > 1) {
      return quotes.map((one) => {
        const own = coverage(question.terms, new Set(terms(one.text)));
        return { ...one, share: own, cited: [cited, ...one.cited] };
      });
    }
    return [{ text, spans: at, share, cited: [cited, ...citeSpans(index, at)] }];
  });
  // Findings of other documents than the chosen ones; only a report without findings is shown by its summary.
  if (report.findings.length === 0 && !written) {
    return {
      heading,
      items: [{ text: oneLine(withoutReferences(report.summary)), spans: [], share: 1, cited: [cited] }],
    };
  }
  const slots = new Set(unitsOfReport(index, row, allow));
  const sentences = scored.flatMap((one): readonly Item[] => {
    const sentence = slots.has(one.candidate.slot) && one.own > 0 ? quoted(index, one.candidate) : null;
    if (!sentence) return [];
    const share = coverage(question.terms, one.candidate.terms);
    return [{ text: sentence.text, spans: [one.candidate.span], share, cited: [cited, ...sentence.cited] }];
  });
  return { heading, items: [...findings, ...sentences].sort((a, b) => b.share - a.share) };
}

const isOf =
  (report: CommunityReportRow) =>
  ({ community }: { readonly community: number }): boolean =>
    community === report.community;

/** The words of the documents at these spans. */
function quotedSpans(index: SearchIndex, spans: readonly Span[]): readonly Omit<Item, 'share'>[] {
  return spans.flatMap((span) => {
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
    return [{ text: quotes.map((quote) => quote.text).join(' '), spans: own, cited: citeSpans(index, own) }];
  });
  return all.reduce((length, one) => length + one.text.length, 0) >= JOINED * text.length ? all : [];
}

interface Said {
  readonly shown: ShownSpans;
  readonly before: readonly DraftSentence[];
}

/** The heading and the items that bear on the question and are not said yet; nothing when there are none. */
function composeReport({ heading, items }: ReportPart, bar: number, { shown, before }: Said): readonly DraftSentence[] {
  const stated: DraftSentence[] = [];
  for (const { text, spans, share, cited } of items) {
    if (stated.length === ITEMS_EACH) break;
    if (share < bar || isShown(shown, spans)) continue;
    if ([...before, ...stated].some((said) => said.role === 'item' && saysTheSame(said.text, text))) continue;
    shown.push(...spans);
    stated.push({ text, role: 'item', cited });
  }
  return heading && stated.length > 0 ? [heading, ...stated] : [];
}

/** The best sentences of the best passages that no report has shown. */
function furtherPassages(
  index: SearchIndex,
  question: Question,
  scored: readonly Scored[],
  shown: ShownSpans,
): readonly DraftSentence[] {
  const rest = scored.filter(({ candidate, own }) => own > 0 && !isShown(shown, [candidate.span]));
  const chosen = chooseSentences(question, rest, { most: MOST_PASSAGES, leastShare: 0.6, leastOwn: 0.5 });
  const sentences = chosen.flatMap(({ candidate }) => quoted(index, candidate) ?? []);
  return sentences.length > 0 ? [plain(say(question, WORDS.passages)), ...sentences] : [];
}

/** How the documents begin, where no report tells of them and no word of the question is to be looked for. */
function openings(index: SearchIndex, question: Question, allow: UnitFilter): readonly DraftSentence[] {
  const begun = new Set<string>();
  const sentences: DraftSentence[] = [];
  for (const [slot, { document_id: document }] of index.unitAt) {
    if (begun.size === MOST_REPORTS) break;
    if (!allow(slot) || begun.has(document)) continue;
    begun.add(document);
    for (const candidate of sentencesOf(index, slot).slice(0, SENTENCES_OF_OPENING)) {
      const said = quoted(index, candidate);
      if (said) sentences.push({ ...said, role: 'item' });
    }
  }
  return sentences.length > 0 ? [plain(say(question, WORDS.openings)), ...sentences] : [];
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
