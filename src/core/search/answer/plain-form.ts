const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a piece of Markdown as they are read, for comparing: without signs of emphasis, links' targets, code signs and tags. */
export function plainForm(markdown: string): string {
  return markdown
    .replace(/\n[ \t]*(?:>[ \t]*)+/gu, ' ')
    .replace(/!?\[([^\][]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/gu, '$1')
    .replace(/<br\s*\/?>/giu, ' ')
    .replace(/<\/?[a-z][^<>]*>/giu, '')
    .replace(/(?<![\\\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/(?<!\\)(?:\*+|~~|`+)/gu, '')
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/gu, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}
