import type { NamedEntity } from '../extract/alias-candidates';
import { pairKey } from '../graph/edits/distinct-pairs';
import { foldEdits } from '../graph/edits/fold-edits';
import { inSteps, type Work } from '../work';
import type { Clue } from './clue';
import type { EvidenceTables } from './name-evidence';

/** A name in a document. */
interface Place {
  readonly entity: NamedEntity;
  readonly start: number;
  readonly end: number;
}

/** Between two names of which the second explains the first: `塔兰特牧师(Ambrose Tarrant)`, `Northmoor Water Authority (“the Authority”)`. */
const OPENING = /^\s?[(（[]\s?["“'‘「]?(?:the |now |formerly |then |later )?$/iu;
const CLOSING = /^["”'’」]?\s?[)）\],;]/u;
const LONGEST_OPENING = 16;

/** Pairs of entities of which one's name stands in brackets right after the other's. */
export function* bracketedNames(
  entities: readonly NamedEntity[],
  { documents, extractions, edits }: EvidenceTables,
): Work<readonly Clue[]> {
  const byKey = new Map(entities.map((entity) => [entity.key, entity]));
  const keys = foldEdits(edits);
  const places = new Map<string, Place[]>();
  yield* inSteps(
    extractions.filter(({ kind }) => kind === 'entity'),
    (row) => {
      const entity = byKey.get(keys.resolve(row.key, row.title) ?? '');
      if (!entity) return;
      const found = row.starts.map((start, n) => ({ entity, start, end: row.ends[n] ?? start }));
      const known = places.get(row.document_id);
      if (known) known.push(...found);
      else places.set(row.document_id, found);
    },
    1024,
  );
  const clues = new Map<string, Clue>();
  yield* inSteps(documents, ({ id, text }) => {
    for (const { a, b } of explained(places.get(id) ?? [], text)) {
      clues.set(pairKey(a.key, b.key), { a, b, kind: 'brackets', strength: 1 });
    }
  });
  return [...clues.values()];
}

function explained(places: readonly Place[], text: string): readonly Pick<Clue, 'a' | 'b'>[] {
  const sorted = places.toSorted((one, other) => one.start - other.start || other.end - one.end);
  return sorted.flatMap((first, at) => {
    const second = sorted.slice(at + 1, at + 4).find(({ start }) => start >= first.end);
    if (!second || second.entity === first.entity || second.start - first.end > LONGEST_OPENING) return [];
    const opens = OPENING.test(text.slice(first.end, second.start));
    const closes = CLOSING.test(text.slice(second.end, second.end + 3));
    return opens && closes ? [{ a: first.entity, b: second.entity }] : [];
  });
}
