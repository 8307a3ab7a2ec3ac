import { message } from '../../../core/message';
import type { CallOptions } from '../../../core/platform';
import type { ForeignGraph, GraphReader } from '../../../core/ports/interop';
import type { SourceFile } from '../../../core/ports/documents';
import { runWork } from '../../../core/work';
import type { ExportNeeds } from '../write-export';
import { type Candidate, decodeGraphText, DRAWN_FORMATS, type DrawnFormat } from './drawn-formats';
import { drawnGraph } from './drawn-graph';
import { type GivenFile, givenFiles, notImported, pathsIn } from './given-files';
import { readGraphRag } from './graphrag-tables';
import { tableOfFile } from './loose-tables';

/** Reads graphs of other programs. */
export function graphReader({ parquet, clock }: ExportNeeds): GraphReader {
  return {
    kindOf: async (files) => {
      const candidates: Candidate[] = [];
      for (const { path, bytes } of files) {
        if (/\.(?:zip|burrow)$/iu.test(path)) candidates.push(...(await pathsIn(bytes)).map(named));
        else candidates.push(GRAPH_FILE.test(path) ? await candidateOf(path, bytes) : named(path));
      }
      const has = (path: string): boolean => candidates.some((one) => one.path === path);
      if (files.length === 1 && has('burrow.json') && has('manifest.json')) return 'copy';
      const isGraph =
        candidates.some(({ path }) => tableOfFile(path)) || (await formatOf(candidates)).fit === 'certainly';
      return isGraph ? 'graph' : 'documents';
    },
    read: async (files, options = {}) => {
      const given = await givenFiles(files);
      if (!given.some(({ path }) => tableOfFile(path))) return readDrawn(given, nameOf(files), { ...options, clock });
      const lease = await parquet();
      try {
        return await readGraphRag(given, nameOf(files), { ...options, clock, codec: lease.codec });
      } finally {
        lease.release();
      }
    },
  };
}

/** Files that may be a graph by their names. */
const GRAPH_FILE = /\.(?:graphml|gexf|xml|json|csv|tsv)$/iu;

/** Bytes that a file is recognised by. */
const HEAD = 64 * 1024;

const named = (path: string): Candidate => ({ path, head: '', whole: async () => '' });

async function candidateOf(path: string, bytes: Blob): Promise<Candidate> {
  const text = async (blob: Blob): Promise<string> => decodeGraphText(new Uint8Array(await blob.arrayBuffer()), path);
  return {
    path,
    // Without a text it is no graph of a form with words.
    head: await text(bytes.slice(0, HEAD)).catch(() => ''),
    whole: () => text(bytes).catch(() => ''),
  };
}

interface Recognised {
  readonly format?: DrawnFormat;
  readonly fit: Awaited<ReturnType<DrawnFormat['fits']>>;
}

/** The first format that files are certainly of, else the first that they may be of. */
async function formatOf(files: readonly Candidate[]): Promise<Recognised> {
  let found: Recognised = { fit: 'no' };
  for (const format of DRAWN_FORMATS) {
    const fit = await format.fits(files);
    if (fit === 'certainly') return { format, fit };
    if (fit === 'maybe' && found.fit === 'no') found = { format, fit };
  }
  return found;
}

async function readDrawn(
  files: readonly GivenFile[],
  name: string,
  options: CallOptions & Pick<ExportNeeds, 'clock'>,
): Promise<ForeignGraph> {
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const file of files) texts.push({ path: file.path, text: decodeGraphText(await file.read(options), file.path) });
  const [first] = texts;
  if (first && texts.every(({ text }) => text.trim() === '')) throw notImported(message`${first.path} is empty`);
  const { format } = await formatOf(
    texts.map(({ path, text }) => ({ path, head: text.slice(0, HEAD), whole: async () => text })),
  );
  if (!format)
    throw notImported(
      message`they are no tables of GraphRAG, such as entities.parquet, and no graph in GraphML, GEXF, JSON or CSV`,
    );
  const drawn = await runWork(format.read(texts), options);
  return drawnGraph(drawn, { name, program: format.title, mediaType: format.mediaType });
}

const MAX_NAME = 80;

/** Endings of files that are called by their contents, and not as a part of them. */
const OWN_NAME = /\.(?:zip|graphml|gexf|xml|json)$/iu;

/** The name of the file, or of the folder, without what all such files are called. */
function nameOf(files: readonly SourceFile[]): string {
  const [first] = files;
  const parts = (first?.path ?? '').split('/').filter((part) => part !== '');
  const isOwn = OWN_NAME.test(first?.path ?? '') || (files.length === 1 && /\.[ct]sv$/iu.test(first?.path ?? ''));
  const name = isOwn ? parts.at(-1) : parts.at(-2);
  const plain = (name ?? '')
    .replace(/(?:(?:\.graphrag|\.csv)?\.zip|\.graphml|\.gexf|\.xml|\.json|\.[ct]sv)$/iu, '')
    .trim();
  return plain.slice(0, MAX_NAME) || 'Graph';
}
