const KINDS: Readonly<Record<string, string>> = {
  'text/plain': 'Text',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'application/json': 'JSON',
};

/** A media type in a word a person knows. */
export function documentKind(mediaType: string): string {
  return KINDS[mediaType] ?? mediaType.split('/').at(-1)?.toUpperCase() ?? 'File';
}
