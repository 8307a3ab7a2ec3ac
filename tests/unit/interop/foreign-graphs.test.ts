import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../helpers/engine-env';

const CASES = join(import.meta.dirname, '../../fixtures/foreign-graphs');

interface Expected {
  readonly program: string;
  /** Title, type, description. */
  readonly entities: readonly (readonly [string, string, string])[];
  /** Source, target, weight, description. */
  readonly relationships: readonly (readonly [string, string, number, string])[];
}

/** The files of a case, and what must come of them. */
function caseOf(name: string) {
  const names = readdirSync(join(CASES, name)).filter((file) => file !== 'expected.json');
  const files = names.map((file) => ({ path: file, bytes: new Blob([readFileSync(join(CASES, name, file))]) }));
  const expected = JSON.parse(readFileSync(join(CASES, name, 'expected.json'), 'utf8')) as Expected;
  return { files, expected };
}

describe('graphs of other programs come in with names, types, texts and strengths', () => {
  const names = readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  test.each(names.map(({ name }) => name))('%s', async (name) => {
    const { files, expected } = caseOf(name);
    const env = testEnv();
    const engine = createEngine(env);
    expect(await engine.kindOf(files)).toBe('graph');
    const { record } = await engine.importFiles(files);
    await engine.open(record.id);
    await collect(engine.resume());
    const { tables } = await env.collections.open(record.id);
    const [entities, relationships] = [await tables.read('entities'), await tables.read('relationships')];
    expect(entities.map(({ title, type, description }) => [title, type, description]).sort()).toEqual(
      expected.entities.toSorted(),
    );
    expect(relationships.map((row) => [row.source, row.target, row.weight, row.description]).sort()).toEqual(
      expected.relationships.toSorted(),
    );
    expect(new Set(entities.map(({ method }) => method))).toEqual(new Set([`${expected.program} (imported)`]));
    const [document] = await tables.read('documents');
    expect(document?.media_type).toBe(`application/x-graph+${expected.program.toLowerCase()}`);
  });
});

const GRAPHML = (inner: string, before = ''): string => `<?xml version="1.0"?>${before}<graphml>${inner}</graphml>`;
const NODES = '<node id="a"/><node id="b"/>';

describe('a graph that does harm, or is none, is refused with words', () => {
  test.each([
    [
      'entities of its own',
      'x.graphml',
      GRAPHML(`<graph>${NODES}</graph>`, '<!DOCTYPE g [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>'),
      'x.graphml declares entities of its own',
    ],
    [
      'elements nested 100,000 deep',
      'x.graphml',
      GRAPHML('<graph><node id="a">'.repeat(50_000)),
      /the elements of x\.graphml are nested more than 1,?000 deep/u,
    ],
    ['edges of more than two nodes', 'x.graphml', GRAPHML(`<graph>${NODES}<hyperedge/></graph>`), 'has hyperedges'],
    ['no text', 'x.graphml', '\u0000\u0001\u0002'.repeat(50), 'x.graphml is not text in any encoding'],
    ['only the start of GEXF', 'x.gexf', '<gexf><graph><nodes><node id="a"/>', 'damaged, cut short or no GEXF file'],
    ['a node twice in GEXF', 'x.gexf', `<gexf><graph>${NODES}${NODES}</graph></gexf>`, 'two nodes have the id a'],
    ['JSON that is cut short', 'x.json', '{"nodes":[{"id":"a"}],"links":[', 'x.json is not valid JSON'],
    ['JSON nested 100,000 deep', 'x.json', `{"nodes":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'x.json'],
    ['JSON of something else', 'x.json', '{"nodes":["a","b"]}', 'x.json has no lists of nodes and links'],
    [
      'a quotation mark that never closes',
      'edges.csv',
      'Source,Target\n"a,b\nc,d\n',
      'quotation mark that is never closed',
    ],
    ['nothing, as GraphML', 'x.graphml', '', 'x.graphml is empty'],
    ['nothing, as CSV', 'edges.csv', '\n', 'edges.csv is empty'],
    ['a table of something else', 'prices.csv', 'day,price\n1,2\n', 'no graph in GraphML, GEXF, JSON or CSV'],
  ])('%s', async (_, path, content, words) => {
    const engine = createEngine(testEnv());
    await expect(engine.importFiles([textFile(path, content)])).rejects.toThrow(words);
    expect(await engine.collections()).toEqual([]);
  });

  test('but edges that lead in a circle, or from a node to itself, are taken', async () => {
    const engine = createEngine(testEnv());
    const edges = ['a,b', 'b,c', 'c,a', 'a,a'].join('\n');
    const { record } = await engine.importFiles([textFile('edges.csv', `Source,Target\n${edges}\n`)]);
    expect((await engine.open(record.id)).counts).toMatchObject({ entities: 3, relationships: 4 });
  });

  test('and names of columns that mean something to JavaScript are taken as they are', async () => {
    const engine = createEngine(testEnv());
    const json =
      '{"nodes":[{"id":"__proto__","constructor":"x"},{"id":"toString"}],"links":[{"source":"__proto__","target":"toString"}]}';
    const { record } = await engine.importFiles([textFile('x.json', json)]);
    expect((await engine.open(record.id)).counts).toMatchObject({ entities: 2, relationships: 1 });
  });
});

test('JSON that is long and has many objects, but no lists of nodes, is soon told to be a document', async () => {
  const json = `{${Array.from({ length: 3000 }, (_, at) => `"key${at}": {}`).join(', ')}, "nodes": 3}`;
  expect(await createEngine(testEnv()).kindOf([textFile('x.json', json)])).toBe('documents');
});

test('JSON whose graph has values of its own before its nodes is still a graph', async () => {
  const json = '{"graph": {"node_default": {"kind": ["x"]}}, "nodes": [{"id": "a"}], "links": []}';
  expect(await createEngine(testEnv()).kindOf([textFile('x.json', json)])).toBe('graph');
});

test.each([
  ['prices.csv', 'id,price\n1,2\n'],
  ['translations.csv', 'source,target\nHund,dog\n'],
  ['settings.json', '{"nodes":["a"],"edges":"none"}'],
  ['letters.json', '[{"id":1,"source":"a","target":"b"}]'],
  ['page.xml', '<page><graphml-like/></page>'],
])('%s that is added is a document, and no graph', async (path, content) => {
  expect(await createEngine(testEnv()).kindOf([textFile(path, content)])).toBe('documents');
});

test('a graph in a ZIP file is read by the name of the file in it', async () => {
  const zip = new ZipWriter(new BlobWriter());
  await zip.add('tower.gexf', new TextReader('<gexf><graph><nodes><node id="a" label="Ada"/></nodes></graph></gexf>'));
  const engine = createEngine(testEnv());
  const { record } = await engine.importFiles([{ path: 'tower.zip', bytes: await zip.close() }]);
  expect((await engine.open(record.id)).counts.entities).toBe(1);
});
