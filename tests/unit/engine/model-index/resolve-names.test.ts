import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../../scripts/lib/gold';
import { collect, textFile, testClock, testEnv } from '../../../helpers/engine-env';
import { goldModel } from '../../../helpers/gold/answer-call';
import { askedPairs } from '../../../helpers/gold/decisions';
import { letters, READ } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import { decisionRows } from '../../../../src/core/engine/editing/edits';
import { createEngine } from '../../../../src/core/engine/engine';
import { textFiller } from '../../../../src/core/index/index-tables';
import type { EngineEnv } from '../../../../src/core/engine/env';
import type { Decision } from '../../../../src/core/graph/edits/edit-values';
import { TABLES, type EditRow, type ExtractionRow, type TableName } from '../../../../src/core/tables/tables';
import { edit } from '../../../helpers/rows';
import { inEnglish } from '../../../../src/core/message';

const FEW = { ...READ, 'model resolution': { candidates: 8 } };

const SAMPLE = [
  '1899-letter-tarrant.md',
  '1937-plumbline-letter.txt',
  '1937-rex-v-lorne.md',
  '1984-oral-history-pike.md',
];
const sampleText = async (name: string) => textFile(name, await readFile(`public/sample/documents/${name}`, 'utf8'));

/** Letters whose names give more pairs than one run asks about; `asked` begins a run and tells the pairs it asks about. */
async function lettersWithPairsLeft() {
  const pairs: string[] = [];
  const indexed = await letters(24, (request, call) => {
    pairs.push(...askedPairs(request).map(({ a, b }) => [a, b].sort().join(' = ')));
    return naming(request, call);
  });
  const asked = async (): Promise<readonly string[]> => {
    pairs.length = 0;
    await indexed.start(FEW);
    return [...pairs];
  };
  return { ...indexed, asked, first: await asked() };
}

const planned = ({ parts }: Awaited<ReturnType<Awaited<ReturnType<typeof letters>>['plan']>>): boolean =>
  parts.some(({ step }) => step === 'model resolution');

describe('Names left for a later run', () => {
  it('are asked about in the next one that a person begins, each pair once', async () => {
    const { asked, first, plan } = await lettersWithPairsLeft();
    expect(first).toHaveLength(8);
    expect(planned(await plan(FEW))).toBe(true);
    const second = await asked();
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((pair) => first.includes(pair))).toEqual([]);
  });

  it('are planned as many as a run asks about, which are no more than passages were read', async () => {
    const answer = goldModel(await loadGold());
    const { engine, model, plan, start } = await letters(0, ({ messages }) => [answer(messages, 'lines') ?? '']);
    await collect(engine.add(await Promise.all(SAMPLE.map(sampleText))));
    const many = { ...READ, 'model resolution': { candidates: 40 } };
    await start(many);
    const { parts } = await plan(many);
    const before = model.begun.length;
    await start(many);
    expect(model.begun.length - before).toBe(parts.reduce((sum, { calls }) => sum + calls, 0));
  });

  it('wait while a document is added or replaced that names none of them', async () => {
    const { engine, asked, first } = await lettersWithPairsLeft();
    await collect(engine.add([textFile('new.txt', 'Ignatius wrote to Josephine on day 9. Josephine met Leopold.')]));
    const old = first.flatMap((pair) => pair.split(' = '));
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name)))).toEqual([]);
    const text = 'Ignatius wrote to Josephine on day 8. Josephine met Leopold and Mathilda.';
    await collect(engine.add([textFile('new.txt', text)], { onChange: 'replace' }));
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name)))).toEqual([]);
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name))).length).toBeGreaterThan(0);
  });
});

const MODEL = 'Small Model (compact 1)';

const alias = (key: string, into: string): Decision => ({ kind: 'alias', key, value: { into, by: 'Small Model' } });
const idOf = (decision: Decision): string => decisionRows([decision], [], { clock: testClock() })[0]?.id ?? '';
const undoOf = (decision: Decision): EditRow => edit(9, 'undo', idOf(decision));
const redoOf = (decision: Decision): EditRow => edit(10, 'redo', idOf(decision));
const distinct = (key: string, other: string): Decision => ({
  kind: 'distinct',
  key,
  value: { other, by: 'Small Model' },
});

/** A collection of two documents, of which a model has read what names Zebulon. */
async function collectionWith(decisions: readonly Decision[], further: readonly EditRow[] = []) {
  const env = testEnv();
  const first = createEngine(env);
  const { id } = await first.createCollection('Letters');
  await first.open(id);
  await collect(
    first.add([
      textFile('a.txt', 'Ada met Mary and Augusta.'),
      textFile('b.txt', 'Zebulon met the old miller and Mary.'),
    ]),
  );
  await first.open((await first.createCollection('Other')).id);
  const { tables } = await env.collections.open(id);
  const units = (await tables.read('text_units')).map(textFiller(await tables.read('documents')));
  const unit = units.find(({ text }) => text.includes('Zebulon'));
  const record = (kind: string, title: string): ExtractionRow => ({
    document_id: unit?.document_id ?? '',
    text_unit_id: unit?.id ?? '',
    layer: MODEL,
    kind,
    key: title.toLowerCase(),
    title,
    target_key: null,
    target: null,
    type: '',
    description: '',
    weight: 1,
    sentences: [0],
    starts: [0],
    ends: [7],
    attributes: '{}',
  });
  const extractions = [
    record('entity', 'Zebulon'),
    record('entity', 'Mary'),
    record('entity', 'Old miller'),
    record('read', ''),
  ];
  const edits = [...decisionRows(decisions, [], { clock: testClock() }), ...further];
  await tables.commit({ append: { extractions, edits }, state: { derived: false } });
  await tables.close();
  const engine = createEngine(env);
  await engine.open(id);
  await collect(engine.resume());
  const document = unit?.document_id ?? '';
  return { engine, env, id, document };
}

async function everythingIn(env: EngineEnv, id: string): Promise<string> {
  const { tables } = await env.collections.open(id);
  const names = Object.keys(TABLES) as TableName[];
  return JSON.stringify(await Promise.all(names.map((name) => tables.read(name))));
}

describe('what a model decided about names', () => {
  it('merges them in the tables, is told in words and can be undone', async () => {
    const { engine } = await collectionWith([alias('augusta', 'ada')]);
    const titles = async () => (await engine.view()).counts.entities;
    expect(await titles()).toBe(4);
    const [said] = await engine.edits();
    expect(said).toMatchObject({ kind: 'joined', undone: false });
    expect(said && inEnglish(said.words)).toBe('Small Model joined “Augusta” with “Ada”');
    await collect(engine.undo(said?.id ?? ''));
    expect(await titles()).toBe(5);
    expect(await engine.edits()).toMatchObject([{ undone: true }]);
  });

  it('is done again by a person who undid it, and stays so in another visit and with a further document', async () => {
    const { engine, env, id } = await collectionWith([alias('augusta', 'ada')]);
    const [said] = await engine.edits();
    await collect(engine.undo(said?.id ?? ''));
    await collect(engine.redo(said?.id ?? ''));
    expect((await engine.view()).counts.entities).toBe(4);
    expect(await engine.edits()).toMatchObject([{ kind: 'joined', undone: false }]);
    const later = createEngine(env);
    await engine.open((await engine.createCollection('Another')).id);
    await later.open(id);
    await collect(later.add([textFile('c.txt', 'Ada wrote to Augusta.')]));
    expect(await later.namesakes('Ada', 9)).toMatchObject([{ title: 'Augusta' }]);
    await collect(later.undo(said?.id ?? ''));
    expect(await later.namesakes('Ada', 9)).toMatchObject([{ title: 'Ada' }]);
  });

  it('goes with the only document that has one of the names, without a trace in any table', async () => {
    const { engine, env, id, document } = await collectionWith(
      [alias('zebulon', 'mary'), distinct('zebulon', 'ada'), alias('augusta', 'ada')],
      [undoOf(distinct('zebulon', 'ada')), redoOf(distinct('zebulon', 'ada'))],
    );
    expect(await everythingIn(env, id)).toMatch(/zebulon/i);
    await collect(engine.removeDocuments([document]));
    expect(await everythingIn(env, id)).not.toMatch(/zebulon/i);
    expect((await engine.edits()).map(({ words }) => inEnglish(words))).toEqual([
      'Small Model joined “Augusta” with “Ada”',
    ]);
    expect(await everythingIn(env, id)).not.toMatch(/"redo"/);
  });

  it('stays while another document has the names', async () => {
    const { engine, document } = await collectionWith([alias('mary', 'ada')]);
    await collect(engine.removeDocuments([document]));
    expect(await engine.edits()).toHaveLength(1);
  });

  it('and that a person undid it stays while a file is replaced by one that has the names, which only a model finds', async () => {
    const joined = alias('old miller', 'mary');
    const { engine } = await collectionWith([joined], [undoOf(joined)]);
    await collect(engine.add([textFile('b.txt', 'Mary knew the old millers.')], { onChange: 'replace' }));
    expect(await engine.edits()).toMatchObject([{ kind: 'joined', undone: true }]);
  });

  it('goes with a file that is replaced by one without the names', async () => {
    const joined = alias('old miller', 'mary');
    const { engine, env, id } = await collectionWith([joined], [undoOf(joined)]);
    await collect(
      engine.add([textFile('b.txt', 'Mary knew the millpond and the cold miller.')], { onChange: 'replace' }),
    );
    expect(await everythingIn(env, id)).not.toMatch(/\bold miller/i);
  });
});

describe('what a person said of names', () => {
  it('goes with the only document that has them, without a trace in any table, and else stays', async () => {
    const { engine, env, id, document } = await collectionWith(
      [],
      [
        edit(1, 'rename', 'zebulon', 'Mister Zed'),
        edit(2, 'merge', 'old miller', 'zebulon'),
        edit(3, 'rename', 'mary', 'Mary Shelley'),
      ],
    );
    await collect(engine.removeDocuments([document]));
    expect(await everythingIn(env, id)).not.toMatch(/zebulon|mister zed|old miller/i);
    expect((await engine.edits()).map(({ words }) => inEnglish(words))).toEqual(['Renamed “Mary” to “Mary Shelley”']);
  });
});
