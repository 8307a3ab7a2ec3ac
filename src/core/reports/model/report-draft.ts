import { tryParseReply } from '../../shapes/parse-reply';
import type { Repair } from '../../shapes/repairs';
import type { Finding } from '../../tables/schema';
import { fieldsShape, reportShape, type ReportLimits } from './limits';
import type { CommunityReportRow } from '../../tables/tables';
import {
  checkCitations,
  withoutCitations,
  type Reference,
  type ShownTables,
  namedIn,
  sourcesOf,
  type Source,
} from './report-references';
import type { RatedContext } from '../context/render-context';
import { makeReportRow } from '../report-row';

/** Draft read from replies. Texts are empty and the rating is null where nothing was read. */
export interface ReportDraft {
  readonly title: string;
  readonly summary: string;
  /** 0 to 10. */
  readonly rating: number | null;
  readonly ratingExplanation: string;
  readonly findings: readonly Finding[];
  readonly repeated: number;
  readonly repairs: readonly Repair[];
}

/** Reads a report field by field. Missing fields are empty. Null when the reply has nothing of a report. */
export function readReport(reply: string, limits: ReportLimits): ReportDraft | null {
  const read = tryParseReply(reportShape(limits), reply);
  if (!read) return null;
  const { value, repairs } = read;
  const findings = withoutRepeats(value.findings);
  const unrated = value.rating === 0 && repairs.includes('filled');
  return {
    title: heading(value.title),
    summary: value.summary,
    rating: unrated ? null : value.rating,
    ratingExplanation: value.rating_explanation,
    findings: findings.map(({ summary, explanation }) => ({ explanation, summary: heading(summary) })),
    repeated: value.findings.length - findings.length,
    repairs,
  };
}

/** Reads the reply of the fallback. */
export function readFields(reply: string, limits: ReportLimits): ReportDraft | null {
  const read = tryParseReply(fieldsShape(limits), reply);
  if (!read) return null;
  const { title, summary } = read.value;
  return { ...NOTHING, title: heading(title), summary, repairs: read.repairs };
}

/** Fills the gaps of an earlier draft from a later one. */
export function joinDrafts(earlier: ReportDraft | null, later: ReportDraft | null): ReportDraft | null {
  if (!earlier || !later) return earlier ?? later;
  return {
    title: earlier.title || later.title,
    summary: earlier.summary || later.summary,
    rating: earlier.rating ?? later.rating,
    ratingExplanation: earlier.ratingExplanation || later.ratingExplanation,
    findings: earlier.findings.length > 0 ? earlier.findings : later.findings,
    repeated: earlier.repeated + later.repeated,
    repairs: [...earlier.repairs, ...later.repairs],
  };
}

/** Checks that the draft is complete enough for a report. */
export const isReport = (draft: ReportDraft | null): draft is ReportDraft =>
  draft !== null && draft.title !== '' && draft.summary !== '';

const NOTHING: ReportDraft = {
  title: '',
  summary: '',
  rating: null,
  ratingExplanation: '',
  findings: [],
  repeated: 0,
  repairs: [],
};

/** Removes Markdown marks and quotation marks around a title. */
const heading = (text: string): string =>
  text
    .replace(/^[\s#*"“”]+|[\s*"“”]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

function withoutRepeats<F extends Finding>(findings: readonly F[]): readonly F[] {
  const seen = new Set<string>();
  return findings.filter(({ explanation }) => {
    const words = explanation.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    return seen.size < seen.add(words).size;
  });
}

export interface RowFacts {
  /** Names the model and its prompt. */
  readonly layer: string;
  /** ISO date. */
  readonly today: string;
}

/** Results of checking a draft. */
export interface DraftChecks {
  /** Valid citations, and those of things that were not shown. */
  readonly citations: { readonly kept: number; readonly unknown: number };
  /** Findings by how their sources were found. */
  readonly findings: { readonly cited: number; readonly named: number; readonly unsourced: number };
}

interface CheckedDraft {
  readonly row: CommunityReportRow;
  readonly checks: DraftChecks;
}

/** Turns a draft into a row of the table. Every citation is checked and every text is traced to passages. */
export function checkDraft(context: RatedContext, draft: ReportDraft, facts: RowFacts): CheckedDraft {
  const { row: community, shown, key, rating } = context;
  const summary = checkCitations(draft.summary, shown);
  const findings = draft.findings.map((finding) => checkFinding(finding, shown));
  const row = makeReportRow(
    community,
    {
      title: withoutCitations(draft.title),
      summary: summary.text,
      findings: findings.map(({ finding }) => finding),
      rating: draft.rating ?? rating.rank,
      rating_explanation: draft.rating === null ? rating.explanation : withoutCitations(draft.ratingExplanation),
    },
    {
      method: facts.layer,
      period: facts.today,
      context_hash: key,
      finding_sources: JSON.stringify(findings.map(({ sources }) => sources)),
      summary_sources: JSON.stringify(summarySources(summary.text, summary.sentences, shown)),
      context_lines: context.hashes.lines,
      context_beyond: context.hashes.beyond,
      context_documents: context.hashes.documents,
    },
  );
  const counted = [...summary.sentences.flat(), ...findings.flatMap(({ references }) => references)].length;
  const unknown = findings.reduce((sum, one) => sum + one.unknown, summary.unknown);
  return { row, checks: { citations: { kept: counted, unknown }, findings: countFindings(findings) } };
}

interface CheckedFinding {
  readonly finding: Finding;
  readonly sources: readonly Source[];
  readonly references: readonly Reference[];
  readonly unknown: number;
  readonly by: 'cited' | 'named' | 'unsourced';
}

/** Finds the sources of a finding: what it cites, or else what it names. */
function checkFinding({ summary, explanation }: Finding, shown: ShownTables): CheckedFinding {
  const head = checkCitations(summary, shown);
  const body = checkCitations(explanation, shown);
  const references = distinct([...body.sentences.flat(), ...head.sentences.flat()]);
  const named = references.length > 0 ? [] : namedIn(`${summary} ${explanation}`, shown);
  const sources = distinctSources(sourcesOf(references.length > 0 ? references : named, shown));
  const by = sources.length === 0 ? 'unsourced' : references.length > 0 ? 'cited' : 'named';
  return {
    finding: { explanation: body.text, summary: withoutCitations(head.text) },
    sources,
    references,
    unknown: head.unknown + body.unknown,
    by,
  };
}

/** The sources of each sentence. A summary without citations rests on what it names. */
function summarySources(
  text: string,
  sentences: readonly (readonly Reference[])[],
  shown: ShownTables,
): readonly (readonly Source[])[] {
  if (sentences.some((references) => references.length > 0)) {
    return sentences.map((references) => distinctSources(sourcesOf(references, shown)));
  }
  return [distinctSources(sourcesOf(namedIn(text, shown), shown))];
}

function countFindings(findings: readonly CheckedFinding[]): DraftChecks['findings'] {
  const count = (by: CheckedFinding['by']): number => findings.filter((one) => one.by === by).length;
  return { cited: count('cited'), named: count('named'), unsourced: count('unsourced') };
}

const distinct = (references: readonly Reference[]): readonly Reference[] => [
  ...new Map(references.map((one) => [`${one.dataset} ${String(one.number)}`, one])).values(),
];

const distinctSources = (sources: readonly Source[]): readonly Source[] => [
  ...new Map(sources.map((one) => [[one.kind, one.id, one.document_id, one.start].join(' '), one])).values(),
];
