import { message } from '../../../core/message';
import type { CallOptions } from '../../../core/platform';
import type { ForeignGraph, GraphReader } from '../../../core/ports/interop';
import type { SourceFile } from '../../../core/ports/documents';
import type { ExportNeeds } from '../write-export';
import { csvPart, csvRows } from './csv-graph';
import { drawnGraph } from './drawn-graph';
import { isGraphMl, readGraphMl } from './graphml';
import { type GivenFile, givenFiles, notImported, pathsIn } from './given-files';
import { readGraphRag } from './graphrag-tables';
import { tableOfFile } from './loose-tables';

/** Reads graphs of other programs. */
export function graphReader({ parquet, clock }: ExportNeeds): GraphReader {
  return {
    kindOf: async (files) => {
      const paths: string[] = [];
      for (const { path, bytes } of files) {
        if (/\.(?:zip|burrow)$/iu.test(path)) paths.push(...(await pathsIn(bytes)));
        else paths.push(path);
      }
      if (files.length === 1 && paths.includes('burrow.json') && paths.includes('manifest.json')) return 'copy';
      const isGraph = paths.some((path) => tableOfFile(path)) || isDrawn(paths);
      return isGraph ? 'graph' : 'documents';
    },
    read: async (files, options = {}) => {
      const given = await givenFiles(files);
      if (!given.some(({ path }) => tableOfFile(path))) return readDrawn(given, nameOf(files), options);
      const lease = await parquet();
      try {
        return await readGraphRag(given, nameOf(files), { ...options, clock, codec: lease.codec });
      } finally {
        lease.release();
      }
    },
  };
}

/** Whether these are one graph as GraphML, or as CSV files of nodes and edges. */
function isDrawn(paths: readonly string[]): boolean {
  if (paths.length === 1 && paths.every(isGraphMl)) return true;
  return paths.some((path) => csvPart(path) === 'edges') && paths.every((path) => csvPart(path) !== undefined);
}

async function readDrawn(files: readonly GivenFile[], name: string, options: CallOptions): Promise<ForeignGraph> {
  const [first] = files;
  if (!first || !isDrawn(files.map(({ path }) => path)))
    throw notImported(message`none of them is a table of GraphRAG, such as entities.parquet`);
  const text = async (file: GivenFile): Promise<string> => new TextDecoder().decode(await file.read(options));
  if (isGraphMl(first.path))
    return drawnGraph(readGraphMl(await text(first), first.path), { name, program: 'GraphML' });
  const rows = async (part: 'nodes' | 'edges') => {
    const all = [];
    for (const file of files) if (csvPart(file.path) === part) all.push(...csvRows(await text(file)));
    return all;
  };
  return drawnGraph({ nodes: await rows('nodes'), edges: await rows('edges') }, { name, program: 'CSV' });
}

const MAX_NAME = 80;

/** The name of the file, or of the folder, without what all such files are called. */
function nameOf(files: readonly SourceFile[]): string {
  const [first] = files;
  const parts = (first?.path ?? '').split('/').filter((part) => part !== '');
  const isOwn = /\.(?:zip|graphml)$/iu.test(first?.path ?? '');
  const name = isOwn ? parts.at(-1) : parts.at(-2);
  const plain = (name ?? '').replace(/(?:(?:\.graphrag|\.csv)?\.zip|\.graphml)$/iu, '').trim();
  return plain.slice(0, MAX_NAME) || 'Graph';
}
