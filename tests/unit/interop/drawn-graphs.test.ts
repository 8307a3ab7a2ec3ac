import { describe, expect, test } from 'vitest';
import { csvRows } from '../../../src/adapters/interop/import/csv-graph';
import { exportWriter } from '../../../src/adapters/interop/write-export';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import { inEnglish } from '../../../src/core/message';
import { csvLine } from '../../../src/core/tables/csv';
import type { EntityRow, RelationshipRow } from '../../../src/core/tables/tables';
import { fileOf } from '../../helpers/duckdb-over';
import { collect, parquetInNode, testClock, testEnv, textFile } from '../../helpers/engine-env';
import { HOSTILE_NAMES, ringOf } from './hostile-tables';

interface Opened {
  readonly engine: EngineApi;
  readonly env: EngineEnv;
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly read: () => Promise<readonly [readonly EntityRow[], readonly RelationshipRow[]]>;
}

async function opened(files: readonly { readonly path: string; readonly bytes: Blob }[]): Promise<Opened> {
  const env = testEnv();
  const engine = createEngine(env);
  expect(await engine.kindOf(files)).toBe('graph');
  const { record } = await engine.importFiles(files);
  await engine.open(record.id);
  await collect(engine.resume());
  const read = async () => {
    const { tables } = await env.collections.open(record.id);
    return [await tables.read('entities'), await tables.read('relationships')] as const;
  };
  const [entities, relationships] = await read();
  return { engine, env, entities, relationships, read };
}

const NODES =
  'Id,Label,Type,Description\nn1,Ada Stirn,Person,Ada keeps the tower.\nn2,Choir Tower,Place,"A tower, with bells."\n';
const EDGES = 'Source,Target,Weight,Description\nn1,n2,4,Ada keeps the Choir Tower.\nn2,n3,,\n';

describe('JSON of nodes and links', () => {
  const graph = (nodes: readonly unknown[], links: readonly unknown[]) => JSON.stringify({ nodes, links });
  const drawn = async (json: string) => {
    const { entities, relationships } = await opened([textFile('graph.json', json)]);
    const ends = relationships.map(({ source, target, weight }) => [source, target, weight]);
    return { titles: entities.map(({ title }) => title), ends };
  };

  test('keeps fractions of many digits, and whole numbers beyond 2^53 as ids', async () => {
    const json =
      '{"nodes":[{"id":9007199254740993},{"id":9007199254740995}],' +
      '"links":[{"source":9007199254740993,"target":9007199254740995,"weight":0.30000000000000004}]}';
    expect(await drawn(json)).toEqual({
      titles: ['9007199254740993', '9007199254740995'],
      ends: [['9007199254740993', '9007199254740995', 0.30000000000000004]],
    });
  });

  test.each(['id', 'name'])('may name nodes with a column %s by their position', async (column) => {
    const json = graph([{ [column]: 'Ada' }, { [column]: 'Bo' }], [{ source: 0, target: 1, value: 2 }]);
    expect(await drawn(json)).toEqual({ titles: ['Ada', 'Bo'], ends: [['Ada', 'Bo', 2]] });
  });

  test('is read by the first of columns that differ only in case, and any word may be a type', async () => {
    const nodes = [{ id: 'a', ID: 'Q42' }, { id: 'b' }];
    const { relationships } = await opened([
      textFile('graph.json', graph(nodes, [{ source: 'a', target: 'b', Source: 'Reuters', type: 'constructor' }])),
    ]);
    expect(relationships.map(({ source, target, description }) => [source, target, description])).toEqual([
      ['a', 'b', 'constructor'],
    ]);
  });
});

test('a graph with too few words to tell its language is found by other forms of its words', async () => {
  const links = [{ source: 'Ada', target: 'Harbour lights', label: 'keeps' }];
  const json = JSON.stringify({ nodes: [{ id: 'Ada' }, { id: 'Harbour lights' }, { id: 'Ben' }], links });
  const { engine, env } = await opened([textFile('graph.json', json)]);
  const [record] = await engine.collections();
  const { tables } = await env.collections.open(record?.id ?? '');
  expect((await tables.read('documents')).map(({ language }) => language)).toEqual(['und']);
  const events = await collect(engine.search({ question: 'keeping a light', mode: 'basic', history: [] }));
  expect(JSON.stringify(events)).toContain('Ada → Harbour lights: keeps');
});

describe('names in quotation marks', () => {
  const titles = async (...ids: readonly string[]) => {
    const json = JSON.stringify({ nodes: ids.map((id) => ({ id })), links: [{ source: ids[0], target: ids[1] }] });
    const { entities, relationships } = await opened([textFile('graph.json', json)]);
    expect(relationships).toHaveLength(1);
    return entities.map(({ title }) => title);
  };

  test('lose them where all names have them', async () => {
    expect(await titles('"ADA STIRN"', '"CHOIR TOWER"')).toEqual(['ADA STIRN', 'CHOIR TOWER']);
  });

  test('lose them where a model left some without', async () => {
    expect(await titles('"ADA STIRN"', '"CHOIR TOWER"', 'LAMP')).toEqual(['ADA STIRN', 'CHOIR TOWER', 'LAMP']);
  });

  test('keep them where only some have them', async () => {
    expect(await titles('"The Lamp"', 'Ada')).toEqual(['"The Lamp"', 'Ada']);
  });
});

describe('a node that only an edge names is an entity, and is told', () => {
  const edge = '<edge source="a" target="b"/>';
  const csv = (nodes: string) => [...(nodes ? [['nodes.csv', nodes]] : []), ['edges.csv', 'Source,Target\na,b\n']];

  test.each([
    ['JSON', [['graph.json', '{"nodes":[{"id":"a"}],"links":[{"source":"a","target":"b"}]}']], 1],
    ['GraphML', [['graph.graphml', `<graphml><graph><node id="a"/>${edge}</graph></graphml>`]], 1],
    ['GEXF', [['graph.gexf', `<gexf><graph><nodes><node id="a"/></nodes><edges>${edge}</edges></graph></gexf>`]], 1],
    ['CSV', csv('Id\na\n'), 1],
    ['CSV without nodes', csv(''), 0],
  ])('%s', async (_, files, unlisted) => {
    const engine = createEngine(testEnv());
    const { record, notes } = await engine.importFiles(files.map(([path = '', text = '']) => textFile(path, text)));
    await engine.open(record.id);
    expect((await engine.view()).counts.entities).toBe(2);
    const count = /not the list of nodes, name (\d+) of the entities/u.exec(inEnglish(notes))?.[1];
    expect(Number(count ?? 0)).toBe(unlisted);
  });
});

describe('CSV files of nodes and edges', () => {
  test('become a layer of their own, whose rows can be followed to a text', async () => {
    const { engine, entities, relationships } = await opened([
      textFile('my/nodes.csv', NODES),
      textFile('my/edges.csv', EDGES),
    ]);
    expect(entities.map(({ id, title, type, method }) => [id, title, type, method])).toEqual([
      ['n1', 'Ada Stirn', 'person', 'CSV (imported)'],
      ['n2', 'Choir Tower', 'place', 'CSV (imported)'],
      ['n3', 'n3', 'concept', 'CSV (imported)'],
    ]);
    expect(relationships.map(({ source, target, weight }) => [source, target, weight])).toEqual([
      ['Ada Stirn', 'Choir Tower', 4],
      ['Choir Tower', 'n3', 1],
    ]);
    const events = await collect(engine.search({ question: 'Who keeps the Choir Tower?', mode: 'local', history: [] }));
    expect(JSON.stringify(events)).toContain('Ada Stirn → Choir Tower: Ada keeps the Choir Tower.');
  });

  test('are told apart where titles are the same, whatever these are', async () => {
    const { entities, relationships } = await opened([
      textFile('nodes.csv', 'Id,Label\n9,A (2)\n1,A\n2,A\n'),
      textFile('edges.csv', 'Source,Target\n2,1\n9,2\n'),
    ]);
    expect(new Set(entities.map(({ title }) => title)).size).toBe(3);
    expect(relationships.map(({ source_id, target_id }) => [source_id, target_id])).toEqual([
      ['2', '1'],
      ['9', '2'],
    ]);
  });

  test('keep the apostrophes of their titles when they go out and come in again', () => {
    const titles = ["'=quoted", '=1+1', "''+2", "'plain", '-3', "it's"];
    const csv = ['Id,Label\r\n', ...titles.map((title, at) => csvLine([at, title]))].join('');
    expect(csvRows(csv).map((row) => row['Label'])).toEqual(titles);
    for (const [, cell = ''] of csv.matchAll(/^\d,(.*)\r$/gmu)) expect(cell).not.toMatch(/^[=+\-@]/u);
  });

  test('stay when a document comes', async () => {
    const { engine, entities, read } = await opened([textFile('nodes.csv', NODES), textFile('edges.csv', EDGES)]);
    await collect(engine.add([textFile('new.txt', 'Mira rang. Mira left.')]));
    const [after] = await read();
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(entities.map(({ id }) => id)));
  });

  test('with other CSV files among them are documents', async () => {
    const engine = createEngine(testEnv());
    expect(await engine.kindOf([textFile('edges.csv', EDGES), textFile('prices.csv', 'a,b\n1,2\n')])).toBe('documents');
  });
});

describe('GraphML', () => {
  test('that was exported comes back with every node and edge, hostile names too', async () => {
    const writer = exportWriter({ parquet: parquetInNode, clock: testClock() });
    const names = HOSTILE_NAMES.filter((name) => name.trim() !== '');
    const file = await fileOf(writer.write('graphml', ringOf(names)));
    const { entities, relationships } = await opened([{ path: 'ring.graphml', bytes: file }]);
    expect(entities).toHaveLength(names.length);
    expect(relationships).toHaveLength(names.length);
    expect(entities[1]?.title).toBe(names[1]);
    expect(relationships.map(({ weight }) => weight)).toEqual(names.map((_, at) => at + 0.5));
  });

  test.each([
    ['cut short', '<graphml><graph><node id="a"/>', 'damaged, cut short or no GraphML file'],
    ['something else', '<svg></svg>', 'damaged, cut short or no GraphML file'],
    ['empty', '<graphml><graph></graph></graphml>', 'there are no nodes'],
    ['a node twice', '<graphml><graph><node id="a"/><node id="a"/></graph></graphml>', 'two nodes have the id a'],
  ])('that is %s is refused with words', async (_, xml, words) => {
    const engine = createEngine(testEnv());
    await expect(engine.importFiles([textFile('x.graphml', xml)])).rejects.toThrow(words);
    expect(await engine.collections()).toEqual([]);
  });
});
