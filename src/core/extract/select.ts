import { number, type ValuesOf } from '../parameters';

/** Counts of keys in the whole collection, in parallel arrays. */
interface MentionCounts {
  /** Mentions, each counted once; 0 for a key that is not there. */
  readonly mentions: Int32Array;
  /** Text units that mention it. */
  readonly units: Int32Array;
  /** The kind of most of its mentions: 1 for a name, 2 for a compound, 3 for a common noun; others are not chosen. */
  readonly kind: Int32Array;
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

/** Number of text units from which the thresholds apply in full. */
const fullScale = 100;
const smallCollection = 10;
/** Names kept at most before those met once are left to the text search: in a very large graph they connect nothing. */
const mostNames = 40_000;

/**
 * The keys whose mentions become entities: 1 for each of them. A name may be in every text unit, as the people of a novel are. Thresholds for
 * phrases and nouns grow linearly, from half their value in an empty collection to the whole at 100 text units.
 */
export function selectEntities(
  { mentions, units, kind }: MentionCounts,
  textUnits: number,
  parameters: SelectParameters,
): Uint8Array {
  const scale = 0.5 + 0.5 * Math.min(1, textUnits / fullScale);
  const needed = [
    Infinity,
    parameters.minimumProper,
    Math.max(1, Math.round(parameters.minimumCompound * scale)),
    Math.max(1, Math.round(parameters.minimumCommon * scale)),
  ];
  const most = textUnits < smallCollection ? Infinity : parameters.maximumShare * textUnits;
  const selected = new Uint8Array(mentions.length);
  let names = 0;
  for (let key = 0; key < mentions.length; key++) {
    const own = kind[key] ?? 0;
    if ((mentions[key] ?? 0) < (needed[own] ?? Infinity) || (own !== NAME && (units[key] ?? 0) > most)) continue;
    selected[key] = 1;
    if (own === NAME) names++;
  }
  if (names > mostNames) {
    for (let key = 0; key < selected.length; key++) if (kind[key] === NAME && mentions[key] === 1) selected[key] = 0;
  }
  return selected;
}

/** The kind of a proper name. */
const NAME = 1;
