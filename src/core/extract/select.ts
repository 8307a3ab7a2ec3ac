import type { PhraseKind } from '../ports/documents';
import { phraseKindOf } from './mention-records';
import { number, type ValuesOf } from '../parameters';

/** Counts of one key in the whole collection; `KeyCounts` of the graph is one of these. */
export interface MentionCounts {
  readonly key: string;
  /** Mentions, each counted once. */
  readonly mentions: number;
  readonly textUnitIds: readonly string[];
  /** Mentions per phrase kind. */
  readonly phrases: ReadonlyMap<string, number>;
}

/** The parameters of the choice of entities. */
export const SELECT_PARAMETERS = [
  number('minimumProper', 'Least mentions of a name', 1, [1, 100], {
    doc: 'Mentions that a name needs to become an entity; at least 2 once there are more than 40,000 names.',
  }),
  number('minimumCompound', 'Least mentions of a compound', 4, [1, 100], {
    doc: 'Mentions that a phrase of several words needs; half as many in a collection of a few text units.',
  }),
  number('minimumCommon', 'Least mentions of a noun', 6, [1, 100], {
    doc: 'Mentions that a single common noun needs; half as many in a collection of a few text units.',
  }),
  number('maximumShare', 'Largest share of passages that name a noun', 0.8, [0.05, 1, 0.05], {
    doc: 'Largest share of text units that may mention a noun or phrase; what is everywhere says nothing. Not for names, and not below 10 text units.',
  }),
];

export type SelectParameters = ValuesOf<typeof SELECT_PARAMETERS>;

/** From this many text units on the thresholds hold in full. */
const fullScale = 100;
const smallCollection = 10;
/** Names kept at most before those met once are left to the text search: in a very large graph they connect nothing. */
const mostNames = 40_000;

/**
 * The keys whose mentions become entities. A name may be in every text unit, as the people of a novel are. Thresholds for phrases and nouns
 * grow linearly, from half their value in an empty collection to the whole at 100 text units.
 */
export function selectEntities(
  counts: Iterable<MentionCounts>,
  textUnits: number,
  parameters: SelectParameters,
): ReadonlySet<string> {
  const scale = 0.5 + 0.5 * Math.min(1, textUnits / fullScale);
  const needed: Readonly<Record<PhraseKind, number>> = {
    proper: parameters.minimumProper,
    compound: Math.max(1, Math.round(parameters.minimumCompound * scale)),
    common: Math.max(1, Math.round(parameters.minimumCommon * scale)),
  };
  const most = textUnits < smallCollection ? Infinity : parameters.maximumShare * textUnits;
  const selected = new Set<string>();
  const metOnce: string[] = [];
  let names = 0;
  for (const count of counts) {
    const kind = phraseKindOf((phrase) => count.phrases.get(phrase) ?? 0);
    if (kind !== 'proper' && count.textUnitIds.length > most) continue;
    if (count.mentions < needed[kind]) continue;
    selected.add(count.key);
    if (kind === 'proper') names++;
    if (kind === 'proper' && count.mentions === 1) metOnce.push(count.key);
  }
  if (names > mostNames) for (const key of metOnce) selected.delete(key);
  return selected;
}
