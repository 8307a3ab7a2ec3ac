import { isOnlySaid } from './attributed';
import { isClauseTurned } from './clauses';
import { commanded } from './commands';
import { isWithoutCondition } from './conditions';
import type { Demand } from './demands';
import { isInPlaceOfAnother } from './from-elsewhere';
import { isOfOtherCase, otherFront } from './german-order';
import type { GroundIndex } from './ground-index';
import type { HeldBy } from './held-by';
import type { Statement } from './judge';
import { languageOf } from './languages';
import { isLedOtherwise } from './led-by';
import { isOfNearerSubject } from './nearer-subject';
import { isLimited, isOfWhole, isReplaced } from './limits';
import { areSmallWordsHeld } from './small-words';
import { sought } from './sought';
import { arePointedAt } from './stand-ins';
import type { Word } from './statement';
import { togetherWith } from './statement-parts';
import { isOnlyThought } from './told-as';
import { isOfOtherTense } from './tenses';
import { isOfOtherGender, isToldOfAnother } from './told-of';
import { isVerb } from './verb-forms';
import { isOnlyWish, isOver } from './wishes';
import { isInOrder, isOfOtherVoice, isPassedOver, isSwapped, straightest, type Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Of one word alone nothing is said. */
const LEAST_OF_PART = 2;

/** Why grounds do not say a statement: they lack words, have them in another order, limit them, or give them as somebody's words. */
export type Unsaid = 'words' | 'order' | 'further' | 'said';

/**
 * Whether grounds say a statement in its own words, null, or why not: every word that matters stands there, by its stem or a word of the same sense, in the
 * same order but for whole phrases and the passive, and nothing is left out that limits it. Each part is said by one of them alone.
 */
export function unsaidBy(
  statement: Statement,
  index: GroundIndex,
  held: HeldBy,
  grounds: readonly number[],
): Unsaid | null {
  const { demands, parts } = statement;
  const by = (part: readonly number[], ground: number): Unsaid | null =>
    unsaidPart(
      statement,
      part.flatMap((at) => demands[at] ?? []),
      index,
      held.all(ground),
      ground,
    );
  const whole = demands.map((_, at) => at);
  const least = (part: readonly number[]): Unsaid | null => leastOf(grounds.map((ground) => by(part, ground)));
  const alone = least(whole);
  const together = togetherWith(statement.words, demands, parts);
  const isOwn = (part: readonly number[], at: number): boolean => at === 0 || !isDeed(demands[part[0] ?? -1]);
  if (
    alone === null ||
    parts.every((part, at) => part.length >= LEAST_OF_PART && isOwn(part, at) && least(together[at] ?? part) === null)
  )
    return null;
  return alone;
}

/** A part that begins with what is done does not say who did it: it says nothing alone. */
const isDeed = (first: Demand | undefined): boolean => first !== undefined && first.kind === 'word' && isVerb(first);

/** What is missing least: a ground with all of the words says more than one with some of them. */
function leastOf(found: readonly (Unsaid | null)[]): Unsaid | null {
  if (found.length === 0) return 'words';
  if (found.includes(null)) return null;
  return found.find((one) => one !== 'words') ?? 'words';
}

function unsaidPart(
  { words, demands }: Statement,
  part: readonly Demand[],
  index: GroundIndex,
  all: readonly number[],
  ground: number,
): Unsaid | null {
  const theirs = index.words[ground] ?? [];
  const command = commanded(words, theirs);
  const { found, missing } = sought({ words, demands, parts: [] }, part, index, all, ground);
  const told = found.filter(([{ place }]) => place !== command);
  if (told.length === 0 || missing.length > MOST_POINTED_AT) return 'words';
  const line = straightest(told);
  const runs = runsOf(missing, line);
  if (runs.length > MOST_RUNS || !runs.every((run) => arePointedAt(words, run, line, index, ground))) return 'words';
  const isName = line.every(([{ kind }]) => kind === 'name');
  const isGerman = languageOf(theirs, index.languages) === 'de';
  if (isGerman && isOfOtherCase(words, line, theirs)) return 'order';
  const front = isGerman ? otherFront(words, line, theirs) : null;
  if (!isName && isPassedOver(line, theirs)) return isOfOtherVoice(words, line, theirs) ? 'words' : 'order';
  if (!isName && front !== 'same' && !isInOrder(words, line, theirs, command >= 0))
    return front === 'unsure' || isOfOtherVoice(words, line, theirs) || !isSwapped(line) ? 'words' : 'order';
  if (isClauseTurned(words, line, theirs) || isOfNearerSubject(words, line, theirs, index.about[ground]))
    return 'order';
  if (isSpokenTo(part, theirs) || isToldOfAnother(line, theirs, index)) return 'order';
  if (isOfOtherGender(words, theirs, languageOf(theirs, index.languages))) return 'order';
  if (part.some((one) => isInPlaceOfAnother(one, words, line, index, ground))) return 'words';
  if (isLimited(words, line, theirs) || isOnlyWish(words, line, theirs) || isOver(words, line, theirs))
    return 'further';
  if (isOfWhole(line, theirs) || isOnlyThought(words, line, theirs) || isWithoutCondition(words, line, theirs))
    return 'further';
  if (isReplaced(words, line, theirs)) return 'order';
  if (isLedOtherwise(words, line, theirs) || isOfOtherTense(words, line, theirs)) return 'words';
  if (!areSmallWordsHeld(words, line, theirs, command >= 0)) return 'words';
  return isOnlySaid(words, line, theirs) ? 'said' : null;
}

/** Words that a ground lacks, those together that it lacks between the same two words that it has. */
function runsOf(missing: readonly Demand[], line: Line): readonly (readonly Demand[])[] {
  const runs = new Map<number, Demand[]>();
  for (const demand of missing) {
    const behind = line.filter(([{ place }]) => place < demand.place).length;
    runs.set(behind, [...(runs.get(behind) ?? []), demand]);
  }
  return [...runs.values()];
}

const MOST_POINTED_AT = 3;
const MOST_RUNS = 2;
const SPEAKER = wordSet('i we you ich wir du ihr');

/** Whether a name that a statement tells of is only spoken to: "Anna, I have seen him". */
const isSpokenTo = (part: readonly Demand[], theirs: readonly Word[]): boolean =>
  theirs.some((word, at) => {
    const next = theirs[at + 1];
    const isAside = next !== undefined && next.part !== word.part && SPEAKER.has(next.lower);
    return isAside && part.some(({ kind, held }) => kind === 'name' && word.keys.some((key) => held.has(key)));
  });
