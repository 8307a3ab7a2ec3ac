import type { SearchIndex } from '../../retrieval/index';
import { estimateTokens } from '../../text/tokens';
import type { Scope } from '../context/scope';

/** Reports whose length is looked at. */
const SAMPLE = 50;

const everything = new WeakMap<SearchIndex, number>();

/** Tokens of the passages that may be shown. */
export function passageTokens(index: SearchIndex, scope: Scope): number {
  const known = scope.everything ? everything.get(index) : undefined;
  if (known !== undefined) return known;
  const units = scope.everything
    ? index.tables.textUnits
    : [...scope.chosen]
        .flatMap((id) => index.documents.get(id)?.text_unit_ids ?? [])
        .flatMap((id) => index.unitAt.get(index.slotOf.get(id) ?? -1) ?? []);
  const sum = units.reduce((tokens, unit) => tokens + unit.n_tokens, 0);
  if (scope.everything) everything.set(index, sum);
  return sum;
}

const reportLength = new WeakMap<SearchIndex, number>();

/** Mean estimated tokens of a report. */
export function meanReport(index: SearchIndex): number {
  const known = reportLength.get(index);
  if (known !== undefined) return known;
  const { communityReports } = index.tables;
  const every = Math.max(1, Math.floor(communityReports.length / SAMPLE));
  const some = communityReports.filter((_, at) => at % every === 0);
  const sum = some.reduce((tokens, report) => tokens + estimateTokens(report.full_content), 0);
  const mean = sum / Math.max(1, some.length);
  reportLength.set(index, mean);
  return mean;
}
