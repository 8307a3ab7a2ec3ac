import type { Gold, GoldClaim, GoldEntity, GoldRelationship } from '../../../scripts/lib/gold';
import { nameFinder } from '../../../scripts/lib/gold-names';
import { shownText } from '../../../src/core/extract/model/messages';

interface GoldStatement<T> {
  readonly gold: T;
  /** Numbers of the sentences that hold its quote, from 1. */
  readonly sentences: readonly number[];
}

/** Gold standard for a passage, given as sentences. */
export interface GoldPassageView {
  /** Names that the passage gives an entity, in the order of their first place. */
  readonly names: ReadonlyMap<GoldEntity, readonly string[]>;
  readonly relationships: readonly GoldStatement<GoldRelationship>[];
  readonly claims: readonly GoldStatement<GoldClaim>[];
  entity(id: string): GoldEntity | undefined;
  /** The name of an entity as an answer about these sentences writes it. */
  nameOf(entity: GoldEntity, sentences: readonly number[]): string | undefined;
}

export type GoldView = (sentences: readonly string[]) => GoldPassageView;

/**
 * Finds passages in the gold standard. Only statements count whose whole quote is in the passage and whose ends it
 * names.
 */
export function goldView(gold: Gold): GoldView {
  const find = nameFinder(gold.entities);
  const byId = new Map(gold.entities.map((entity) => [entity.id, entity]));
  return remembered((sentences) => {
    const places = sentences.flatMap((text, n) =>
      find(text).map(({ entity, start, end }) => ({ entity, form: text.slice(start, end), n: n + 1 })),
    );
    const names = new Map<GoldEntity, string[]>();
    for (const { entity, form } of places) names.set(entity, [...(names.get(entity) ?? []), form]);
    const isNamed = (id: string | null): boolean => id === null || [...names.keys()].some((entity) => entity.id === id);
    const holding = holder(sentences);
    return {
      names,
      entity: (id) => byId.get(id),
      nameOf: (entity, cited) => {
        const forms = names.get(entity) ?? [];
        const main = forms.includes(entity.title) ? entity.title : longest(forms);
        const near = places.filter((one) => one.entity === entity && cited.includes(one.n)).map(({ form }) => form);
        return main === undefined || near.length === 0 || near.includes(main) ? main : longest(near);
      },
      relationships: gold.relationships
        .filter(({ source, target }) => isNamed(source) && isNamed(target))
        .flatMap((one) => holding(one)),
      claims: gold.claims
        .filter(({ subject, object }) => isNamed(subject) && isNamed(object))
        .flatMap((one) => holding(one)),
    };
  });
}

/** Passages are asked for again and again, and looking for a few hundred names takes a while. */
function remembered(view: GoldView): GoldView {
  const known = new Map<string, GoldPassageView>();
  return (sentences) => {
    const text = sentences.join('\n');
    const passage = known.get(text) ?? view(sentences);
    known.set(text, passage);
    return passage;
  };
}

const longest = (forms: readonly string[]): string | undefined => forms.toSorted((a, b) => b.length - a.length)[0];

/** Finds the sentences over which a quote runs. */
function holder(
  sentences: readonly string[],
): <T extends { readonly sentence: string }>(gold: T) => GoldStatement<T>[] {
  const ends: number[] = [];
  let text = '';
  for (const sentence of sentences) {
    text += `${sentence} `;
    ends.push(text.length);
  }
  return (gold) => {
    const quote = shownText(gold.sentence);
    const start = text.indexOf(quote);
    if (start < 0) return [];
    const first = ends.findIndex((end) => end > start);
    const last = ends.findIndex((end) => end >= start + quote.length);
    return [{ gold, sentences: sentences.map((_, n) => n + 1).slice(first, last + 1) }];
  };
}
