const KINDS: Readonly<Record<string, string>> = {
  'text/plain': 'Text',
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'application/xhtml+xml': 'HTML',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/rtf': 'RTF',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
  'application/epub+zip': 'EPUB',
  'application/rss+xml': 'RSS',
  'message/rfc822': 'E-mail',
  'application/vnd.ms-outlook': 'E-mail',
  'multipart/related': 'HTML',
  'application/x-ipynb+json': 'Jupyter',
  'text/vcard': 'vCard',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'application/json': 'JSON',
  'application/x-graphrag': 'GraphRAG',
  'application/x-graph+graphml': 'GraphML',
  'application/x-graph+gexf': 'GEXF',
  'application/x-graph+json': 'JSON',
  'application/x-graph+csv': 'CSV',
};

/** A media type in a word a person knows. */
export function documentKind(mediaType: string): string {
  return KINDS[mediaType] ?? mediaType.split('/').at(-1)?.toUpperCase() ?? 'File';
}
