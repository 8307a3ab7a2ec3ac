import { CommonTokenStream, InputStream } from 'antlr4';
import { CypherLexer, CypherParser } from '@neo4j-cypher/antlr4';
import { MultiDirectedGraph } from 'graphology';
import { marked } from 'marked';
import gexfParser from 'graphology-gexf';
import graphmlParser from 'graphology-graphml';
import { XmlDocument } from 'libxml2-wasm';
import { Parser, Store } from 'n3';
import { describe, expect, test } from 'vitest';
import { exportWriter } from '../../../src/adapters/interop/write-export';
import { duckdbOver, fileOf, unpacked } from '../../helpers/duckdb-over';
import { parquetInNode, testClock } from '../../helpers/engine-env';
import { HOSTILE_NAMES, ringOf } from './hostile-tables';

const writer = exportWriter({ parquet: parquetInNode, clock: testClock() });
const tables = ringOf(HOSTILE_NAMES);
const exported = (format: string): Promise<Blob> => fileOf(writer.write(format, tables));

/** Converts a text as XML does: forbidden characters become U+FFFD. */
const inXml = (text: string): string =>
  text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd');

const count = HOSTILE_NAMES.length;

describe('GraphML with hostile names', () => {
  test('is well-formed for libxml2, and every text comes back', async () => {
    const document = XmlDocument.fromString(await (await exported('graphml')).text());
    const spaces = { g: 'http://graphml.graphdrawing.org/xmlns' };
    const titles = HOSTILE_NAMES.map((_, at) =>
      document.get(`//g:node[@id="e${String(at)}"]/g:data[@key="node_title"]`, spaces),
    );
    expect(titles.map((node) => (node && 'content' in node ? node.content : ''))).toEqual(HOSTILE_NAMES.map(inXml));
    document.dispose();
  });

  test('is the same graph for graphology', async () => {
    const graph = graphmlParser.parse(MultiDirectedGraph, await (await exported('graphml')).text());
    expect([graph.order, graph.size]).toEqual([count, count]);
    expect(graph.getNodeAttributes('e0')).toMatchObject({ title: 'Plain', type: 'person', degree: 2, community: 3 });
    expect(graph.extremities('r2')).toEqual(['e2', 'e3']);
    expect(graph.getEdgeAttribute('r2', 'weight')).toBe(2.5);
  });
});

describe('GEXF with hostile names', () => {
  test('is well-formed for libxml2, and every text comes back', async () => {
    const document = XmlDocument.fromString(await (await exported('gexf')).text());
    const spaces = { g: 'http://www.gexf.net/1.2draft' };
    const labels = HOSTILE_NAMES.map((_, at) => document.get(`//g:node[@id="e${String(at)}"]/@label`, spaces));
    expect(labels.map((node) => (node && 'content' in node ? node.content : ''))).toEqual(HOSTILE_NAMES.map(inXml));
    document.dispose();
  });

  test('is the same graph for graphology, with places where there are any', async () => {
    const graph = gexfParser.parse(MultiDirectedGraph, await (await exported('gexf')).text());
    expect([graph.order, graph.size]).toEqual([count, count]);
    expect(graph.getNodeAttributes('e0')).toMatchObject({ label: 'Plain', type: 'person', degree: 2, x: 0.5, y: -1.5 });
    expect(graph.getEdgeAttributes('r2')).toMatchObject({ weight: 2.5 });
  });
});

test('JSON holds every node and link, and every text as it is', async () => {
  const { nodes, links } = JSON.parse(await (await exported('json')).text()) as {
    readonly nodes: readonly Record<string, unknown>[];
    readonly links: readonly Record<string, unknown>[];
  };
  expect(nodes.map(({ title }) => title)).toEqual(HOSTILE_NAMES);
  expect(links[2]).toEqual({ key: 'r2', source: 'e2', target: 'e3', description: HOSTILE_NAMES[2], weight: 2.5 });
});

test('CSV is read by DuckDB with every text, and no cell is a formula', async () => {
  const sql = await duckdbOver(await unpacked(await exported('csv')));
  const scan = (file: string): string =>
    `read_csv('$folder/${file}', header = true, all_varchar = true, quote = '"', escape = '"', delim = ',', max_line_size = 10000000, strict_mode = true)`;
  const nodes = await sql.rows(`SELECT Id, coalesce(Label, '') AS "Label" FROM ${scan('nodes.csv')}`);
  const cells = nodes.map(({ Label }) => String(Label));
  const plain = cells.map((cell) => cell.replace(/^'(?=[=+\-@])/u, ''));
  expect(plain).toEqual(HOSTILE_NAMES.map((name) => name.toWellFormed()));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/u.test(cell))).toEqual([]);
  const [edge] = await sql.rows(`SELECT Source, Target, Weight::DOUBLE AS w FROM ${scan('edges.csv')} WHERE Id = 'r2'`);
  expect(edge).toEqual({ Source: 'e2', Target: 'e3', w: 2.5 });
  await sql.close();
});

describe('Cypher with hostile names', () => {
  test('is statements that build nodes and relationships, and nothing else, for the parser of Neo4j', async () => {
    const text = await (await exported('cypher')).text();
    const [constraint = '', ...lines] = text.split('\n');
    expect(constraint).toBe('CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;');
    const { errors, literals, statements } = parsedCypher(lines.join('\n').replace(/;\s*$/u, ''));
    expect(errors).toEqual([]);
    expect(statements).toBe(2);
    const texts = literals.map(unescaped);
    const names = HOSTILE_NAMES.filter((name) => name !== '').map((name) =>
      name.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu, ' '),
    );
    expect(texts).toEqual(expect.arrayContaining(names));
  });
});

/** By the rules of Cypher: a backslash begins an escape. */
const unescaped = (literal: string): string =>
  literal.slice(1, -1).replace(/\\(.)/gsu, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);

function parsedCypher(text: string): {
  readonly errors: readonly string[];
  readonly literals: readonly string[];
  readonly statements: number;
} {
  const errors: string[] = [];
  const listener = {
    syntaxError: (_recognizer: unknown, _symbol: unknown, line: number, column: number, words: string) =>
      void errors.push(`${String(line)}:${String(column)} ${words}`),
    reportAmbiguity: () => undefined,
    reportAttemptingFullContext: () => undefined,
    reportContextSensitivity: () => undefined,
  };
  const lexer = new CypherLexer(new InputStream(text));
  const parser = new CypherParser(new CommonTokenStream(lexer));
  for (const one of [lexer, parser]) {
    one.removeErrorListeners();
    one.addErrorListener(listener);
  }
  const tree = parser.cypher();
  const literals: string[] = [];
  const visit = (node: ReturnType<typeof parser.cypher>): void => {
    for (const child of node.children ?? []) visit(child);
    if (node instanceof CypherParser.StringLiteralContext) literals.push(node.getText());
  };
  visit(tree);
  const statements = (tree.children ?? []).filter((child) => child.getText().trim().startsWith('UNWIND')).length;
  return { errors, literals, statements };
}

describe('RDF with hostile names', () => {
  const SKOS = 'http://www.w3.org/2004/02/skos/core#';

  test('is N-Triples for a strict parser, and every text comes back', async () => {
    const quads = new Parser({ format: 'N-Triples' }).parse(await (await exported('rdf')).text());
    const labels = new Map(
      quads.flatMap(({ subject, predicate, object }) =>
        predicate.value === `${SKOS}prefLabel` ? [[subject.value, object.value]] : [],
      ),
    );
    const written = HOSTILE_NAMES.map((_, at) => labels.get(`urn:burrow:entity:e${String(at)}`) ?? '');
    expect(written).toEqual(HOSTILE_NAMES.map((name) => name.toWellFormed()));
  });

  test('links entities, their passage and its document, and says more of each relationship', async () => {
    const store = new Store(new Parser({ format: 'N-Triples' }).parse(await (await exported('rdf')).text()));
    expect(store.countQuads(null, `${SKOS}related`, null, null)).toBe(count);
    expect(store.countQuads('urn:burrow:community:3', `${SKOS}member`, null, null)).toBe(count);
    expect(store.countQuads(null, 'http://www.w3.org/ns/prov#wasDerivedFrom', 'urn:burrow:text-unit:u', null)).toBe(
      2 * count,
    );
    const [weight] = store.getObjects(
      'urn:burrow:relationship:r2',
      `http://www.w3.org/1999/02/22-rdf-syntax-ns#value`,
      null,
    );
    expect(weight).toMatchObject({ value: '2.5', datatype: { value: 'http://www.w3.org/2001/XMLSchema#double' } });
  });

  test('no id leaves its name', async () => {
    const [row] = tables.entities;
    const id = 'e> <urn:x> <urn:y> . \n# "\ud800';
    const entities = row ? [{ ...row, id }] : [];
    const text = await (await fileOf(writer.write('rdf', { ...tables, entities, relationships: [] }))).text();
    const quads = new Parser({ format: 'N-Triples' }).parse(text);
    expect(quads.filter(({ predicate }) => predicate.value === `${SKOS}prefLabel`)).toHaveLength(1);
    expect(quads.some(({ subject }) => subject.value === 'urn:x')).toBe(false);
  });
});

describe('Markdown notes of hostile names', () => {
  test('have safe names, of which no two differ by case alone', async () => {
    const files = [...(await unpacked(await exported('vault'))).keys()];
    expect(files.filter((path) => path.startsWith('entities/'))).toHaveLength(count);
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length);
    for (const path of files) {
      expect(path).toMatch(/^(?:entities|reports|documents)\/[^/\\:*?"<>|#^[\]\p{Cc}]+\.md$/u);
      expect(path).not.toMatch(/\/(?:con|aux|nul|prn)\.md$|\/\.|[. ]\.md$/iu);
      expect(new TextEncoder().encode(path.split('/')[1]).length).toBeLessThan(220);
    }
  });

  test('link to notes that are there, and to no others', async () => {
    const files = await unpacked(await exported('vault'));
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let links = 0;
    for (const bytes of files.values()) {
      for (const [, path = ''] of decoder.decode(bytes).matchAll(/(?<!\\)\[\[([^|\]]+)\|[^\]]*\]\]/gu)) {
        expect([...files.keys()]).toContain(path);
        links++;
      }
    }
    expect(links).toBeGreaterThan(4 * count);
  });

  test('quote documents so that nothing in them is fetched, run or linked', async () => {
    const text = [
      '![pixel](https://host/p.png) <img src="https://host/p.png">',
      '```dataviewjs\nfetch("https://host")\n```\n````',
      '~~~dataviewjs\nfetch("https://host")\n~~~',
      '[[Plain]] `= this.file` <% tp.system.prompt() %>',
    ].join('\n\n');
    const [document] = tables.documents;
    const hostile = { ...tables, documents: document ? [{ ...document, text }] : [] };
    const files = await unpacked(await fileOf(writer.write('vault', hostile)));
    const [note] = [...files].flatMap(([path, bytes]) =>
      path.startsWith('documents/') ? [new TextDecoder().decode(bytes)] : [],
    );
    const tokens = marked.lexer((note ?? '').replace(/^---\n.*?\n---\n/su, ''));
    const code = tokens.filter(({ type }) => type === 'code');
    expect(code).toMatchObject([{ lang: 'text', text }]);
    const others = JSON.stringify(tokens.filter(({ type }) => type !== 'code'));
    expect(others).not.toMatch(/host|dataviewjs/u);
  });

  test('say how many links are left out of a long list', async () => {
    const many = ringOf(Array.from({ length: 230 }, (_, at) => `Name ${String(at)}`));
    const files = await unpacked(await fileOf(writer.write('vault', many)));
    const [report] = [...files].filter(([path]) => path.startsWith('reports/'));
    const text = new TextDecoder().decode(report?.[1]);
    expect(text.match(/^- \[\[/gmu)).toHaveLength(200);
    expect(text).toMatch(/\n- and 30 more\n$/u);
  });

  test('have properties that YAML can hold', async () => {
    const files = await unpacked(await fileOf(writer.write('vault', ringOf(['It\u0092s \u007f \ufffe late', 'B']))));
    for (const bytes of files.values()) {
      const [, head = ''] = /^---\n(.*?)\n---\n/su.exec(new TextDecoder().decode(bytes)) ?? [];
      expect(head).not.toMatch(/[\u007f-\u009f\ufffe]/u);
      if (head.startsWith('id: "e0"')) expect(head).toContain('aliases: ["It\\u0092s \\u007f \\ufffe late"]');
    }
  });

  test('keep what is theirs in their properties, as JSON that is YAML', async () => {
    const files = await unpacked(await exported('vault'));
    const note = new TextDecoder().decode(files.get('entities/Plain.md'));
    expect(note).toMatch(
      /^---\nid: "e0"\ntype: "person"\naliases: \["Plain"\]\nfrequency: 1\ndegree: 2\n---\n\n# Plain\n/u,
    );
    for (const [path, bytes] of files) {
      const [, properties = ''] = /^---\n(.*?)\n---\n/su.exec(new TextDecoder().decode(bytes)) ?? [];
      for (const line of properties.split('\n')) {
        const [, value = ''] = /^[a-z]+: (.*)$/u.exec(line) ?? [];
        expect(() => JSON.parse(value) as unknown, `${path}: ${line}`).not.toThrow();
      }
    }
  });
});
