import type { CitationTarget } from '../../core/search/evidence/evidence';
import type { TextRange } from './document-blocks';

/** Content of the Evidence pane, small enough to live in the URL. */
export type EvidenceEntry =
  | { readonly kind: 'cite'; readonly turn: string; readonly number: number; readonly index: number }
  | {
      readonly kind: 'passage';
      readonly documentId: string;
      readonly start: number;
      readonly end: number;
      /** Further words that are marked. */ readonly also?: readonly TextRange[];
    }
  | { readonly kind: 'document'; readonly documentId: string }
  | { readonly kind: 'target'; readonly target: CitationTarget };

function parts(entry: EvidenceEntry): readonly (string | number)[] {
  switch (entry.kind) {
    case 'cite':
      return ['cite', entry.turn, entry.number, entry.index];
    case 'passage':
      return [
        'passage',
        entry.documentId,
        entry.start,
        entry.end,
        ...(entry.also ?? []).flatMap(({ start, end }) => [start, end]),
      ];
    case 'document':
      return ['document', entry.documentId];
    case 'target':
      return targetParts(entry.target);
  }
}

function targetParts(target: CitationTarget): readonly (string | number)[] {
  switch (target.kind) {
    case 'passage':
      return ['unit', target.textUnitId];
    case 'report':
      return ['report', target.community, target.title];
    default:
      return [target.kind, target.id, target.title];
  }
}

/** One string per entry: parts escaped and joined by `:`. */
export function encodeEntry(entry: EvidenceEntry): string {
  return parts(entry)
    .map((part) => encodeURIComponent(part))
    .join(':');
}

/** The entry of such a string; null for anything else, since a URL can be edited by hand. */
export function decodeEntry(text: string): EvidenceEntry | null {
  let split: readonly string[];
  try {
    split = text.split(':').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
  const [kind, a = '', b = '', c = '', ...rest] = split;
  if (!a) return null;
  if (kind === 'cite') return { kind, turn: a, number: Number(b) || 1, index: Number(c) || 0 };
  if (kind === 'passage') {
    const also = rest.flatMap((start, at) =>
      at % 2 === 0 ? [{ start: Number(start) || 0, end: Number(rest[at + 1]) || 0 }] : [],
    );
    return { kind, documentId: a, start: Number(b) || 0, end: Number(c) || 0, ...(also.length > 0 && { also }) };
  }
  if (kind === 'document') return { kind, documentId: a };
  if (kind === 'unit') return { kind: 'target', target: { kind: 'passage', textUnitId: a } };
  if (kind === 'report') return { kind: 'target', target: { kind, community: Number(a) || 0, title: b } };
  if (kind === 'entity' || kind === 'relationship') return { kind: 'target', target: { kind, id: a, title: b } };
  return null;
}
