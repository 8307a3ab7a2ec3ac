import type { Span } from '../../tables/tables';
import type { Reference, ShownTables } from './citations';
import { KIND_OF, type SourceKind } from './dataset';

/** A passage that a text rests on, and the thing through which it does. */
export interface Source extends Span {
  readonly kind: SourceKind;
  readonly id: string;
  /** By which the text cites it. */
  readonly number: number;
}

/** Things that a text may be found to speak of. */
const NAMED = 3;

/** The passages behind references, each thing's in turn. */
export function sourcesOf(references: readonly Reference[], shown: ShownTables): readonly Source[] {
  return references.flatMap(({ dataset, number }) => {
    const thing = shown[dataset][number - 1];
    const kind = KIND_OF[dataset];
    return (thing?.spans ?? []).map(({ document_id, start, end }) => ({
      document_id,
      start,
      end,
      kind,
      id: thing?.id ?? '',
      number: thing?.reference ?? 0,
    }));
  });
}

/** What a text speaks of by name: relationships of which it names both ends, else entities. */
export function namedIn(text: string, shown: ShownTables): readonly Reference[] {
  const words = plain(text);
  for (const dataset of ['Relationships', 'Entities'] as const) {
    const found = shown[dataset].flatMap(({ names }, at) => {
      const all = names.length > 0 && names.every((spellings) => spellings.some((name) => holds(words, name)));
      return all ? [{ dataset, number: at + 1 }] : [];
    });
    if (found.length > 0) return found.slice(0, NAMED);
  }
  return [];
}

const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;

/** As whole words; within the text where words are not set apart by spaces. */
function holds(words: string, name: string): boolean {
  const wanted = plain(name).trim();
  if (wanted.length < 2) return false;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted)
    ? words.includes(wanted)
    : words.includes(` ${wanted} `);
}
