import type { SearchIndex } from '../retrieval/index';
import { withoutAside } from './aside';
import { composeBasic } from './basic';
import { chooseSentences } from './choose-sentences';
import { quoted, refusal, scoredSentences } from './compose-passages';
import { plain, type Draft, type DraftSentence } from './draft';
import { forReaders } from './instructing-words';
import { isMissing } from './not-found';
import { openings } from './openings';
import { pickReports, type ReportPick } from './pick-reports';
import type { Question } from './question';
import { kindredTerms } from './kindred-terms';
import { demandedTerms, relevantPicks } from './relevant-reports';
import { reportPart, type Item, type ReportPart } from './report-part';
import { rankUnits, type UnitFilter } from './retrieve-units';
import type { Scored } from './score-sentences';
import { reportItems, section } from './sections';
import { saysTheSame } from './say-once';
import { isShown, type ShownSpans } from './shown-spans';
import { say, WORDS } from './words';

const ITEMS_EACH = 3;
/** Least relevance of an item, as a share of the most relevant one's. */
const LEAST_ITEM = 0.4;
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
  const refused = isAboutCollection(index, withoutAside(index, question), picks, allow)
    ? null
    : refusal(index, question, { scored, sections, allow });
  if (refused) return refused;
  const parts = chosen.map(({ row }) => reportPart(index, question, { row, scored, allow }));
  const items = forReaders(
    parts.flatMap((part) => part.items),
    ({ text }) => text,
  );
  const best = items.reduce((top, { share }) => Math.max(top, share), 0);
  const bar = demandedTerms(question).length > 0 ? LEAST_ITEM * best : 0;
  const shown: ShownSpans = [];
  const sentences = parts.reduce<readonly DraftSentence[]>(
    (before, part) => [...before, ...composeReport(part, bar, { shown, before, items: new Set(items) })],
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
    const words = [term, ...kindredTerms(term)];
    if (index.store.passages.bm25.search(words, { k: 1, allow }).length > 0) return true;
    return index.reports.bm25.search(words, { k: 1, allow: (row) => rows.has(row) }).length > 0;
  });
}

interface Said {
  readonly shown: ShownSpans;
  readonly before: readonly DraftSentence[];
  /** Those of all reports that may be shown. */
  readonly items: ReadonlySet<Item>;
}

/** The heading and the items that bear on the question and are not said yet; nothing when there are none. */
function composeReport(
  { heading, items: own }: ReportPart,
  bar: number,
  { shown, before, items }: Said,
): readonly DraftSentence[] {
  const stated: DraftSentence[] = [];
  for (const item of own) {
    const { text, spans, share, cited } = item;
    if (stated.length === ITEMS_EACH) break;
    if (!items.has(item) || share < bar || isShown(shown, spans)) continue;
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
