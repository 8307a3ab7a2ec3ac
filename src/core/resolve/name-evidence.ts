import { isMarker } from '../extract/extraction-status';
import type { DocumentRow, EditRow, EntityRow, ExtractionRow, TextUnitRow } from '../tables/tables';
import { foldEdits } from '../graph/edits/fold-edits';
import { oneLine } from '../text/clip';
import { inSteps, type Work } from '../work';
import { commonType } from '../extract/model/replies/parsed-reply';
import { untitledWords, wordsOf } from '../extract/aliases/alias-candidates';

/** A sentence that uses a name. */
export interface NameEvidence {
  readonly documentId: string;
  readonly start: number;
  readonly text: string;
}

export interface EvidenceTables {
  readonly documents: readonly Pick<DocumentRow, 'id' | 'text'>[];
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
  readonly edits: readonly EditRow[];
}

/** Characters of a sentence that are shown; a longer one is cut around the name. */
const LONGEST = 110;
/** Length of a sentence with the most information per character. */
const TELLING = 90;

/**
 * Finds up to `most` sentences for each of some entities, from their own records: first those that use the entity's title, of a telling
 * length and from different documents. The same records give the same sentences.
 */
export function* nameEvidence(
  entities: readonly Pick<EntityRow, 'key' | 'title'>[],
  tables: EvidenceTables,
  most: number,
): Work<ReadonlyMap<string, readonly NameEvidence[]>> {
  const wanted = new Map(entities.map(({ key, title }) => [key, title]));
  const keys = foldEdits(tables.edits);
  const unitOf = new Map(tables.text_units.map((unit) => [unit.id, unit]));
  const documentOf = new Map(tables.documents.map((row) => [row.id, row]));
  const found = new Map<string, Map<string, Use>>();
  const look = (row: ExtractionRow): void => {
    if (isMarker(row) || (row.kind !== 'entity' && row.kind !== 'mention')) return;
    const key = keys.resolve(row.key, row.title);
    const title = key === null ? undefined : wanted.get(key);
    if (key === null || title === undefined) return;
    const uses = found.get(key) ?? new Map<string, Use>();
    for (const use of usesIn(row, unitOf.get(row.text_unit_id), documentOf.get(row.document_id)?.text, title)) {
      const place = `${use.documentId}:${String(use.start)}`;
      if (!uses.has(place) || use.titled) uses.set(place, use);
    }
    found.set(key, uses);
  };
  yield* inSteps(tables.extractions, look, 1024);
  return new Map([...found].map(([key, uses]) => [key, chosen([...uses.values()], most)]));
}

interface Use extends NameEvidence {
  /** True if the sentence uses the entity's title. */
  readonly titled: boolean;
  /** Characters of the sentence, before it was cut. */
  readonly length: number;
}

function usesIn(
  row: ExtractionRow,
  unit: TextUnitRow | undefined,
  text: string | undefined,
  title: string,
): readonly Use[] {
  if (!unit || text === undefined) return [];
  return row.starts.flatMap((at, n) => {
    const sentence = unit.sentence_starts.findLastIndex((start) => start <= at);
    const start = unit.sentence_starts[sentence];
    const end = unit.sentence_ends[sentence];
    if (start === undefined || end === undefined || at >= end) return [];
    const name = { start: at, end: row.ends[n] ?? at };
    const titled = text.slice(name.start, name.end) === title;
    return [{ documentId: row.document_id, start, text: cut(text, start, end, name), titled, length: end - start }];
  });
}

/** Formats a sentence as one line and cuts a long one around the name. */
function cut(text: string, start: number, end: number, name: { readonly start: number; readonly end: number }): string {
  if (end - start <= LONGEST) return oneLine(text.slice(start, end));
  const spare = Math.max(0, LONGEST - (name.end - name.start));
  const from = Math.max(start, Math.min(name.start - (spare >> 1), end - LONGEST));
  const to = Math.min(end, from + LONGEST);
  return `${from > start ? '…' : ''}${oneLine(text.slice(from, to))}${to < end ? '…' : ''}`;
}

/** Chooses the best sentences, from different documents if possible. */
function chosen(uses: readonly Use[], most: number): readonly NameEvidence[] {
  const ranked = uses.toSorted(
    (a, b) =>
      Number(b.titled) - Number(a.titled) ||
      Math.abs(a.length - TELLING) - Math.abs(b.length - TELLING) ||
      (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : a.start - b.start),
  );
  const picked: Use[] = [];
  for (const fresh of [true, false]) {
    for (const use of ranked) {
      if (picked.length >= most) break;
      const known = picked.some(({ documentId }) => documentId === use.documentId);
      if (fresh ? !known : !picked.includes(use)) picked.push(use);
    }
  }
  return picked;
}

/** The name and type of an entity. */
interface Named {
  readonly title: string;
  readonly type: string;
}

/**
 * Checks that two names cannot mean the same: their numbers differ, one has a man’s title and the other a woman’s, or
 * given names before the same surname begin differently. `Tom` and `Thomas` do not contradict each other, nor do
 * `Martha` and `Mary`. A model decides these.
 */
export function namesContradict(a: Named, b: Named): boolean {
  return numbersDiffer(a, b) || addressDiffers(a, b) || givenNamesDiffer(a, b);
}

/** Checks that both types are known and differ. `concept` counts as unknown. */
export function typesContradict(a: Named, b: Named): boolean {
  return a.type !== b.type && !isVague(a) && !isVague(b);
}

/** Types that exclude each other. Other types do not rule a pair out: a company and its building often share a name. */
const APART: Readonly<Record<string, readonly string[]>> = {
  person: ['place', 'event', 'date'],
  place: ['date'],
  organization: ['date'],
};

/** Checks if the types exclude that two names mean the same. */
export function typesExclude(a: Named, b: Named): boolean {
  const [one, other] = [commonType(a.type), commonType(b.type)];
  return (APART[one]?.includes(other) ?? false) || (APART[other]?.includes(one) ?? false);
}

const isVague = ({ type }: Named): boolean => type === '' || type === 'concept';

/** Checks that both have numbers, and different ones. A single name may leave out its year. */
function numbersDiffer(a: Named, b: Named): boolean {
  const [one, other] = [numbersOf(a.title), numbersOf(b.title)];
  return one !== '' && other !== '' && one !== other;
}

const numbersOf = (title: string): string => (title.match(/\d+/gu) ?? []).join(' ');

const men = new Set(['mr', 'sir', 'lord', 'king', 'prince', 'father', 'herr']);
const women = new Set(['mrs', 'miss', 'ms', 'lady', 'queen', 'princess', 'mother', 'frau', 'madame']);

function addressDiffers(a: Named, b: Named): boolean {
  if (a.type !== 'person' || b.type !== 'person') return false;
  const [one, other] = [addressOf(a.title), addressOf(b.title)];
  return one !== 0 && other !== 0 && one !== other;
}

function addressOf(title: string): number {
  const words = wordsOf(title.toLowerCase().replace(/\./gu, ''));
  if (words.some((word) => men.has(word))) return 1;
  return words.some((word) => women.has(word)) ? -1 : 0;
}

function givenNamesDiffer(a: Named, b: Named): boolean {
  if (a.type !== 'person' || b.type !== 'person') return false;
  const [one, other] = [untitledWords(a.title), untitledWords(b.title)];
  const [first = '', second = ''] = [one[0], other[0]];
  if (one.length < 2 || other.length < 2 || one.at(-1)?.toLowerCase() !== other.at(-1)?.toLowerCase()) return false;
  return first.charAt(0).toLowerCase() !== second.charAt(0).toLowerCase();
}
