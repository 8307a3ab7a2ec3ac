import { tryParseReply } from '../../shapes/parse-reply';
import type { Repair } from '../../shapes/repairs';
import type { Finding } from '../../tables/schema';
import { fieldsShape, reportShape, type ReportLimits } from './limits';

/** What was read from replies. Texts are empty and the rating is null where nothing was. */
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

/** Reads a report field by field. Missing fields are empty. Null when the reply holds nothing of a report. */
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

/** Whether the draft is complete enough for a report. */
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
