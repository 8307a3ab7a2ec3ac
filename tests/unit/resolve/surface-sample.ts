import { loadGold, type Gold } from '../../../scripts/lib/gold';
import { nameFinder } from '../../../scripts/lib/gold-names';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { entityKey } from '../../../src/core/extract/entity-key';
import { deriveTables } from '../../../src/core/index/pipeline';
import type { AllTables, EditRow, ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import type { DocumentRows } from '../../../src/core/index/step';
import { finish } from '../../../src/core/work';

const NO_MENTIONS = {
  find: async () => ({
    sentence: new Int32Array(),
    start: new Int32Array(),
    end: new Int32Array(),
    title: new Int32Array(),
    titles: [],
  }),
};

export const gold = await loadGold();
const { rows } = await readSampleRows(NO_MENTIONS);

/** The sample as a careful model reads it passage by passage: each name as it is written there, under a key of its own. */
export const surfaceRecords: readonly ExtractionRow[] = rows.flatMap((row) => recordsOf(row, gold));

/** The sample's index from these records and some edits. */
export function surfaceSample(edits: readonly EditRow[] = [], extractions = surfaceRecords): AllTables {
  const records: AllTables = {
    ...EMPTY_TABLES,
    documents: rows.map(({ document }) => document),
    text_units: rows.flatMap(({ text_units }) => text_units),
    extractions,
    edits,
  };
  return { ...records, ...finish(deriveTables(records, {}, { today: '2026-11-01', counters: {} })) };
}

function recordsOf({ document, text_units }: DocumentRows, { entities, relationships }: Gold): ExtractionRow[] {
  const names = nameFinder(entities)(document.text);
  const quotes = relationships.flatMap(({ source, target, sentence, strength, predicate }) => {
    const start = document.text.indexOf(sentence);
    return start < 0 ? [] : [{ source, target, start, end: start + sentence.length, strength, predicate }];
  });
  return text_units.flatMap((unit) => {
    const inside = names.filter(({ start, end }) => start >= unit.start && end <= unit.end);
    const named = inside.map(({ entity, start, end }) => ({
      ...recordIn(unit, start, end),
      kind: 'entity',
      ...nameAt(document.text, start, end),
      type: entity.type,
    }));
    const linked = quotes
      .filter(({ start }) => start >= unit.start && start < unit.end)
      .flatMap(({ source, target, start, end, strength, predicate }) => {
        const of = (id: string) =>
          inside.find((name) => name.entity.id === id && name.start >= start && name.end <= end);
        const [from, to] = [of(source), of(target)];
        if (!from || !to) return [];
        const other = nameAt(document.text, to.start, to.end);
        return [
          {
            ...recordIn(unit, start, end),
            ...nameAt(document.text, from.start, from.end),
            kind: 'relationship',
            target_key: other.key,
            target: other.title,
            type: predicate,
            weight: strength,
          },
        ];
      });
    return [...named, ...linked];
  });
}

function nameAt(text: string, start: number, end: number) {
  const title = text.slice(start, end).replace(/\s+/gu, ' ');
  return { key: entityKey(title), title };
}

function recordIn(unit: TextUnitRow, start: number, end: number): ExtractionRow {
  const sentence = unit.sentence_starts.findLastIndex((from) => from <= start);
  return {
    document_id: unit.document_id,
    text_unit_id: unit.id,
    layer: 'Careful Model (test 1)',
    kind: 'entity',
    key: '',
    title: '',
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 1,
    sentences: [unit.first_sentence + Math.max(0, sentence)],
    starts: [start],
    ends: [end],
    attributes: '{}',
  };
}
