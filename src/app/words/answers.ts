import type { Answer, AnswerSentence } from '../../core/search/answer/answer';
import type { Trace, ActionState, DriftAction, CallPurpose } from '../../core/search/trace';
import type { CitationTarget } from '../../core/search/evidence/evidence';
import type { SearchMode } from '../../core/search/request/search-request';
import { count, counted, decimal, duration } from './numbers';
import type { SearchCost } from '../../core/search/search-cost';
import type { Verdict, VerdictReason } from '../../core/search/grounding/verdict';

/** Heads an answer that was not found: never speaks of documents that were not asked or not read. `reading`: some still wait now. */
export function notFoundWords(
  scope: readonly string[],
  { unread = 0, reading = false, isFiltered = false } = {},
): string {
  if (isFiltered) return 'Nothing within these filters';
  if (scope.length === 0 && unread > 0) {
    const verb = unread === 1 ? (reading ? 'is' : 'was') : reading ? 'are' : 'were';
    return `Not in what ${reading ? 'has been' : 'had been'} read so far; ${counted(unread, 'document')} ${verb} still being read`;
  }
  if (scope.length === 0) return 'Not in your documents';
  return `Not in the ${counted(scope.length, 'chosen document')}`;
}

/** That an answer was made from a part of the documents, since others were still being read; empty where all could be asked. */
export const unreadWords = (answer: HowRead): string => unreadPhrase('Asked', answer, '.');

/** The same as one note among others. */
export const unreadNote = (answer: HowRead): string => unreadPhrase('asked', answer);

type HowRead = Pick<Answer, 'unread' | 'among'>;

function unreadPhrase(asked: string, { unread = 0, among }: HowRead, stop = ''): string {
  if (unread === 0 || among === undefined) return '';
  return `${asked} while ${count(unread)} of ${counted(among, 'document')} ${unread === 1 ? 'was' : 'were'} still being read${stop}`;
}

const NAMED = 3;

/** The titles of the chosen documents in one line; those that were deleted since are counted. */
export function scopeWords(scope: readonly string[], titles: ReadonlyMap<string, string>): string {
  const known = scope.flatMap((id) => titles.get(id) ?? []);
  const gone = scope.length - known.length;
  const more = known.length - NAMED;
  return [
    ...known.slice(0, NAMED),
    ...(more > 0 ? [`${counted(more, 'more document')}`] : []),
    ...(gone > 0 ? [`${counted(gone, 'document')} no longer here`] : []),
  ].join(' · ');
}

interface ModeChoice {
  readonly mode: SearchMode;
  readonly label: string;
  readonly hint: string;
}

export const MODES: readonly ModeChoice[] = [
  { mode: 'auto', label: 'Auto', hint: 'Chooses a mode from your question and says why.' },
  { mode: 'local', label: 'Local', hint: 'For people, places and things: starts from what your question names.' },
  { mode: 'global', label: 'Global', hint: 'For the whole collection: starts from the community reports.' },
  { mode: 'drift', label: 'DRIFT', hint: 'For questions in many parts: starts from reports and asks on from there.' },
  { mode: 'basic', label: 'Basic', hint: 'For a fact in one passage: finds the closest passages.' },
];

export const modeName = (mode: SearchMode): string => MODES.find((choice) => choice.mode === mode)?.label ?? mode;

type CitationKind = CitationTarget['kind'];

interface DescribedKind {
  readonly kind: CitationKind;
  /** Stands in the chip before the number. */
  readonly glyph: string;
  readonly name: string;
  readonly meaning: string;
}

/** The kinds of chips, as the legend tells them. */
export const CITATION_KINDS: readonly DescribedKind[] = [
  { kind: 'passage', glyph: '', name: 'Passage', meaning: 'the very words of a document' },
  { kind: 'entity', glyph: '●', name: 'Entity', meaning: 'a person, place or thing, with the passages that name it' },
  { kind: 'relationship', glyph: '↔', name: 'Relationship', meaning: 'two things that the documents name together' },
  { kind: 'report', glyph: '▤', name: 'Report', meaning: 'a summary of things that belong together' },
];

const BY_KIND = Object.fromEntries(CITATION_KINDS.map((described) => [described.kind, described])) as Readonly<
  Record<CitationKind, DescribedKind>
>;

export const citationKind = (kind: CitationKind): DescribedKind => BY_KIND[kind];

/** What is said when an answer has come. What comes nearest to a sentence that nothing supports is no citation. */
export function answerReady({ text, sentences, evidence }: Pick<Answer, 'text' | 'sentences' | 'evidence'>): string {
  if (text === undefined) {
    const { passages, communities } = evidence;
    const found = [
      ...(communities.length > 0 ? [counted(communities.length, 'community', 'communities')] : []),
      ...(passages.length > 0 ? [counted(passages.length, 'passage')] : []),
    ];
    return found.length > 0 ? `Found: ${found.join(', ')}.` : 'Nothing was found.';
  }
  const cited = new Set(sentences.flatMap(({ citations }) => citations));
  return `Answer ready: ${counted(sentences.length, 'sentence')}, ${counted(cited.size, 'citation')}.`;
}

/**
 * How many calls of a model an answer rests on, and how many of them were made for it; the others were kept from equal calls before. Those that
 * proposed questions once it stood are told apart, since the answer did not take them.
 */
export function callsWords({ modelCalls, calls }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  if (!calls) return counted(modelCalls, 'model call');
  const own = ofAnswer(calls);
  const after = calls.length - own.length;
  return after === 0 ? ownWords(own) : `${ownWords(own)}, ${count(after)} more for follow-up questions`;
}

function ownWords(calls: NonNullable<Trace['calls']>): string {
  const made = calls.filter(({ remembered }) => !remembered).length;
  const words = counted(calls.length, 'model call');
  return made === calls.length ? words : `${words}, ${made === 0 ? 'none' : count(made)} of them new`;
}

/** What an answer took of a model, in a sentence; empty where none was asked. Kept replies took nothing, and of an answer that broke off no time is known. */
export function tookWords({ calls, milliseconds }: Pick<Trace, 'calls' | 'milliseconds'>): string {
  const own = ofAnswer(calls);
  if (own.length === 0) return '';
  const made = own.filter(({ remembered }) => !remembered);
  const tokens = made.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
  const took = [
    ownWords(own),
    ...(made.length > 0 ? [`${count(tokens)} tokens of prompts and replies`] : []),
    ...(milliseconds > 0 ? [`${decimal(milliseconds / 1000)} seconds`] : []),
  ];
  return `It took ${took.join(', ')}.`;
}

/** Calls that an answer was made with: without those for the questions that lead on from it. */
const ofAnswer = (calls: Trace['calls'] = []) => calls.filter(({ purpose }) => purpose !== 'follow-ups');

/** That an answer stands on replies to equal calls before it; empty where each was made for it. */
export function keptWords(trace: Pick<Trace, 'calls'>): string {
  const calls = ofAnswer(trace.calls);
  const kept = calls.filter(({ remembered }) => remembered).length;
  if (kept === 0) return '';
  return kept < calls.length ? 'In part from replies kept earlier.' : 'From replies kept earlier.';
}

const PURPOSES: Readonly<Record<CallPurpose, string>> = {
  rewrite: 'Reading the question in its conversation',
  answer: 'Writing the answer',
  rate: 'Rating a report',
  map: 'Drawing points from reports',
  reduce: 'Joining what was found',
  hypothesis: 'Imagining an answer to search by',
  primer: 'First answer from reports',
  step: 'Answering a question on the way',
  check: 'Checking sentences',
  'follow-ups': 'Proposing questions',
};

/** What a call was for, for a person. */
export const purposeName = (purpose: CallPurpose): string => PURPOSES[purpose];

/** What a question would take, in a sentence; empty where no model is chosen. */
function costWords({ model, calls, promptTokens, outputTokens, seconds }: SearchCost): string {
  if (model === null) return '';
  if (calls === 0) return 'Asks no model.';
  const tokens = `${count(rounded(promptTokens + outputTokens))} tokens`;
  const time = seconds === null ? 'a time that the first answer will show' : `${duration(seconds)} here`;
  return `Up to ${counted(calls, 'call')}, ${tokens}, ${time}.`;
}

/** The same of the modes that answer side by side, each with its name; of one alone without. */
export function costsWords(costs: readonly SearchCost[]): string {
  const [first] = costs;
  if (!first) return '';
  if (costs.length === 1 || first.model === null) return costWords(first);
  if (costs.every(({ calls }) => calls === 0)) return costWords(first);
  return costs.map((cost) => `${modeName(cost.mode)}: ${costWords(cost)}`).join(' ');
}

/** To two digits: it is an estimate, and is not to change with each letter. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}

const ACTION_STATES: Readonly<Record<ActionState, string>> = {
  waiting: 'waiting',
  asking: 'looking up…',
  answered: 'answered',
  'nothing found': 'nothing found',
  failed: 'failed',
  stopped: 'left out',
};

/** What a person wants of a question that waits or is being asked. */
export type Steered = 'stop' | 'pursue';

const STEERED: Readonly<Record<Steered, string>> = { stop: 'will be left out', pursue: 'comes next' };

/** How a question on the way stands, for a person; one that still waits at the end was not asked. */
export function actionWords({ state, score, begun }: DriftAction, running: boolean, steered?: Steered): string {
  if (state === 'waiting' && !running) return 'not asked';
  if (state === 'waiting' && steered) return STEERED[steered];
  if (state === 'stopped' && begun) return 'stopped';
  return state === 'answered' && score !== null ? `answered, helps ${String(score)} of 100` : ACTION_STATES[state];
}

/** The questions that one led to, the most promising first; of null the person's own. */
export const childrenOf = (actions: readonly DriftAction[], parent: number | null): readonly DriftAction[] =>
  actions.filter((action) => action.parent === parent).sort((a, b) => b.priority - a.priority || a.id - b.id);

/** What stands behind a sentence that is not to be taken as it stands. */
interface VerdictSign {
  readonly glyph: string;
  readonly name: string;
  /** A few words on why. */
  readonly why: string;
}

const VERDICT_GLYPHS = { contradicted: '≠', unverified: '?', 'not checked': '–' } as const;
const VERDICT_NAMES = { contradicted: 'Contradicted', unverified: 'Unverified', 'not checked': 'Not checked' } as const;

const VERDICT_REASONS: Readonly<Record<VerdictReason, string>> = {
  number: 'The passage has another number.',
  name: 'The passage does not have this name.',
  negation: 'One of the two denies it, the other does not.',
  entailment: 'No passage says this.',
  'no evidence': 'Nothing that was found comes near this.',
  words: 'No passage says this in these words.',
  code: 'Code and formulas are not checked.',
  'no claim': '',
  stopped: 'The answer stops here.',
  general: 'The model’s own knowledge, not your documents.',
};

/** What is shown behind a sentence; null where nothing is: all is well, or it says nothing that could be checked. */
export function verdictSign(verdict: Verdict, reason?: VerdictReason): VerdictSign | null {
  if (verdict === 'quoted' || verdict === 'supported' || reason === 'no claim') return null;
  if (verdict === 'not checked' && reason === undefined) return null;
  const isOpposite = verdict === 'contradicted' && reason === 'entailment';
  const why = isOpposite ? 'The passage says otherwise.' : reason === undefined ? '' : VERDICT_REASONS[reason];
  return { glyph: VERDICT_GLYPHS[verdict], name: VERDICT_NAMES[verdict], why };
}

/** The same of an answer's sentence; null while it is still judged. */
export const sentenceSign = ({
  verdict,
  reason,
  pending,
}: Pick<AnswerSentence, 'verdict' | 'reason' | 'pending'>): VerdictSign | null =>
  pending ? null : verdictSign(verdict, reason);
