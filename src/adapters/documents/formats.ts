/** What a person may drop in, as data. No parser is imported here. */
export interface Format {
  readonly id: FormatId;
  /** Name for a person, as in "a PDF file". */
  readonly name: string;
  readonly media_type: string;
  /** Lower case, with the dot; the first one is the usual one. */
  readonly extensions: readonly string[];
}

export type FormatId = 'pdf' | 'docx' | 'html' | 'markdown' | 'text' | 'csv' | 'json' | 'jsonl' | 'zip';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export const FORMATS: readonly Format[] = [
  { id: 'pdf', name: 'PDF', media_type: 'application/pdf', extensions: ['.pdf'] },
  { id: 'docx', name: 'Word document', media_type: WORD, extensions: ['.docx', '.docm'] },
  { id: 'html', name: 'web page', media_type: 'text/html', extensions: ['.html', '.htm', '.xhtml'] },
  { id: 'markdown', name: 'Markdown', media_type: 'text/markdown', extensions: ['.md', '.markdown', '.mdx'] },
  { id: 'text', name: 'plain text', media_type: 'text/plain', extensions: ['.txt', '.text', '.log'] },
  { id: 'csv', name: 'table', media_type: 'text/csv', extensions: ['.csv', '.tsv', '.tab'] },
  { id: 'json', name: 'JSON', media_type: 'application/json', extensions: ['.json'] },
  { id: 'jsonl', name: 'JSON lines', media_type: 'application/jsonl', extensions: ['.jsonl', '.ndjson'] },
  { id: 'zip', name: 'ZIP archive', media_type: 'application/zip', extensions: ['.zip'] },
];

const BY_EXTENSION = new Map(FORMATS.flatMap((format) => format.extensions.map((each) => [each, format.id] as const)));
const BY_ID = new Map(FORMATS.map((format) => [format.id, format]));

export function formatByExtension(path: string): FormatId | undefined {
  return BY_EXTENSION.get(extensionOf(path));
}

export function mediaTypeOf(id: FormatId): string {
  return BY_ID.get(id)?.media_type ?? 'application/octet-stream';
}

export function formatOfMediaType(mediaType: string): FormatId | undefined {
  return FORMATS.find((format) => format.media_type === mediaType)?.id;
}

/** The format's name for a person. */
export function nameOf(id: FormatId): string {
  return BY_ID.get(id)?.name ?? id;
}

/** Lower-case extension with its dot, or an empty string. */
export function extensionOf(path: string): string {
  return /\.[^./\\]{1,12}$/u.exec(path)?.[0].toLowerCase() ?? '';
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

/** A title made from the file name, for documents that carry none. */
export function titleFromPath(path: string): string {
  const name = fileName(path);
  const extension = extensionOf(name);
  const stem = extension && extension.length < name.length ? name.slice(0, -extension.length) : name;
  return (
    stem
      .replace(/[\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/[_\s]+/gu, ' ')
      .trim() || name
  );
}
