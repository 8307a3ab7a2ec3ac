import type { SearchIndex } from '../retrieval/index';
import { isContentless } from './breadth';
import { unitsOfReport, type ReportPick } from './pick-reports';
import type { Question, QuestionTerm } from './question';
import type { UnitFilter } from './retrieve-units';

const MOST_REPORTS = 5;
/** Reports looked at for a question without words of its own. */
const MOST_CONSIDERED = 60;
const LEAST_SHARE = 0.4;
/** What a report that bears on a broad question counts where it adds nothing to those before it, against 1 where all of it is new. */
const REPEATS = 0.7;
/** The same where nothing else tells the reports apart. */
const ALIKE = 0.2;

/**
 * The reports near the best one that share words with the question; for a broad question, and where none does, those of them that
 * tell of as much as possible.
 */
export function relevantPicks(
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
export function demandedTerms({ breadth, terms: asked }: Question): readonly QuestionTerm[] {
  return breadth === 'narrow' ? asked : asked.filter(({ term }) => !isContentless(term));
}
