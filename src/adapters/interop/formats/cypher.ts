import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import type { ExportFormat } from '../export-format';
import { edgesOf, GRAPH_TABLES, nodesOf } from './graph-parts';

/** Statements for Neo4j and others that speak Cypher; run again they change nothing. */
export const cypherScript: ExportFormat = {
  name: 'cypher',
  title: 'Cypher',
  about: message`A script that builds the graph in Neo4j 5 and other databases of the same Cypher.`,
  extension: 'cypher',
  mediaType: 'application/x-cypher-query',
  tables: GRAPH_TABLES,
  content: { kind: 'text', write },
};

/** Rows of a statement. */
const ROWS = 500;

function* write(tables: GraphTables): Generator<string> {
  yield 'CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;\n';
  yield* statements(
    nodesOf(tables),
    ({ id, x: _x, y: _y, ...facts }) => `{id: ${literal(id)}, facts: ${map(facts)}}`,
    'MERGE (e:Entity {id: row.id}) SET e += row.facts',
  );
  yield* statements(
    edgesOf(tables),
    ({ id, source, target, ...facts }) =>
      `{id: ${literal(id)}, source: ${literal(source)}, target: ${literal(target)}, facts: ${map(facts)}}`,
    'MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target}) MERGE (a)-[r:RELATED_TO {id: row.id}]->(b) SET r += row.facts',
  );
}

function* statements<T>(rows: Iterable<T>, write: (row: T) => string, then: string): Generator<string> {
  let count = 0;
  for (const row of rows) {
    const begin = count % ROWS === 0 ? 'UNWIND [\n' : ',\n';
    count++;
    const end = count % ROWS === 0 ? `\n] AS row ${then};\n` : '';
    yield begin + write(row) + end;
  }
  if (count % ROWS > 0) yield `\n] AS row ${then};\n`;
}

type Value = string | number | null;

/** Names of properties are plain words; what is empty is left out. */
function map(values: Readonly<Record<string, Value>>): string {
  const parts = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [`${name}: ${typeof value === 'number' ? String(value) : literal(value)}`],
  );
  return `{${parts.join(', ')}}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text as a Cypher literal. A control character or a lone surrogate becomes a space or U+FFFD: not every parser takes it. */
function literal(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(/[\\'\n\r\t]/gu, (character) => ESCAPES[character] ?? character)
    .replace(/\p{Cc}/gu, ' ');
  return `'${escaped}'`;
}
