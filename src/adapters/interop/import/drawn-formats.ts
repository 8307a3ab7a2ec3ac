import { message } from '../../../core/message';
import type { GraphType } from '../../../core/tables/documents';
import type { Work } from '../../../core/work';
import { decodeText } from '../../documents/text/decode-text';
import { csvPart, readCsvGraph } from './csv-graph';
import type { DrawnGraph } from './drawn-graph';
import { readGexf } from './gexf';
import { notImported } from './given-files';
import { readGraphMl } from './graphml';
import { isNodeLink, maybeNodeLink, readNodeLink } from './node-link';
import { hasRoot } from './xml-walk';

/** A file among those that may be a graph. */
export interface Candidate {
  readonly path: string;
  /** The characters that it begins with; '' where they are not known. */
  readonly head: string;
  readonly whole: () => Promise<string>;
}

/** A form in which programs write nodes and edges. */
export interface DrawnFormat {
  /** For people. */
  readonly title: string;
  /** Media type of the document that describes the graph. */
  readonly mediaType: GraphType;
  /**
   * Checks if these files are of this form: certainly, so that they are no documents, or if a person decides that they
   * are a graph.
   */
  fits(files: readonly Candidate[]): Promise<'certainly' | 'maybe' | 'no'>;
  /** Throws ParseError. */
  read(files: readonly { readonly path: string; readonly text: string }[]): Work<DrawnGraph>;
}

/** Every form that is read, by itself or in a ZIP file. */
export const DRAWN_FORMATS: readonly DrawnFormat[] = [
  {
    title: 'GraphML',
    mediaType: 'application/x-graph+graphml',
    fits: async (files) => ofXml(files, 'graphml'),
    read: ([file]) => readGraphMl(file?.text ?? '', file?.path ?? ''),
  },
  {
    title: 'GEXF',
    mediaType: 'application/x-graph+gexf',
    fits: async (files) => ofXml(files, 'gexf'),
    read: ([file]) => readGexf(file?.text ?? '', file?.path ?? ''),
  },
  {
    title: 'JSON',
    mediaType: 'application/x-graph+json',
    async fits([file, ...more]) {
      if (!file || more.length > 0 || !/\.json$/iu.test(file.path)) return 'no';
      return maybeNodeLink(file.head) && isNodeLink(await file.whole()) ? 'certainly' : 'maybe';
    },
    *read([file]) {
      return readNodeLink(file?.text ?? '', file?.path ?? '');
    },
  },
  {
    title: 'CSV',
    mediaType: 'application/x-graph+csv',
    async fits(files) {
      const parts = files.map(({ path, head }) => (/\.[ct]sv$/iu.test(path) ? csvPart(path, head) : undefined));
      if (parts.some((part) => !part) || parts.every((part) => part?.part === 'nodes')) return 'no';
      return parts.every((part) => part?.isCertain) ? 'certainly' : 'maybe';
    },
    *read(files) {
      return readCsvGraph(files);
    },
  },
];

/** One XML file by its name or its root. */
function ofXml([file, ...more]: readonly Candidate[], root: string): 'certainly' | 'no' {
  if (!file || more.length > 0) return 'no';
  const isNamed = file.path.toLowerCase().endsWith(`.${root}`);
  return isNamed || (/\.xml$/iu.test(file.path) && hasRoot(file.head, root)) ? 'certainly' : 'no';
}

/** Bytes that are decoded as one text, at most: a string has fewer than 2^29 characters. */
const LARGEST_TEXT = 500e6;

/** The text of a file in its own encoding. Throws ParseError where it is too large, or no text. */
export function decodeGraphText(bytes: Uint8Array, path: string): string {
  if (bytes.length > LARGEST_TEXT) {
    const why = message`${path} is too large: a graph in one file may have ${LARGEST_TEXT / 1e6} MB`;
    throw notImported(why, undefined, path);
  }
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/u.exec(start)?.[1];
  try {
    return decodeText(bytes, declared);
  } catch (cause) {
    throw notImported(message`${path} is not text in any encoding that Burrow knows`, cause, path);
  }
}
