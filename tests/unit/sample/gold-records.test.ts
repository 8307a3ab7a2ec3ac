import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../scripts/lib/gold';
import { CURATED, goldRecords } from '../../../scripts/lib/gold-records';
import { makeTextUnits, TEXT_UNIT_DEFAULTS } from '../../../src/core/text/text-units';
import { readSample } from './read-sample';

const gold = await loadGold();
const sources = [...(await readSample())].map(([name, text]) => {
  const document = { id: name, source_path: `sample/${name}`, text };
  const language = name === '1986-shen-report.txt' ? 'zh' : 'en';
  const units = makeTextUnits({ ...document, title: name, language, page_starts: [], headings: [] }, TEXT_UNIT_DEFAULTS);
  return { document, units };
});
const records = goldRecords(gold, sources);
const textOf = new Map(sources.map(({ document }) => [document.id, document.text]));
const unitOf = new Map(sources.flatMap(({ units }) => units.map((unit) => [unit.id, unit] as const)));
const ofKind = (kind: string) => records.filter((record) => record.kind === kind);

describe('the gold standard as records', () => {
  it('names every entity, with its description and aliases, in the text units that mention it', () => {
    const entities = ofKind('entity');
    expect(new Set(entities.map(({ title }) => title))).toEqual(new Set(gold.entities.map(({ title }) => title)));
    for (const { title, aliases, description } of gold.entities) {
      const row = entities.find((record) => record.title === title);
      expect(row?.description).toBe(description);
      expect(JSON.parse(row?.attributes ?? '{}')).toMatchObject({ aliases });
    }
  });

  it('spans the very names, inside the text unit and the sentence that it gives', () => {
    for (const row of ofKind('entity')) {
      const entity = gold.entities.find(({ title }) => title === row.title);
      const forms = [row.title, ...(entity?.aliases ?? [])].map((form) => form.toLowerCase());
      const unit = unitOf.get(row.text_unit_id);
      row.starts.forEach((start, i) => {
        const end = row.ends[i] ?? 0;
        const sentence = (row.sentences[i] ?? 0) - (unit?.first_sentence ?? 0);
        expect(forms).toContain(textOf.get(row.document_id)?.slice(start, end).toLowerCase());
        expect(end).toBeLessThanOrEqual(unit?.end ?? 0);
        expect(unit?.sentence_starts[sentence]).toBeLessThanOrEqual(start);
        expect(unit?.sentence_ends[sentence]).toBeGreaterThan(start);
      });
    }
  });

  it('keeps every relationship with its predicate, strength and quoted evidence', () => {
    const rows = ofKind('relationship').map((row) => ({
      sentence: textOf.get(row.document_id)?.slice(row.starts[0], row.ends[0]),
      document: row.document_id,
      predicate: row.type,
      strength: row.weight,
      description: row.description,
    }));
    for (const { sentence, document, predicate, strength, description } of gold.relationships)
      expect(rows).toContainEqual({ sentence, document, predicate, strength, description });
  });

  it('keeps every claim once, with its status', () => {
    const claims = ofKind('claim');
    expect(claims.map(({ description }) => description).sort()).toEqual(gold.claims.map(({ description }) => description).sort());
    expect(claims.every(({ attributes }) => /"status":"(TRUE|FALSE|SUSPECTED)"/u.test(attributes))).toBe(true);
  });

  it('is of the curated layer throughout, with ends that are entities too', () => {
    const keys = new Set(ofKind('entity').map(({ key }) => key));
    expect(records.filter(({ layer }) => layer !== CURATED)).toEqual([]);
    expect(records.filter(({ key, target_key }) => !keys.has(key) || (target_key !== null && !keys.has(target_key)))).toEqual([]);
  });

  it('refuses a document that no longer holds a quotation', () => {
    const [source] = sources;
    if (!source) throw new Error('The sample is empty.');
    const changed = { ...source, document: { ...source.document, text: 'Nothing of the kind.' } };
    expect(() => goldRecords(gold, [changed])).toThrow('does not contain');
  });
});
