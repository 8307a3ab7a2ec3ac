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
    doc: 'Makes an entity of a name from this many mentions on, or 2 once there are more than 40,000 names. Higher leaves out rare names; lower makes the graph larger.',
  }),
  number('minimumCompound', 'Least mentions of a compound', 4, [1, 100], {
    doc: 'Makes an entity of a phrase of several words from this many mentions on; half as many in a small collection. Higher keeps only what recurs; lower makes the graph larger.',
  }),
  number('minimumCommon', 'Least mentions of a noun', 6, [1, 100], {
    doc: 'Makes an entity of a single common noun from this many mentions on; half as many in a small collection. Higher keeps only what recurs; lower makes the graph larger.',
  }),
  number('maximumShare', 'Largest share of passages that name a noun', 0.8, [0.05, 1, 0.05], {
    doc: 'Leaves out nouns and phrases that more than this share of the passages mention, since they tell little apart. Lower leaves out more; names, and collections below 10 passages, are spared.',
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
