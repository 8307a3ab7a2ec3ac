import type { AnswerText, PlacedHint } from '../answer/answer-text';
import { answerUnits, type AnswerUnit } from '../answer/answer-units';
import { statedInQuestion } from '../answer/stated-in-question';
import type { Ground } from '../context/context';
import type { AlignedSentence, Doubt, Hint } from './alignment';
import { chooseGrounds, type Choice } from './choose-grounds';
import { demandsOf, type DemandOptions } from './demands';
import type { GroundIndex } from './ground-index';
import { leadInLength } from './lead-in';
import { announces, hasNothingToSupport } from './nothing-to-support';
import { withoutRunningNumbers } from './running-numbers';
import type { Statement } from './judge';
import { isOnlyLabel } from './labels';
import { saysMuch, saysSomething } from './least-content';
import { readStatement } from './statement';
import { withoutNumbering } from './stating-heading';
import { partsOf } from './statement-parts';

/** How an answer is compared with its grounds. */
export interface AlignOptions extends DemandOptions {
  /** How alike a sentence of `answerUnits` and a ground are by their vectors, 0 to 1, where an embedder is there. */
  readonly like?: (sentence: number, ground: number) => number;
}

/**
 * What each sentence of an answer rests on: the grounds that hold most of what it says, at most three (of quoted rows all), the sentences of documents first.
 * What the model pointed at adds a little and decides nothing. Pure and deterministic; about 1 ms a sentence over 2,000 grounds.
 */
export const alignAnswer = (
  answer: AnswerText,
  index: GroundIndex,
  options: AlignOptions = {},
): readonly AlignedSentence[] => aligner(index, options)(answer);

/** Aligns an answer as `alignAnswer` does, again and again while it grows: a sentence that has not changed is compared with the grounds once. */
export function aligner(
  index: GroundIndex,
  options: AlignOptions = {},
): (answer: AnswerText) => readonly AlignedSentence[] {
  const { like } = options;
  const known = new Map<string, Choice | null>();
  const remembered = (key: string, choose: () => Choice | null): Choice | null => {
    const choice = known.get(key);
    if (choice !== undefined) return choice;
    const chosen = choose();
    known.set(key, chosen);
    return chosen;
  };
  return (answer) => {
    const units = withoutRunningNumbers(answerUnits(answer.text));
    const hintsOf = bySentence(units, answer.hints);
    const general = new Set(answer.general.map((at) => sentenceAt(units, at)));
    const said: number[] = [];
    return units.map((unit, at) => {
      const hints = hintsOf.get(at) ?? [];
      const before = SUMS_UP.test(unit.plain) ? said : [];
      const choice = remembered(keyOf(unit, hints, before, like ? at : 0), () =>
        withNewNumber(
          unit,
          chooseFor(unit, index, hints, before, options, like && ((ground) => like(at, ground))),
          index,
        ),
      );
      const aligned = alignedSentence(unit, index, hints, choice, general.has(at));
      if (choice && aligned.support === 'supported') said.push(...choice.grounds);
      return aligned;
    });
  };
}

/** All that what a sentence rests on depends on. */
const keyOf = (
  { kind, label, plain }: AnswerUnit,
  hints: readonly PlacedHint[],
  before: readonly number[],
  at: number,
): string => JSON.stringify([kind, label, plain, hints.map(({ dataset, number }) => [dataset, number]), before, at]);

function chooseFor(
  unit: AnswerUnit,
  index: GroundIndex,
  hints: readonly PlacedHint[],
  before: readonly number[],
  options: DemandOptions,
  like: ((ground: number) => number) | undefined,
): Choice | null {
  if (hasNothingToSupport(unit)) return null;
  const around = { hints, before, ...(like && { like }) };
  const { whole, rest } = textsOf(unit);
  const named = rest === '' ? null : statementOf(rest, index, options);
  if (named && saysMuch(named)) {
    const choice = chooseGrounds(named, index, around);
    if (isOnlyLabel(unit.label, named, choice, index)) return choice;
  }
  const statement = statementOf(whole, index, options);
  return saysSomething(statement) ? chooseGrounds(statement, index, around) : null;
}

/** Of a row hardly any words are left to say that a passage tells of the same thing: what that has instead of a number is another one. */
function withNewNumber(unit: AnswerUnit, choice: Choice | null, index: GroundIndex): Choice | null {
  if (unit.kind !== 'row' || choice === null || choice.doubt === null || choice.doubt === 'worked out') return choice;
  const isElse = choice.doubt === 'name' && !choice.maySpeakOf;
  if (isElse || !hasNewNumber(textsOf(unit).rest, index)) return choice;
  return { ...choice, doubt: 'number', rest: 1, maySpeakOf: false };
}

/** Whether a number in figures stands nowhere in what was looked at. */
const hasNewNumber = (text: string, index: GroundIndex): boolean =>
  readStatement(text).some(
    ({ kind, keys, isSoft }) =>
      kind === 'number' &&
      !isSoft &&
      !keys.some((key) => index.postings.has(key) || index.about.some((about) => about.has(key))),
  );

function statementOf(text: string, index: GroundIndex, options: DemandOptions): Statement {
  const words = readStatement(text);
  const demands = demandsOf(words, index, options);
  return { words, demands, parts: partsOf(words, demands) };
}

const SUMS_UP =
  /^(?:overall|in (?:summary|short|conclusion|sum)|to sum up|together|taken together|altogether|thus|insgesamt|zusammenfassend|en résumé|总之|综上)/iu;
const OWN_NUMBERS = /\b(?:Sources?|Reports?|Passages?|Documents?) \d{1,3}\b/gu;

/** What a unit says, with its label and without; "according to Source 3" is said of the answer itself, "Did you know that" to its reader. */
function textsOf({ plain, label, kind }: AnswerUnit): { readonly whole: string; readonly rest: string } {
  if (kind === 'code' || kind === 'maths') return { whole: plain, rest: '' };
  const stated = statedInQuestion(plain);
  if (stated !== null) return { whole: stated, rest: '' };
  if (kind === 'heading') return { whole: withoutNumbering(plain), rest: '' };
  const own = (text: string): string => text.slice(leadInLength(text)).replace(OWN_NUMBERS, ' ');
  return { whole: own(plain), rest: label === '' ? '' : own(plain.slice(label.length).replace(/^[\s;:：–—]+/u, '')) };
}

function alignedSentence(
  unit: AnswerUnit,
  index: GroundIndex,
  hints: readonly PlacedHint[],
  choice: Choice | null,
  isGeneral: boolean,
): AlignedSentence {
  const { start, end } = unit;
  const support = supportOf(unit, choice, isGeneral);
  const isCited = support === 'supported' || support === 'partly';
  const found = (choice?.grounds ?? []).flatMap((one) => index.grounds[one] ?? []);
  const known = hints.flatMap(({ dataset, number }) => (dataset === null ? [] : [{ dataset, number }]));
  const shown = known.filter((hint) => index.grounds.some((ground) => isOf(ground, hint)));
  const wrongHints = hints.length - shown.filter((hint) => choice === null || choice.touches(hint)).length;
  const doubt = support === 'unsupported' || support === 'partly' ? (choice?.doubt ?? null) : null;
  return {
    start,
    end,
    support,
    doubt,
    grounds: isCited ? found : [],
    nearest: support === 'unsupported' && isNear(choice) ? (found[0] ?? null) : null,
    score: choice?.score ?? 0,
    hints: shown,
    wrongHints,
  };
}

function supportOf(unit: AnswerUnit, choice: Choice | null, isGeneral: boolean): AlignedSentence['support'] {
  if (choice?.doubt === null) return 'supported';
  if (choice === null) return 'nothing to support';
  if (isGeneral) return 'general';
  if (unit.kind === 'code' || unit.kind === 'maths') return 'nothing to support';
  // What only announces is in doubt for its names and numbers alone.
  const isExempt = announces(unit) && choice.doubt !== 'name' && choice.doubt !== 'number';
  return isExempt ? 'nothing to support' : held(choice);
}

/** Share of a sentence that its nearest grounds have to hold at the least, to be shown beside it. */
const LEAST_HELD = 0.2;
/** By its vector so much more alike than grounds are on average, a passage is shown beside a sentence that shares few words with it. */
const ALIKE = 0.4;
/** From this share on grounds are told of the very same thing, so that another number, a denial or the opposite speaks against it. */
const SAME_THING = 0.75;

const AGAINST: ReadonlySet<Doubt> = new Set<Doubt>(['number', 'opposite', 'denied']);

/** Of a sentence that is not said in its own words: whether grounds are near enough to compare it with, and do not speak against it. */
function held(choice: Choice): AlignedSentence['support'] {
  const { doubt, rest, maySpeakOf } = choice;
  const isAgainst = !maySpeakOf && (doubt === 'name' || (doubt !== null && AGAINST.has(doubt) && rest >= SAME_THING));
  return isNear(choice) && !isAgainst ? 'partly' : 'unsupported';
}

/** Whether grounds have enough of a sentence, or are enough alike, to be looked at beside it. */
const isNear = (choice: Choice | null): boolean =>
  choice !== null && (choice.score >= LEAST_HELD || choice.near >= ALIKE);

const isOf = (ground: Ground, { dataset, number }: Hint): boolean =>
  ground.dataset === dataset && ground.number === number;

function bySentence(
  units: readonly AnswerUnit[],
  hints: readonly PlacedHint[],
): ReadonlyMap<number, readonly PlacedHint[]> {
  const found = new Map<number, PlacedHint[]>();
  for (const hint of hints) {
    const at = sentenceAt(units, hint.at);
    found.set(at, [...(found.get(at) ?? []), hint]);
  }
  return found;
}

/** The sentence that a reference at an offset belongs to: the one that it stands in or ends, else that begins there, else the one before. */
function sentenceAt(units: readonly AnswerUnit[], at: number): number {
  const inside = units.findIndex(({ start, end }) => start < at && at <= end);
  if (inside >= 0) return inside;
  const opened = units.findIndex(({ start }) => start === at);
  return opened >= 0 ? opened : units.findLastIndex(({ start }) => start < at);
}
