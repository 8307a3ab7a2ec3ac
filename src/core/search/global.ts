import type { SearchIndex } from '../retrieve/index';
import { splitSentences } from '../text/sentences';
import { terms } from '../text/terms';
import type { CommunityReportRow, Span } from '../tables/tables';
import { alignSentence } from './align';
import { composeBasic } from './basic';
import { coverage, sentencesOf } from './candidates';
import { citeReport, citeSpans } from './cite';
import { composeNotFound, scoredSentences } from './compose-passages';
import { plain, type Draft, type DraftSentence } from './draft';
import { LEAST_COVERAGE } from './not-found';
import { oneLine, unitOfSpan } from './passages';
import { parseSources, pickReports, unitsOfReport, type ReportPick } from './pick-reports';
import type { Question } from './question';
import { rankUnits, type UnitFilter } from './retrieve-units';
import { reportItems, section } from './sections';
import { say, WORDS } from './words';

const MOST_REPORTS = 5;
const FINDINGS_EACH = 2;
const LEAST_SHARE = 0.4;
const SENTENCES_OF_FINDING = 2;
const UNITS_ALIGNED = 16;

/** Global search: the reports of the level's roll-up that matter for the question, each with its best findings. */
export function composeGlobal(index: SearchIndex, question: Question, allow: UnitFilter, level: number): Draft {
  const picks = pickReports(index, question, { level, allow });
  if (picks.length === 0) {
    const draft = composeBasic(index, question, allow);
    return draft.notFound
      ? draft
      : { ...draft, sentences: [plain(say(question, WORDS.noReports)), ...draft.sentences] };
  }
  const least = (picks[0]?.score ?? 0) * LEAST_SHARE;
  const chosen = picks.filter((pick) => pick.score >= least).slice(0, MOST_REPORTS);
  const sections = [section('Reports', reportItems(index, picks, new Set(chosen.map(({ row }) => row))))];
  if (!covers(index, question, chosen)) {
    const ranking = rankUnits(index, question, allow);
    return composeNotFound(index, question, scoredSentences(index, question, ranking, 5), sections);
  }
  const sentences = chosen.flatMap(({ row }) => composeReport(index, question, row, allow));
  return { sections, sentences, notFound: false };
}

function covers(index: SearchIndex, question: Question, chosen: readonly ReportPick[]): boolean {
  if (question.terms.length === 0) return true;
  const held = new Set(chosen.flatMap(({ row }) => terms(index.tables.communityReports[row]?.full_content ?? '')));
  // A broad question often adds a word that no report uses ("themes of the archive").
  return coverage(question.terms, held) >= (question.broad ? LEAST_COVERAGE / 2 : LEAST_COVERAGE);
}

function composeReport(
  index: SearchIndex,
  question: Question,
  row: number,
  allow: UnitFilter,
): readonly DraftSentence[] {
  const report = index.tables.communityReports[row];
  const cited = citeReport(index, row, allow);
  if (!report || !cited) return [];
  const heading: DraftSentence = { text: report.title, role: 'heading', cited: [cited] };
  const items = findingsOf(index, question, report, allow).map(({ text, spans }): DraftSentence => ({
    text,
    role: 'item',
    cited: [cited, ...citeSpans(index, spans.length > 0 ? spans : alignedSpans(index, row, text, allow))],
  }));
  if (items.length > 0) return [heading, ...items];
  // Findings of other documents than the chosen ones; only a report without findings is shown by its summary.
  if (report.findings.length > 0) return [];
  return [heading, { text: oneLine(report.summary), role: 'item', cited: [cited] }];
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
}

/** The findings that say most about the question, in the report's order. */
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
      const text = shortened(explanation || summary);
      const share = coverage(question.terms, new Set(terms(`${summary} ${explanation}`)));
      return { text, spans: (sources[at] ?? []).filter(shown), at, share, stated: (sources[at] ?? []).length > 0 };
    })
    .filter(({ text, spans, stated }) => text !== '' && (spans.length > 0 || !stated))
    .sort((a, b) => b.share - a.share || a.at - b.at)
    .slice(0, FINDINGS_EACH)
    .sort((a, b) => a.at - b.at);
}

function shortened(text: string): string {
  const { ends } = splitSentences(text, 'en');
  return oneLine(text.slice(0, ends[Math.min(ends.length, SENTENCES_OF_FINDING) - 1] ?? text.length));
}
