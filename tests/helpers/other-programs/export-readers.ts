import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'n3';
import { unpacked } from '../duckdb-over';
import { exported, inUtf8, type ExportReader } from './exported';
import { duckdbParquet, polarsParquet } from './parquet-readers';
import { REFERENCE_READERS } from './reference-readers';
import { NOTEBOOK_READERS } from './notebook-readers';
import {
  compareFacts,
  factsOf,
  graphFacts,
  readFacts,
  type Facts,
  type ReadGraph,
  type DocumentedChange,
} from './facts';
import { collapsed, pandocText, type PandocDocument } from './pandoc-text';
import { inFolder, isInstalled, pythonsWith, readWith, run } from './programs';

/** Converts a text as XML does: forbidden characters become U+FFFD. */
const inXml = (value: string | number): string | number =>
  typeof value === 'number'
    ? value
    : value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd');

/** Readers of graph files in Python, one for each version of a module. */
function pythonGraph(
  format: string,
  module: string,
  script: string,
  {
    args = [],
    names = {},
    documented,
  }: { args?: readonly string[]; names?: Record<string, string>; documented: typeof inXml },
): ExportReader {
  return {
    ...{ format, program: module, isSmall: true },
    isThere: () => pythonsWith(module).length > 0,
    read: (tables) =>
      inFolder(async (folder) => {
        const file = join(folder, `graph.${format}`);
        writeFileSync(file, new Uint8Array(await (await exported(format, tables)).arrayBuffer()));
        return pythonsWith(module).map((python) => {
          const graph = readWith<ReadGraph>(python, script, ...args, file);
          const passage = compareFacts(graphFacts(tables), readFacts(graph, names), documented);
          return { format, reader: graph.reader, passage };
        });
      }),
  };
}

/** Subject, predicate and object as one name, so that each statement is counted by itself. */
const statementFacts = (statements: Iterable<readonly [string, string, string]>): Facts =>
  new Map([...statements].map((parts) => [`statement ${JSON.stringify(parts).replaceAll(' ', '\u2420')}`, 1]));

const rdflib: ExportReader = {
  ...{ format: 'rdf', program: 'rdflib', isSmall: true },
  isThere: () => pythonsWith('rdflib').length > 0,
  read: (tables) =>
    inFolder(async (folder) => {
      const file = join(folder, 'graph.nt');
      const text = await (await exported('rdf', tables)).text();
      writeFileSync(file, text);
      // A parser of another house says what stands in the file.
      const quads = new Parser({ format: 'N-Triples' }).parse(text);
      const before = statementFacts(
        quads.map(({ subject, predicate, object }) => [subject.value, predicate.value, object.value] as const),
      );
      return pythonsWith('rdflib').map((python) => {
        const { reader, statements } = readWith<{ reader: string; statements: [string, string, string][] }>(
          python,
          'read_rdflib.py',
          file,
        );
        return { format: 'rdf', reader, passage: compareFacts(before, statementFacts(statements), (value) => value) };
      });
    }),
};

/** Columns of the two tables, by the names that they have at home. */
const CSV_NAMES = { Label: 'title', Source: 'source', Target: 'target', Weight: 'weight' };

function rowFacts(kind: string, rows: readonly (readonly (string | number)[])[], isTyped: boolean): Facts {
  const [head = [], ...body] = rows;
  const numeric = new Set(['frequency', 'degree', 'community', 'x', 'y', 'Weight']);
  const items = body.map((cells): [string, Record<string, unknown>] => {
    const entries = head.map((name, at): [string, unknown] => {
      const cell = cells[at] ?? '';
      return [String(name), !isTyped && numeric.has(String(name)) && cell !== '' ? Number(cell) : cell];
    });
    const { Id, Type: _type, ...values } = Object.fromEntries(entries);
    return [String(Id), values];
  });
  return factsOf(kind, items, CSV_NAMES);
}

/** A formula has an apostrophe in front of it. */
const inCsv = (value: string | number): string | number =>
  typeof value === 'string' && /^'*[=+\-@\t\r]/u.test(value) ? `'${value.toWellFormed()}` : inUtf8(value);

type Rows = readonly (readonly (string | number)[])[];

const csvReader = (
  program: string,
  {
    isSmall,
    isThere,
    isTyped,
    documented,
    rowsOf,
  }: {
    readonly isSmall: boolean;
    readonly isThere: () => boolean;
    readonly isTyped: boolean;
    readonly documented: DocumentedChange;
    readonly rowsOf: (folder: string, name: string) => { readonly reader: string; readonly rows: Rows };
  },
): ExportReader => ({
  ...{ format: 'csv', program, isSmall, isThere },
  read: (tables) =>
    inFolder(async (folder) => {
      for (const [path, bytes] of await unpacked(await exported('csv', tables)))
        writeFileSync(join(folder, path), bytes);
      const nodes = rowsOf(folder, 'nodes');
      const edges = rowsOf(folder, 'edges');
      const after = new Map([...rowFacts('node', nodes.rows, isTyped), ...rowFacts('edge', edges.rows, isTyped)]);
      return [{ format: 'csv', reader: nodes.reader, passage: compareFacts(graphFacts(tables), after, documented) }];
    }),
});

const pythonCsv = csvReader('python3', {
  ...{ isSmall: true, isThere: () => isInstalled('python3'), isTyped: false, documented: inCsv },
  rowsOf: (folder, name) => readWith('python3', 'read_csv.py', join(folder, `${name}.csv`)),
});

/** Converts a text as a cell of a sheet does: no carriage returns, tabs nor control characters. */
const inSheet = (value: string | number): string | number => {
  const text = inCsv(value);
  return typeof text === 'number'
    ? text
    : text.replace(/\r\n?/gu, '\n').replace(/[\u0000-\u0008\t\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '');
};

const libreOffice = (program: string, isText: boolean): ExportReader =>
  csvReader(program, {
    ...{ isSmall: false, isThere: () => isInstalled('soffice'), isTyped: true },
    documented: (value, _key, seen) => {
      const text = inSheet(value);
      if (isText || typeof text === 'number') return text;
      // Digits are a number and two of them may be a day, where columns are not read as text.
      if (/^[\d.]+(?:E\d+)?$/iu.test(text)) return Number(text);
      return /^\d{1,2}\/\d{1,2}$/u.test(text) ? seen : text;
    },
    rowsOf: (folder, name) => {
      const texts = Array.from({ length: 9 }, (_, at) => `${String(at + 1)}/2`);
      const numbers = name === 'nodes' ? [5, 6, 7, 8, 9] : [5];
      const columns = texts.map((column, at) => (numbers.includes(at + 1) ? `${String(at + 1)}/1` : column)).join('/');
      const filter = `--infilter=CSV:44,34,76,1${isText ? `,${columns}` : ''}`;
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      const to = ['--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)];
      run('soffice', ['--headless', profile, filter, ...to]);
      const { rows } = readWith<{ readonly rows: Rows }>('python3', 'read_fods.py', join(folder, `${name}.fods`));
      return {
        reader:
          run('soffice', ['--version']).trim().split(' ').slice(0, 2).join(' ') + (isText ? ', columns as text' : ''),
        rows,
      };
    },
  });

/** Separator of notes that pandoc reads together. */
const DIVIDER = 'Next note:';

/** Titles, descriptions and aliases of the notes of entities. */
const vault: ExportReader = {
  ...{ format: 'vault', program: 'pandoc', isSmall: true },
  isThere: () => isInstalled('pandoc') && pythonsWith('yaml').length > 0,
  read: async (tables) => {
    const files = [...(await unpacked(await exported('vault', tables)))].filter(([path]) =>
      path.startsWith('entities/'),
    );
    const notes = files.map(([, bytes]) => new TextDecoder().decode(bytes).split(/^---$/mu));
    const [python = 'python3'] = pythonsWith('yaml');
    const script = 'import json, sys, yaml; json.dump(list(yaml.safe_load_all(sys.stdin)), sys.stdout)';
    const heads = notes.map(([, head = '']) => head).join('---');
    const properties = JSON.parse(run(python, ['-X', 'utf8', '-c', script], heads)) as {
      id: string;
      aliases: string[];
    }[];
    const bodies = notes.map(([, , ...body]) => `${DIVIDER}\n\n${body.join('---')}`).join('\n\n');
    const { blocks } = JSON.parse(run('pandoc', ['-f', 'gfm', '-t', 'json'], bodies)) as PandocDocument;
    const starts = blocks.flatMap((block, at) => (pandocText(block) === DIVIDER ? [at] : []));
    const noteFacts = (
      rows: Iterable<{ id: string; title: string; description: string; aliases: readonly string[] }>,
    ): Facts =>
      factsOf(
        'note',
        [...rows].map(({ id, title, description, aliases }): [string, Record<string, string>] => [
          id,
          { title: collapsed(title), description: collapsed(description), aliases: aliases.join('|') },
        ]),
      );
    const read = properties.map(({ id, aliases }, at) => {
      const [, title, described] = blocks.slice(starts[at]);
      return {
        id,
        aliases,
        title: pandocText(title),
        description: described?.t === 'Para' ? pandocText(described) : '',
      };
    });
    const before = noteFacts(
      tables.entities.map((row) => ({ ...row, aliases: row.aliases.map((alias) => alias.toWellFormed()) })),
    );
    const passage = compareFacts(before, noteFacts(read), (value) => value);
    return [{ format: 'vault', reader: `${run('pandoc', ['--version']).split('\n')[0] ?? ''}, PyYAML`, passage }];
  },
};

/** Every export with every program that reads it here. */
export const EXPORT_READERS: readonly ExportReader[] = [
  pythonGraph('graphml', 'networkx', 'read_networkx.py', { args: ['graphml'], documented: inXml }),
  pythonGraph('graphml', 'igraph', 'read_igraph.py', { documented: inXml }),
  pythonGraph('gexf', 'networkx', 'read_networkx.py', { args: ['gexf'], names: { label: 'title' }, documented: inXml }),
  pythonGraph('json', 'networkx', 'read_networkx.py', { args: ['json'], documented: inUtf8 }),
  pythonCsv,
  libreOffice('LibreOffice', false),
  libreOffice('LibreOffice with text columns', true),
  rdflib,
  vault,
  duckdbParquet,
  polarsParquet,
  ...NOTEBOOK_READERS,
  ...REFERENCE_READERS,
];
