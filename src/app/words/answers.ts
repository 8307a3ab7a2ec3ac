import type { Answer, AnswerSentence } from '../../core/search/answer/answer';
import type { Trace, DriftAction, CallPurpose, RelevanceTests } from '../../core/search/trace';
import type { CitationTarget } from '../../core/search/evidence/evidence';
import {
  FAMILIES,
  type Family,
  type FurtherMode,
  RUN_MODES,
  type SearchMode,
} from '../../core/search/request/mode-names';
import { language } from './language.svelte';
import { answersWords } from './screens/answers-words';
import { decimal, duration } from './numbers';
import type { SearchCost } from '../../core/search/search-cost';
import type { Verdict, VerdictReason } from '../../core/search/grounding/verdict';

export { joinSentences } from '../../core/text/join-sentences';

/** Circumstances of an answer that was not found. */
interface NotFoundIn {
  readonly unread?: number;
  /** True if some documents still wait now. */
  readonly reading?: boolean;
  readonly isFiltered?: boolean;
  readonly tests?: RelevanceTests | undefined;
  /** True where the answer says itself that only a part was read. */
  readonly isPart?: boolean;
}

/** Heads an answer that was not found: never speaks of documents that were not asked or not read, nor of passages that were not tested. */
export function notFoundWords(
  scope: readonly string[],
  { unread = 0, reading = false, isFiltered = false, isPart = false, tests }: NotFoundIn = {},
): string {
  const words = answersWords().notFound;
  if (tests?.untested) return words.tested(tests.made, tests.untested);
  if (isPart) return words.part;
  if (isFiltered) return words.filtered;
  if (scope.length === 0 && unread > 0) return reading ? words.soFar(unread) : words.wasSoFar(unread);
  return scope.length === 0 ? words.here : words.chosen(scope.length);
}

/**
 * Notes that an answer was made from a part of the documents, since others were still being read; empty where all could
 * be asked.
 */
export function unreadWords({ unread = 0, among }: Pick<Answer, 'unread' | 'among'>): string {
  return unread === 0 || among === undefined ? '' : answersWords().unread(unread, among);
}

const NAMED = 3;

/** The titles of the chosen documents in one line; those that were deleted since are counted. */
export function scopeWords(scope: readonly string[], titles: ReadonlyMap<string, string>): string {
  const known = scope.flatMap((id) => titles.get(id) ?? []);
  const gone = scope.length - known.length;
  const more = known.length - NAMED;
  return [
    ...known.slice(0, NAMED),
    ...(more > 0 ? [answersWords().moreDocuments(more)] : []),
    ...(gone > 0 ? [answersWords().goneDocuments(gone)] : []),
  ].join(' · ');
}

/** The modes in the order in which they are offered. */
export const MODE_CHOICES: readonly SearchMode[] = ['auto', ...RUN_MODES];

/** Families of modes that a menu offers. */
export const MENU_FAMILIES = Object.entries(FAMILIES) as readonly (readonly [Family, readonly FurtherMode[]])[];

/** Modes that a menu offers. */
export const MENU_MODES: readonly SearchMode[] = MENU_FAMILIES.flatMap(([, modes]) => modes);

/** Tells what a mode is good for. */
export const modeHint = (mode: SearchMode): string => {
  const words = language.words.ask.modes[mode];
  if ('hint' in words) return words.hint;
  const further: Readonly<Partial<Record<SearchMode, { readonly hint: string }>>> = answersWords().methods;
  return further[mode]?.hint ?? '';
};

export const modeName = (mode: SearchMode): string => language.words.ask.modes[mode].label;

export type CitationKind = CitationTarget['kind'];

/** Sign in a chip before its number, by kind, in the order of the legend. */
export const CITATION_GLYPHS: Readonly<Record<CitationKind, string>> = {
  passage: '',
  entity: '●',
  relationship: '↔',
  report: '▤',
};

/** The name of a kind of citation and what it leads to. */
export function citationMeaning(kind: CitationKind): { readonly name: string; readonly meaning: string } {
  return { name: language.words.shared.kinds[kind], meaning: answersWords().citations.meaning[kind] };
}

/** Announces an answer. The nearest passage of a sentence that nothing supports is no citation. */
export function answerReady({
  text,
  sentences,
  evidence,
  failure,
}: Pick<Answer, 'text' | 'sentences' | 'evidence' | 'failure'>): string {
  const words = answersWords();
  if (failure !== undefined) return words.failed;
  if (text === undefined) {
    if (evidence.instead) return words.instead[evidence.instead];
    const { passages, communities } = evidence;
    const found = [
      ...(communities.length > 0 ? [words.communities(communities.length)] : []),
      ...(passages.length > 0 ? [words.passages(passages.length)] : []),
    ];
    return found.length > 0 ? words.found(found.join(', ')) : words.nothingFound;
  }
  const cited = new Set(sentences.flatMap(({ citations }) => citations));
  return words.ready(sentences.length, cited.size);
}

/**
 * Counts the model calls of an answer, and those of them that were really made; the others were kept from equal calls
 * before. Later calls that proposed questions are counted apart, since the answer did not take them.
 */
export function callsWords({ modelCalls, calls }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  const words = answersWords().calls;
  if (!calls) return words.model(modelCalls);
  const own = ofAnswer(calls);
  const after = calls.length - own.length;
  return after === 0 ? ownWords(own) : words.forFollowUps(ownWords(own), after);
}

function ownWords(calls: NonNullable<Trace['calls']>): string {
  const made = calls.filter(({ remembered }) => !remembered).length;
  const words = answersWords().calls;
  const all = words.model(calls.length);
  if (made === calls.length) return all;
  return made === 0 ? words.noneNew(all) : words.someNew(all, made);
}

/**
 * Describes the model time of an answer, in a sentence; empty where no model replied. Kept replies took no time, and
 * the time of an answer that broke off is unknown.
 */
export function tookWords({ calls, milliseconds }: Pick<Trace, 'calls' | 'milliseconds'>): string {
  const own = ofAnswer(calls).filter(({ failed }) => failed === undefined);
  if (own.length === 0) return '';
  const made = own.filter(({ remembered }) => !remembered);
  const words = answersWords().calls;
  const tokens = made.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
  const took = [
    ownWords(own),
    ...(made.length > 0 ? [words.tokens(tokens)] : []),
    ...(milliseconds > 0 ? [words.seconds(decimal(milliseconds / 1000))] : []),
  ];
  return words.took(took.join(', '));
}

/** Calls that an answer was made with: without those for the questions that lead on from it. */
const ofAnswer = (calls: Trace['calls'] = []) => calls.filter(({ purpose }) => purpose !== 'follow-ups');

/** Notes that an answer uses kept replies to equal calls before it; empty where each was made for it. */
export function keptWords(trace: Pick<Trace, 'calls'>): string {
  const calls = ofAnswer(trace.calls);
  const kept = calls.filter(({ remembered }) => remembered).length;
  if (kept === 0) return '';
  const words = answersWords().calls;
  return kept < calls.length ? words.partlyReused : words.reused;
}

/** Names the purpose of a call for a person. */
export const purposeName = (purpose: CallPurpose): string => answersWords().purposes[purpose];

/** Describes the cost of a question, in a sentence; empty where no model is chosen. */
export function costWords({ model, calls, promptTokens, outputTokens, seconds }: SearchCost): string {
  if (model === null) return '';
  const words = language.words.ask.cost;
  if (calls === 0) return words.none;
  const time = seconds === null ? words.unknownTime : words.time(duration(seconds));
  return words.upTo(calls, rounded(promptTokens + outputTokens), time);
}

/** The same of the modes that answer side by side, each with its name; of one alone without. */
export function costsWords(costs: readonly SearchCost[]): string {
  const [first] = costs;
  if (!first) return '';
  if (costs.length === 1 || first.model === null) return costWords(first);
  if (costs.every(({ calls }) => calls === 0)) return costWords(first);
  return costs.map((cost) => language.words.ask.cost.ofMode(modeName(cost.mode), costWords(cost))).join(' ');
}

/** To two digits: it is an estimate, and is not to change with each letter. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}

/** Wish of a person for a question that waits or is being asked. */
export type Steered = 'stop' | 'pursue';

/** Describes the state of a follow-up question for a person; one that still waits at the end was not asked. */
export function actionWords({ state, score, begun }: DriftAction, running: boolean, steered?: Steered): string {
  const words = answersWords().subquestions;
  switch (state) {
    case 'waiting':
      if (!running) return words.notAsked;
      if (steered) return steered === 'stop' ? words.willBeLeftOut : words.comesNext;
      return words.waiting;
    case 'asking':
      return words.asking;
    case 'answered':
      return score === null ? words.isAnswered : words.helps(score);
    case 'nothing found':
      return words.nothing;
    case 'failed':
      return words.failed;
    case 'stopped':
      return begun ? words.stopped : words.leftOut;
  }
}

/** The questions that one led to, the most promising first; of null the person's own. */
export const childrenOf = (actions: readonly DriftAction[], parent: number | null): readonly DriftAction[] =>
  actions.filter((action) => action.parent === parent).sort((a, b) => b.priority - a.priority || a.id - b.id);

/** Sign behind a sentence that is doubtful. */
interface VerdictSign {
  readonly glyph: string;
  readonly name: string;
  /** A few words on why. */
  readonly why: string;
}

const VERDICT_GLYPHS = { contradicted: '≠', unverified: '?', 'not checked': '–' } as const;
/** Returns the sign behind a sentence; null for none: it is supported, or it has no claim to check. */
export function verdictSign(verdict: Verdict, reason?: VerdictReason): VerdictSign | null {
  if (verdict === 'quoted' || verdict === 'supported' || reason === 'no claim') return null;
  if (verdict === 'not checked' && reason === undefined) return null;
  const isOpposite = verdict === 'contradicted' && reason === 'entailment';
  const words = answersWords().verdicts;
  const why = isOpposite ? words.opposite : reason === undefined ? '' : words[reason];
  return { glyph: VERDICT_GLYPHS[verdict], name: words[verdict], why };
}

/** The same of an answer's sentence; null while it is still judged. */
export const sentenceSign = ({
  verdict,
  reason,
  pending,
}: Pick<AnswerSentence, 'verdict' | 'reason' | 'pending'>): VerdictSign | null =>
  pending ? null : verdictSign(verdict, reason);
