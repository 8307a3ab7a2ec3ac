import { entityId } from '../../graph/derive/derive-entities';
import type { CovariateRow, EntityRow, ExtractionRow, RelationshipRow, TextUnitRow } from '../../tables/tables';
import type { Work } from '../../work';

/** A place in a document that states something. */
export interface Evidence {
  readonly unit: TextUnitRow;
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

interface Sentence {
  readonly number: number;
  readonly start: number;
  readonly end: number;
  /** In lower case, to look for names. */
  readonly text: string;
}

/** Finds the places where text units name things: other programs give the text unit, but not the place in it. */
export interface EvidenceFinder {
  /** The first place of a name in a text unit; undefined where it is not there word for word. */
  mention(unit: TextUnitRow, name: string): Evidence | undefined;
  /** The sentence that names most of these; the first one where none does. */
  sentence(unit: TextUnitRow, names: readonly string[]): Evidence;
}

export function evidenceFinder(): EvidenceFinder {
  const kept = new Map<TextUnitRow, readonly Sentence[]>();
  const sentencesOf = (unit: TextUnitRow): readonly Sentence[] => {
    const known = kept.get(unit) ?? sentencesIn(unit);
    kept.set(unit, known);
    return known;
  };
  return {
    mention: (unit, name) => {
      const wanted = name.toLowerCase();
      if (wanted === '') return undefined;
      for (const { number, start, text } of sentencesOf(unit)) {
        const at = text.indexOf(wanted);
        if (at >= 0) return { unit, sentence: number, start: start + at, end: start + at + name.length };
      }
      return undefined;
    },
    sentence: (unit, names) => {
      const wanted = names.map((name) => name.toLowerCase()).filter((name) => name !== '');
      let best: Sentence | undefined;
      let most = -1;
      for (const sentence of sentencesOf(unit)) {
        const named = wanted.filter((name) => sentence.text.includes(name)).length;
        if (named <= most) continue;
        best = sentence;
        most = named;
      }
      const { number, start, end } = best ?? { number: unit.first_sentence, start: unit.start, end: unit.end };
      return { unit, sentence: number, start, end };
    },
  };
}

function sentencesIn(unit: TextUnitRow): readonly Sentence[] {
  return unit.sentence_starts.map((start, at) => {
    const end = unit.sentence_ends[at] ?? start;
    return {
      number: unit.first_sentence + at,
      start,
      end,
      text: unit.text.slice(start - unit.start, end - unit.start).toLowerCase(),
    };
  });
}

/** Sources of records from another program's graph. */
interface RecordSources {
  readonly layer: string;
  readonly unitOf: (id: string) => TextUnitRow | undefined;
  readonly finder: EvidenceFinder;
}

const NO_TARGET = { target_key: null, target: null } as const;

/** One record of an entity in each of its text units. */
export function* entityRecords(
  rows: readonly EntityRow[],
  { layer, unitOf, finder }: RecordSources,
): Work<ExtractionRow[]> {
  const records: ExtractionRow[] = [];
  for (const [done, row] of rows.entries()) {
    for (const id of row.text_unit_ids) {
      const unit = unitOf(id);
      if (!unit) continue;
      const found = finder.mention(unit, row.title);
      const { key, title, type, description } = row;
      const stated = { kind: 'entity', key, title, ...NO_TARGET, type, description, weight: 1 };
      // An id that follows from the key is not given: names that are split off the entity must not take it along.
      const given = row.id === entityId(key) ? {} : { id: row.id };
      records.push({ ...placeOf(layer, unit, found), ...stated, attributes: JSON.stringify(given) });
    }
    if (done % 64 === 0) yield { done, total: rows.length };
  }
  return records;
}

/** One record of a relationship in each of its text units, which share its weight. */
export function* relationshipRecords(
  rows: readonly RelationshipRow[],
  keyOf: (entity: string) => string,
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  layer: string,
): Work<ExtractionRow[]> {
  const records: ExtractionRow[] = [];
  for (const [done, row] of rows.entries()) {
    const places = evidence.get(row.id) ?? [];
    const spans = new Set(places.map(({ unit, start, end }) => `${unit.document_id} ${start} ${end}`)).size;
    for (const place of places) {
      const ends = {
        key: keyOf(row.source_id),
        title: row.source,
        target_key: keyOf(row.target_id),
        target: row.target,
      };
      const stated = {
        kind: 'relationship',
        ...ends,
        type: '',
        description: row.description,
        weight: row.weight / spans,
      };
      records.push({ ...placeOf(layer, place.unit, place), ...stated, attributes: JSON.stringify({ id: row.id }) });
    }
    if (done % 64 === 0) yield { done, total: rows.length };
  }
  return records;
}

/** The record of a claim. */
export function claimRecord(
  row: CovariateRow,
  keyOf: (title: string) => string,
  { unit, place, layer }: { readonly unit: TextUnitRow; readonly place: Evidence; readonly layer: string },
): ExtractionRow {
  const { id, status, start_date: start, end_date: end, source_text: quote } = row;
  const facts = { id, status, ...(start !== null && { start }), ...(end !== null && { end }), quote };
  return {
    ...placeOf(layer, unit, place),
    kind: 'claim',
    key: keyOf(row.subject_id),
    title: row.subject_id,
    target_key: row.object_id === null ? null : keyOf(row.object_id),
    target: row.object_id,
    type: row.type,
    description: row.description,
    weight: 1,
    attributes: JSON.stringify(facts),
  };
}

const placeOf = (layer: string, unit: TextUnitRow, found: Evidence | undefined) => ({
  document_id: unit.document_id,
  text_unit_id: unit.id,
  layer,
  sentences: found ? [found.sentence] : [],
  starts: found ? [found.start] : [],
  ends: found ? [found.end] : [],
});
