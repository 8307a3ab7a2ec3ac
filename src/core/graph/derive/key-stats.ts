import { phraseKindOf, phraseOf } from '../../extract/mention-records';
import type { PhraseKind } from '../../ports/documents';
import type { DocumentBlock } from '../records/document-block';
import { grownInts } from '../records/int-list';
import type { Records } from '../records/records';
import { type KeyCounts, visitMentions } from './key-counts';

/** Counts for the choice of entities, by key symbol. */
export interface KeyStats {
  /** Mentions, each counted once; 0 for a key without any. */
  mentions: Int32Array<ArrayBuffer>;
  /** Text units that mention it. */
  units: Int32Array<ArrayBuffer>;
  /** One of `KIND`. */
  kind: Int32Array<ArrayBuffer>;
  /** The kind of phrase that attributes name, by their symbol; null for none. */
  readonly phrases: (PhraseKind | null)[];
}

/** The kind of most mentions; `named` where a model or a person named an entity. */
export const KIND = { none: 0, proper: 1, compound: 2, common: 3, named: 4 } as const;

export const createKeyStats = (): KeyStats => ({
  mentions: new Int32Array(1024),
  units: new Int32Array(1024),
  kind: new Int32Array(1024),
  phrases: [],
});

/** Makes room for so many keys. */
export function growStats(stats: KeyStats, keys: number): void {
  stats.mentions = grownInts(stats.mentions, keys);
  stats.units = grownInts(stats.units, keys);
  stats.kind = grownInts(stats.kind, keys);
}

/** Stores the full counts of a key; undefined where it has no records any more. */
export function noteCounts(stats: KeyStats, key: number, counts: KeyCounts | undefined): void {
  stats.mentions[key] = counts?.mentions ?? 0;
  stats.units[key] = counts?.textUnitIds.length ?? 0;
  stats.kind[key] = counts ? (counts.layers.size > 0 ? KIND.named : kindOf(counts.phrases)) : KIND.none;
}

const kindOf = (phrases: ReadonlyMap<string, number>): number => KIND[phraseKindOf((kind) => phrases.get(kind) ?? 0)];

/** Counts a key that only mentions without a model know, straight from the columns. */
export function countMentions(stats: KeyStats, key: number, records: Records): void {
  const votes: Record<PhraseKind, number> = { proper: 0, compound: 0, common: 0 };
  const phraseAt = (symbol: number): PhraseKind | undefined => {
    const known = stats.phrases[symbol];
    if (known !== undefined) return known ?? undefined;
    const phrase = phraseOf({ attributes: records.symbols.attributes.text(symbol) });
    stats.phrases[symbol] = phrase ?? null;
    return phrase;
  };
  let mentions = 0;
  let units = 0;
  for (const block of records.holding(key)) {
    const counted = countInBlock(block, key, (attributes, fresh) => {
      const phrase = phraseAt(attributes);
      if (phrase) votes[phrase] += fresh;
    });
    mentions += counted.mentions;
    units += counted.units;
  }
  stats.mentions[key] = mentions;
  stats.units[key] = units;
  stats.kind[key] = units === 0 ? KIND.none : KIND[phraseKindOf((kind) => votes[kind])];
}

function countInBlock(
  block: DocumentBlock,
  key: number,
  vote: (attributes: number, fresh: number) => void,
): { readonly mentions: number; readonly units: number } {
  const { attributes, unit: unitOf } = block.mentions;
  let mentions = 0;
  let units = 0;
  let unit = -1;
  visitMentions(block, key, (mention, fresh) => {
    mentions += fresh;
    if (fresh > 0) vote(attributes[mention] ?? 0, fresh);
    if (unitOf[mention] !== unit) units++;
    unit = unitOf[mention] ?? 0;
  });
  return { mentions, units };
}
