import { expect, test } from 'vitest';
import { runsOf, shownText, type PassageBlock, type Run } from '../../../src/ui/ask/evidence/passage-text';
import { excerptOf } from '../../../src/ui/ask/evidence/passage-excerpt';
import { CLAUSE, passageOf, PROSE, RECORD, RULES, TABLE } from '../../helpers/fake-evidence';

const marked = (runs: readonly Run[]): string =>
  runs.map(({ text, marked: isMarked }) => (isMarked ? `[${text}]` : text)).join('');

function written(block: PassageBlock): string {
  switch (block.kind) {
    case 'gap':
      return '…';
    case 'table':
      return [
        ...block.head.map((cells) => cells.join(' | ')),
        ...block.rows.map(({ cells }) => cells.map(marked).join(' | ')),
      ].join('\n');
    case 'record':
      return block.fields.map(({ label, runs }) => `${label} = ${marked(runs)}`).join('\n');
    case 'item':
      return `${block.marker} ${marked(block.runs)}`;
    default:
      return `${block.kind}: ${marked(block.runs)}`;
  }
}

test('runs hold the whole text, those within marks by themselves', () => {
  expect(marked(runsOf('one two three', { start: 0, end: 13 }, [{ start: 4, end: 7 }]))).toBe('one [two] three');
  expect(
    marked(
      runsOf('one two three', { start: 5, end: 9 }, [
        { start: 0, end: 6 },
        { start: 8, end: 13 },
      ]),
    ),
  ).toBe('[w]o [t]');
});

test('the whole passage has its blocks, in which nothing is left out', () => {
  expect(shownText(PROSE, PROSE).blocks.map(written)).not.toContainEqual(expect.stringContaining('…'));
  expect(shownText(PROSE, PROSE).blocks).toHaveLength(3);
});

test('of a range only what is held is shown, with a sign where words are left out', () => {
  const passage = passageOf('One two [[three]] four five.\n\n- six\n- seven');
  const at = (words: string) => {
    const start = passage.start + passage.text.indexOf(words);
    return { start, end: start + words.length };
  };
  expect(shownText(passage, passage, [at('three'), at('five')]).blocks.map(written)).toEqual([
    'paragraph: …[three]…five…',
  ]);
  expect(shownText(passage, passage, [at('- seven')]).blocks.map(written)).toEqual(['• seven']);
});

test('links are shown as their words and the marks stay on the same words', () => {
  const passage = passageOf('See [[the [manual](https://example.org/m) of **1936**]], page 3.');
  expect(shownText(passage, passage).blocks.map(written)).toEqual([
    'paragraph: See [the ][manual][ of ][1936], page 3.',
  ]);
});

test('a row stands below the head of its table, which is not repeated in the whole', () => {
  const [table] = shownText(TABLE, TABLE.focus).blocks;
  expect(table && written(table)).toBe(
    'Contractor | Tender | Time offered\nMoss & Gillow | £212,000 | 48 months\n[Strand & Pell] | [£226,750] | [42 months]\nHarker Brothers | £239,500 | 45 months',
  );
  const all = shownText(TABLE, TABLE);
  expect(all.lead).toBe('');
  expect(all.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
  expect(all.blocks[1]).toMatchObject({ head: [['Contractor', 'Tender', 'Time offered']] });
});

test('a Markdown table has the row above its rule for a head', () => {
  const passage = passageOf('| a | b |\n|---|---|\n| 1 | [[2]] |\n\n## After\nwords');
  expect(shownText(passage, passage).blocks.map(written)).toEqual([
    'a | b\n1 | [2]',
    'heading: After',
    'paragraph: words',
  ]);
});

test('what a clause belongs to stands above it', () => {
  expect(shownText(CLAUSE, CLAUSE).blocks.map((block) => written(block).slice(0, 6))).toEqual(['(b) [w', '(c) in']);
  expect(shownText(CLAUSE, CLAUSE.focus).lead).toBe('14. An undertaker who constructs a reservoir shall,');
});

test('a record is shown as its fields', () => {
  const [record] = shownText(RECORD, RECORD).blocks;
  expect(record && written(record).split('\n')[2]).toBe('payee = [H. Oakshott (per E. Vasey)]');
});

test('rows that are known as such stand below the rows that name their columns, which are not shown twice', () => {
  const rows = 'Rope | 1. new | 40\nPaint |  | 25\n[[Oil |  | 7]]';
  const plain = rows.replaceAll(/\[\[|\]\]/gu, '');
  const table = { start: 1000, end: 1000 + plain.length, body: 1000, head: 'Item | Kind | Cost', numbers: [4, 5, 9] };
  const above = passageOf(rows, { tables: [table], head: table.head });
  const [block, ...others] = shownText(above, above).blocks;
  expect(others).toEqual([]);
  expect(block && written(block)).toBe(
    'Item | Kind | Cost\nRope | 1. new | 40\nPaint |  | 25\n[Oil] | [] | [7]'.replace('[]', ''),
  );
  expect(block).toMatchObject({ rows: [{ number: 4 }, { number: 5 }, { number: 9, marked: true }] });
  expect(shownText(above, above).lead).toBe('');
  const whole = passageOf(`Of the port.\n\n${table.head}\n${rows}`, { head: table.head });
  const start = 1000 + 'Of the port.\n\n'.length;
  const body = start + table.head.length + 1;
  const shown = shownText({ ...whole, tables: [{ ...table, start, body, end: body + plain.length }] }, whole);
  expect(shown.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table']);
  expect(shown.blocks[1]).toMatchObject({ head: [['Item', 'Kind', 'Cost']], rows: [{}, {}, {}] });
});

test('records of one table are its rows', () => {
  const passage = passageOf('name: Rope\ncost: 40\n\n[[name: Oil\nkind: new]]', { isRecords: true });
  expect(shownText(passage, passage).blocks.map(written)).toEqual([
    'name | cost | kind\nRope | 40 | \n[Oil] |  | [new]',
  ]);
});

test('lines that were broken at a width flow; those of a list and of a poem stay', () => {
  const broken = passageOf(
    'The water would find the fault, he wrote to them,\nand no cement that men could pour would ever stay\nit.',
  );
  expect(shownText(broken, broken).blocks).toMatchObject([{ kind: 'paragraph', flows: true }]);
  const poem = passageOf('O water,\nwhere do you go?\n- one\n- two');
  expect(shownText(poem, poem).blocks.map(written)).toEqual([
    'paragraph: O water,\nwhere do you go?',
    '• one',
    '• two',
  ]);
});

test('lines that are left out between two show, and a mark in another section stands under its heading', () => {
  expect(shownText(RULES, RULES.focus, excerptOf(RULES)).blocks.map(written)).toEqual([
    '• [Only tenants whose names stand in the lease, and their children, may live in the rooms of the house.]',
    '…',
    'heading: 8. INSPECTIONS',
    '• [The landlord, or somebody whom he sends with a letter of his own, may look at the rooms by day.]',
  ]);
  expect(shownText(RULES, RULES).blocks.map(({ kind }) => kind)).toEqual(['item', 'item', 'heading', 'item', 'item']);
});
