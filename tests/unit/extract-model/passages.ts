import { attributesOf } from '../../../src/core/extract/mention-records';
import { entityKey } from '../../../src/core/extract/entity-key';
import { findName } from '../../../src/core/extract/model/passage/find-name';
import { passageOf } from '../../../src/core/extract/model/passage/passage';
import type { ReadingOptions, UnitToRead } from '../../../src/core/extract/model/reading';
import type { ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { mention, unit } from '../../helpers/rows';

/** Offset of the text unit in its document, so that offsets and numbers of the two differ. */
const OFFSET = 1000;
const FIRST_SENTENCE = 7;

/** A text unit of these sentences with mentions of these names (`name, type`), wherever the sentences hold them. */
export function unitToRead(sentences: readonly string[], names: readonly string[] = []): UnitToRead {
  const document = { id: 'd1', title: 'Letters' };
  const row = unitOf(sentences);
  return { document, unit: row, mentions: names.map((name) => mentionOf({ document, unit: row, mentions: [] }, name)) };
}

function unitOf(sentences: readonly string[]): TextUnitRow {
  const text = sentences.join(' ');
  const spans: (readonly [number, number])[] = [];
  let at = OFFSET;
  for (const sentence of sentences) {
    spans.push([at, at + sentence.length]);
    at += sentence.length + 1;
  }
  return { ...unit('u1', 'd1', spans, FIRST_SENTENCE), text, context: 'Letters › 1911' };
}

function mentionOf({ unit: row }: UnitToRead, line: string): ExtractionRow {
  const [name = '', type = ''] = line.split(', ');
  const passage = passageOf(row);
  const found = findName(passage, name);
  const numbers = found.map(({ sentence }) => passage.sentences[sentence]?.number ?? 0);
  const plain = mention(entityKey(name), { sentence: 0, start: 0 });
  return {
    ...plain,
    title: name,
    type,
    sentences: numbers,
    starts: found.map(({ start }) => start),
    ends: found.map(({ end }) => end),
  };
}

export const OPTIONS: ReadingOptions = {
  depth: 'compact',
  layer: 'Tiny (compact 1)',
  reader: '',
  types: ['person', 'organization', 'place', 'event', 'work', 'concept'],
  openTypes: false,
  gleanings: 1,
  claims: false,
  claimsAbout: 'anything that somebody asserts.',
  persona: '',
  language: null,
  contextWindow: 4096,
  replies: 'lines',
  prompts: {},
  attempts: 3,
};

const themesOf = (record: ExtractionRow): readonly string[] => {
  const { keywords } = attributesOf(record);
  return keywords ? [keywords.join(', ')] : [];
};

/** Records as one line each, with the very words of their evidence, and themes where there are some. */
export function described({ unit: row }: UnitToRead, records: readonly ExtractionRow[]): readonly string[] {
  return records.map((record) => {
    const quotes = record.starts.map((start, i) =>
      row.text.slice(start - row.start, (record.ends[i] ?? 0) - row.start),
    );
    const what = [
      record.kind,
      record.title,
      record.target ?? '',
      record.type,
      record.description,
      String(record.weight),
    ];
    const details = record.kind === 'claim' ? [record.attributes] : [];
    return [
      ...what,
      ...details,
      record.sentences.map((number) => number - FIRST_SENTENCE + 1).join(','),
      quotes.join(' … '),
      ...themesOf(record),
    ].join(' | ');
  });
}
