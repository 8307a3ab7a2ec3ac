import { describe, expect, it } from 'vitest';
import { createMentionFinder } from '../../../src/core/extract/find-mentions';
import { attributesOf, mentionRecords, phraseOf, sentencesOf } from '../../../src/core/extract/mention-records';
import { makeTextUnits, type TextUnitDraft } from '../../../src/core/text/text-units';
import { texts } from '../text/texts';

const text = Array.from(
  { length: 12 },
  (_, n) => `On day ${n} Lucia Ferrante read the harbour log. The lamp was out.`,
).join(' ');

function unitsOf(source: string, overlap = 20): TextUnitDraft[] {
  const document = { id: 'd', title: 't', text: source, language: 'en', page_starts: [], headings: [] };
  return makeTextUnits(document, { strategy: 'tokens', size: 60, overlap });
}

async function records(source: string, overlap?: number) {
  const units = unitsOf(source, overlap);
  const find = await createMentionFinder('en');
  return {
    units,
    rows: mentionRecords(
      units,
      find({ language: 'en', sentences: Array.from(sentencesOf(units), ({ text }) => text) }),
    ),
  };
}

describe('sentencesOf', () => {
  it('yields each sentence of a document once, in order, as it stands in the text', () => {
    const sentences = [...sentencesOf(unitsOf(text))];
    expect(sentences.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, n) => n));
    for (const sentence of sentences) expect(sentence.text).toBe(text.slice(sentence.start, sentence.end));
  });
});

describe('mentionRecords', () => {
  it('gives one record per text unit and key with spans in the document', async () => {
    const { units, rows } = await records(`${text} ${texts.englishStory}`);
    expect(new Set(rows.map((row) => `${row.text_unit_id} ${row.key}`)).size).toBe(rows.length);
    expect(new Set(rows.map((row) => row.text_unit_id))).toEqual(new Set(units.map((unit) => unit.id)));
    for (const row of rows.filter(({ key }) => key === 'lucia ferrante')) {
      row.starts.forEach((start, n) =>
        expect(`${text} ${texts.englishStory}`.slice(start, row.ends[n])).toBe('Lucia Ferrante'),
      );
    }
  });

  it('repeats a shared sentence in both units with the same number and offsets', async () => {
    const { units, rows } = await records(text);
    const spans = rows
      .filter(({ key }) => key === 'lucia ferrante')
      .flatMap((row) => row.sentences.map((number, n) => `${number} ${row.starts[n]} ${row.ends[n]}`));
    expect(units.length).toBeGreaterThan(2);
    expect(spans.length).toBeGreaterThan(12);
    expect(new Set(spans).size).toBe(12);
  });

  it('is labelled as made by no model and says the kind of phrase', async () => {
    const { rows } = await records(text);
    const row = rows.find(({ key }) => key === 'lucia ferrante');
    expect(row).toMatchObject({
      kind: 'mention',
      layer: 'no-model',
      type: 'person',
      title: 'Lucia Ferrante',
      weight: 1,
    });
    expect(row && phraseOf(row)).toBe('proper');
  });

  it('writes a person found in capitals like other names, and says nothing of an unknown type', async () => {
    const { rows } = await records(
      'MR. VENN: Had there been a storm that night? Then Mr. VENN sat down. We like the Blue Lantern.',
    );
    expect(rows.find(({ key }) => key === 'venn')).toMatchObject({ title: 'Venn', type: 'person' });
    expect(rows.find(({ key }) => key === 'blue lantern')?.type).toBe('');
  });

  it('shows the commonest form and keeps the others as aliases', async () => {
    const { rows } = await records('The lamp failed. The lamp burned. Two lamps burned. It was late.');
    const row = rows.find(({ key }) => key === 'lamp');
    expect(row?.title).toBe('lamp');
    expect(row && attributesOf(row).aliases).toEqual(['lamps']);
  });
});

describe('mentionRecords over a result put together from several batches', () => {
  it('counts a form over all batches', () => {
    const units = unitsOf('The lamps. The lamp. The lamps.', 0);
    const title = (name: string) => ({ title: name, key: 'lamp', phrase: 'common', type: 'concept' }) as const;
    const rows = mentionRecords(units, {
      sentence: Int32Array.of(0, 1, 1, 2),
      start: Int32Array.of(4, 4, 4, 4),
      end: Int32Array.of(9, 8, 8, 9),
      title: Int32Array.of(0, 1, 1, 2),
      titles: [title('lamps'), title('lamp'), title('lamps')],
    });
    expect(rows[0]?.title).toBe('lamps');
    expect(rows[0] && attributesOf(rows[0]).aliases).toEqual(['lamp']);
  });
});

describe('attributesOf', () => {
  it('reads what it knows and ignores the rest', () => {
    expect(attributesOf({ attributes: '{}' })).toEqual({});
    expect(attributesOf({ attributes: '{"phrase":"compound"}' })).toEqual({ phrase: 'compound' });
    expect(attributesOf({ attributes: '{"phrase":"odd","aliases":["a",1]}' })).toEqual({ aliases: ['a'] });
    expect(attributesOf({ attributes: 'no json' })).toEqual({});
  });
});
