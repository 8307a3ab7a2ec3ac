import { shortId } from '../../ids';
import type { CommunityReportRow } from '../../tables/tables';
import { DATASETS } from './dataset';
import type { ModelTables } from './model-tables';
import type { Outline } from './outline';
import type { Source } from './sources';

/** What a report is written from, short enough to be kept with it. */
export interface ContextFacts {
  /** Of each line, and each of those behind the report of a sub-community: digits of the thing that it tells of, then digits of its words. */
  readonly lines: readonly string[];
  /** Documents whose words are shown, each with a hash of its text. */
  readonly documents: readonly string[];
}

/** Digits that name a thing. */
const THING = 8;
/** Part of the lines that may change before a report is written again: what it says is then still true, and tells nearly all there is. */
const MOST_CHANGED = 0.1;

const thingOf = (id: string): string => shortId(id);

/** The facts of a page, with those behind the reports on it. */
export function contextFacts(
  tables: Pick<ModelTables, 'textHash'>,
  { page, standIns }: Pick<Outline, 'page' | 'standIns'>,
  behind: readonly ContextFacts[],
): ContextFacts {
  const own = DATASETS.flatMap((dataset) => page.lines[dataset]);
  const shown = own.map(({ dataset, id, said }) => `${thingOf(id)}${shortId(dataset, ...said)}`);
  const reports = standIns.map(({ row }) => `${thingOf(String(row.community))}${shortId()}`);
  const documents = own.flatMap(({ documentIds }) => documentIds).map((id) => documentMark(tables, id));
  return {
    lines: distinct([...shown, ...reports, ...behind.flatMap(({ lines }) => lines)]),
    documents: distinct([...documents, ...behind.flatMap((one) => one.documents)]),
  };
}

const distinct = (list: readonly string[]): readonly string[] => [...new Set(list)].sort();

const documentMark = ({ textHash }: Pick<ModelTables, 'textHash'>, id: string): string =>
  `${id}:${textHash(id).slice(0, 16)}`;

/** The documents of facts, by id. */
export const documentIdsOf = (documents: readonly string[]): readonly string[] =>
  documents.map((mark) => mark.slice(0, mark.lastIndexOf(':')));

/** Whether every document whose words a report was written from is still there as it was. */
export const restsOnWhatIsThere = (
  tables: Pick<ModelTables, 'textHash'>,
  { context_documents: documents }: CommunityReportRow,
): boolean => {
  const ids = documentIdsOf(documents);
  return documents.every((mark, at) => mark === documentMark(tables, ids[at] ?? ''));
};

/**
 * How many lines that a report was written from have changed; undefined where those are too many, or where something that it cites is no longer
 * said in these words.
 */
export function linesChanged(report: CommunityReportRow, now: ContextFacts): number | undefined {
  const before = new Set(report.context_lines);
  const after = new Set(now.lines);
  const gone = [...before].filter((line) => !after.has(line));
  const come = [...after].filter((line) => !before.has(line));
  const changed = Math.max(gone.length, come.length);
  if (changed > MOST_CHANGED * Math.max(before.size, after.size)) return undefined;
  const cited = citedThings(report);
  return gone.some((line) => cited.has(line.slice(0, THING))) ? undefined : changed;
}

function citedThings({ finding_sources, summary_sources }: CommunityReportRow): ReadonlySet<string> {
  const sources = [finding_sources, summary_sources].flatMap((json) => (JSON.parse(json) as Source[][]).flat());
  return new Set(sources.map(({ id }) => thingOf(id)));
}
