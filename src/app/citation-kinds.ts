import type { CitationTarget } from '../core/search/events';

export type CitationKind = CitationTarget['kind'];

export interface DescribedKind {
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
