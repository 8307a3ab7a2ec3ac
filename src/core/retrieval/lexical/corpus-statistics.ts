/** Statistics of a whole index while a part of it is in memory. A missing number is replaced by that of the part. */
export interface CorpusStatistics {
  /** Text units. */
  readonly texts: number;
  /** Average length of text units, in terms; undefined where it is not known yet. */
  readonly averageLength: number | undefined;
  /** Counts the text units with a term; undefined where it was not looked up. */
  textsWith(term: string): number | undefined;
  /** Counts the text units with a concept, by its folded key. */
  textsNaming(key: string): number | undefined;
  /** Entities; `entitiesWith` counts those with a term in their words. */
  readonly entities: number;
  entitiesWith(term: string): number | undefined;
  /**
   * Counts the text units that mention a community's members, and the documents that it covers. Takes the number of the
   * community.
   */
  community(number: number): { readonly units: number; readonly covers: number } | undefined;
  /** Text units of the community that has most. */
  readonly mostUnits: number;
}

/** Statistics that grow with what is looked up. */
export interface GrowingStatistics extends CorpusStatistics {
  noteAverageLength(terms: number): void;
  noteTerms(counts: Iterable<readonly [term: string, texts: number, entities: number]>): void;
  noteConcepts(counts: Iterable<readonly [key: string, texts: number]>): void;
  noteCommunities(counts: Iterable<readonly [number: number, units: number, covers: number]>): void;
}

/** Statistics of an index of so many text units and entities, before anything was looked up. */
export function growingStatistics(
  whole: Pick<CorpusStatistics, 'texts' | 'entities' | 'mostUnits'>,
): GrowingStatistics {
  const terms = new Map<string, readonly [texts: number, entities: number]>();
  const concepts = new Map<string, number>();
  const communities = new Map<number, { readonly units: number; readonly covers: number }>();
  let averageLength: number | undefined;
  return {
    ...whole,
    get averageLength() {
      return averageLength;
    },
    noteAverageLength: (terms) => (averageLength = terms),
    textsWith: (term) => terms.get(term)?.[0],
    entitiesWith: (term) => terms.get(term)?.[1],
    textsNaming: (key) => concepts.get(key),
    community: (number) => communities.get(number),
    noteTerms(counts) {
      for (const [term, texts, entities] of counts) terms.set(term, [texts, entities]);
    },
    noteConcepts(counts) {
      for (const [key, texts] of counts) concepts.set(key, texts);
    },
    noteCommunities(counts) {
      for (const [number, units, covers] of counts) communities.set(number, { units, covers });
    },
  };
}
