import type { Citation, CitationTarget } from './evidence';
import type { SearchIndex } from '../../retrieval';
import { rowIn } from '../../tables/rows';
import type { CommunityReportRow, EntityRow, RelationshipRow, Span } from '../../tables/tables';
import { sentencesOf, passagesOf, unitOfSpan } from './sentences';
import { reportAt, sourcesOf, unitsOfReport, type StatedSpan } from '../../retrieval/reports';
import { oneLine } from '../../text/clip';
import type { UnitFilter } from '../../retrieval/text-units';
import { DATASETS, KIND_OF } from '../../reports/context/context-page';
import { withoutCitations } from '../../reports/model/report-references';
import { detectLanguage } from '../../text/language';
import { splitSentences, type Sentences } from '../../text/sentences';

/** A citation before it has its number. */
export type UnnumberedCitation = Omit<Citation, 'number'>;

const MOST_PASSAGES = 8;
/** Length of a list's number with its space, in UTF-16 code units. */
const LONGEST_MARK = 8;

/** Passage citations of spans, one per text unit. */
export function citeSpans(index: SearchIndex, spans: readonly Span[]): readonly UnnumberedCitation[] {
  const byUnit = new Map<string, Span[]>();
  for (const span of spans) {
    const unit = unitOfSpan(index, span);
    if (unit) byUnit.set(unit.id, [...(byUnit.get(unit.id) ?? []), span]);
  }
  return [...byUnit].flatMap(([textUnitId, own]) => {
    const passages = passagesOf(index, own);
    return passages.length > 0 ? [{ target: { kind: 'passage' as const, textUnitId }, passages }] : [];
  });
}

/** A citation of an entity, with the sentences given first and then others of allowed text units that name it; null without any. */
export function citeEntity(
  index: SearchIndex,
  row: number,
  first: readonly Span[],
  allow: UnitFilter,
): UnnumberedCitation | null {
  const entity = index.tables.entities[row];
  return entity ? cite(index, entityTarget(entity), first, spansOfEntity(index, row, 3, allow)) : null;
}

/** A citation of a relationship with its evidence in allowed text units, the given spans first; null without any. */
export function citeRelationship(
  index: SearchIndex,
  row: number,
  first: readonly Span[],
  allow: UnitFilter,
): UnnumberedCitation | null {
  const one = rowIn(index.tables.relationships, row);
  const stated = spansOfRelationship(index, row).filter((span) => isAllowed(index, span, allow));
  return one ? cite(index, relationshipTarget(one), first, stated) : null;
}

/** A citation of a report with what its findings rest on; null without any. */
export function citeReport(index: SearchIndex, row: number, allow: UnitFilter): UnnumberedCitation | null {
  const report = reportAt(index, row);
  if (!report) return null;
  const stated = sourcesOf(report).filter((span) => isAllowed(index, span, allow));
  // Reports that do not say what they rest on have the first sentences of their text units.
  const openings = unitsOfReport(index, row, allow).slice(0, 3);
  const spans = stated.length > 0 ? stated : openings.flatMap((slot) => sentencesOf(index, slot)[0]?.span ?? []);
  return cite(index, reportTarget(report), [], spans);
}

function cite(
  index: SearchIndex,
  target: CitationTarget,
  first: readonly Span[],
  more: readonly Span[],
): UnnumberedCitation | null {
  const others = more.filter((span) => !first.some((one) => isSameSentence(one, span)));
  const passages = passagesOf(index, [...first, ...others]).slice(0, MOST_PASSAGES);
  return passages.length > 0 ? { target, passages } : null;
}

/** Checks that two spans are one sentence, one of them perhaps with the number of its list. */
const isSameSentence = (one: Span, other: Span): boolean =>
  one.document_id === other.document_id && one.end === other.end && Math.abs(one.start - other.start) <= LONGEST_MARK;

const isAllowed = (index: SearchIndex, span: Span, allow: UnitFilter): boolean =>
  allow(index.slotOf.get(unitOfSpan(index, span)?.id ?? '') ?? -1);

export const entityTarget = ({ id, title }: Pick<EntityRow, 'id' | 'title'>) =>
  ({ kind: 'entity', id, title }) as const;

export const relationshipTarget = ({ id, source, target }: RelationshipRow) =>
  ({ kind: 'relationship', id, title: `${source} – ${target}` }) as const;

export const reportTarget = ({ community, title }: Pick<CommunityReportRow, 'community' | 'title'>) =>
  ({ kind: 'report', community, title }) as const;

/** Sentences that name the entity, from its text units in order, at most `count`. */
export function spansOfEntity(
  index: SearchIndex,
  row: number,
  count: number,
  allow: UnitFilter = () => true,
): readonly Span[] {
  const entity = index.tables.entities[row];
  const found = new Map<number, Span>();
  const names = [entity?.title ?? '', ...(entity?.aliases ?? [])].filter(Boolean);
  for (const id of entity?.text_unit_ids ?? []) {
    const slot = index.slotOf.get(id) ?? -1;
    if (!allow(slot)) continue;
    for (const { span, text } of sentencesOf(index, slot)) {
      if (found.size >= count) return [...found.values()];
      const line = oneLine(text).toLowerCase();
      if (names.some((name) => line.includes(name.toLowerCase()))) found.set(span.start, span);
    }
  }
  return [...found.values()];
}

/** The kept evidence of a relationship, best first. */
export function spansOfRelationship(index: SearchIndex, row: number): readonly Span[] {
  const one = rowIn(index.tables.relationships, row);
  if (!one) return [];
  return one.evidence_document_ids.map((document_id, at) => ({
    document_id,
    start: one.evidence_starts[at] ?? 0,
    end: one.evidence_ends[at] ?? 0,
  }));
}

/** A sentence that a model wrote, and what it cites itself. */
interface CitedStatement {
  /** Without references, with the white space before it. */
  readonly text: string;
  readonly spans: readonly StatedSpan[];
}

/**
 * The sentences of a checked text, each with those of the sources that its own `[Data: …]` names; a sentence whose
 * references were all false has none. Null where sources lack the number of their citation, as those of reports without
 * a model.
 */
export function citedStatements(text: string, sources: readonly StatedSpan[]): readonly CitedStatement[] | null {
  if (!sources.every(({ number }) => number !== undefined)) return null;
  const { ends } = sentencesOfReport(text);
  return Array.from(ends, (end, at) => {
    const sentence = text.slice(ends[at - 1] ?? 0, end);
    const cited = referencesIn(sentence);
    const spans = sources.filter(({ kind, number }) => cited.has(`${String(kind)} ${String(number)}`));
    return { text: withoutCitations(sentence), spans };
  });
}

/** The sentences of what a model wrote in a report, by the rules of its language: “z. B.” and “am 9. August” end none in German. */
export function sentencesOfReport(text: string): Sentences {
  const language = detectLanguage(withoutCitations(text));
  return splitSentences(text, language === 'und' ? 'en' : language);
}

const MARK = /\[Data: ([^\]]*)\]/gu;
const PART = /(\p{L}+) \(([\d, ]+)\)/gu;

/**
 * Parses `[Data: Entities (12); Relationships (3, 8)]`, the form of checked texts (GraphRAG A10), into `entity 12` and
 * so on.
 */
function referencesIn(sentence: string): ReadonlySet<string> {
  const parts = [...sentence.matchAll(MARK)].flatMap(([, content = '']) => [...content.matchAll(PART)]);
  return new Set(
    parts.flatMap(([, name, numbers = '']) => {
      const dataset = DATASETS.find((one) => one === name);
      return dataset ? numbers.split(',').map((number) => `${KIND_OF[dataset]} ${String(Number(number))}`) : [];
    }),
  );
}
